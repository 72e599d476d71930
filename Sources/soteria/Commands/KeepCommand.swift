import API
import ArgumentParser

/// `soteria keep`: ends an open request by keeping the block.
struct KeepCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Keep the block: end an open request to unblock.")

    @Argument(
        help: "The request's number (default: the one that is open).",
        completion: Completions.requests)
    var request: Int?

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        let client = try daemon.client(surroundings)
        let request = try self.request ?? onlyOne(client)
        let reply = try client.call(UnblockAPI.Keep.self, .init(request: request))
        try surroundings.show(reply, daemon.output) { _ in UnblockText.kept(reply) }
    }

    private func onlyOne(_ client: SoteriaClient) throws -> Int {
        let requests = try client.call(UnblockAPI.List.self, .init()).requests
        guard let first = requests.first else { throw Failure("no request is open") }
        guard requests.count > 1 else { return first.request }
        let state = try client.call(ProtectionAPI.List.self)
        let names = requests.map { UnblockText.request($0, state) }
        throw Failure(
            "several requests are open: \(names.joined(separator: ", "))\n"
                + "Name one: soteria keep \(first.request)", status: ExitStatus.usage)
    }
}
