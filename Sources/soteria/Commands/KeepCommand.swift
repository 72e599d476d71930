import API
import ArgumentParser
import Localization

struct KeepCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "keep", abstract: localized("Keep the block: end an open unblock request.")
        )
    }

    @Argument(
        help: .localized("The request's number (default: the open request, if there is only one)."),
        completion: Completions.requests)
    var request: Int?

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let request = try self.request ?? onlyOne(client)
        let reply = try client.call(UnblockAPI.Keep.self, .init(request: request))
        try context.show(reply, daemon.output) { _ in UnblockText.kept(reply) }
    }

    private func onlyOne(_ client: SoteriaClient) throws -> Int {
        let requests = try client.call(UnblockAPI.List.self, .init()).requests
        guard let first = requests.first else { throw Failure(localized("no request is open")) }
        guard requests.count > 1 else { return first.request }
        let state = try client.call(ProtectionAPI.List.self)
        let names = requests.map { UnblockText.request($0, state) }
        throw Failure(
            localized(
                """
                several requests are open: \(names.joined(separator: ", "))
                Name one, for example: soteria keep \(first.request)
                """), status: ExitStatus.usage)
    }
}
