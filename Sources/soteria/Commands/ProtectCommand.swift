import API
import ArgumentParser

struct ProtectCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Block a target, or every target, for a while.",
        discussion: """
            To end a protection early: soteria unblock --protection ID. A strict protection cannot \
            be ended early.
            """)

    @Argument(
        help: "The target's key (default: every monitored target).",
        completion: Completions.targets)
    var target: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long to block, such as 45m or 1h30m.", valueName: "length"))
    var length = Length(seconds: 3600)

    @Option(help: "A name for the protection.")
    var name: String?

    @Flag(help: "Do not allow any unblock until the protection ends.")
    var strict = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let name, name.allSatisfy(\.isWhitespace) {
            throw ValidationError("a name cannot be empty")
        }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let reply = try start(client)
        try context.show(reply, daemon.output) { style in
            let state = try client.call(ProtectionAPI.List.self)
            return ProtectionText.text(reply, asked: length, state, style)
                + ProtectionText.ending(reply, isStrict: strict)
        }
    }

    private func start(_ client: SoteriaClient) throws -> ProtectionAPI.Start.Reply {
        do {
            return try client.call(
                ProtectionAPI.Start.self,
                .init(
                    target: target, seconds: length.seconds, name: name, strict: strict ? true : nil
                ))
        } catch CallFailure.refused(let refusal as ProtectionAPI.NothingToProtect) {
            let targets = try client.call(ProtectionAPI.List.self).targets
            guard !targets.isEmpty, !targets.contains(where: \.monitored) else {
                throw CallFailure.refused(refusal)
            }
            throw Failure(
                "monitoring is switched off for every target; to switch it on: "
                    + "soteria targets monitor TARGET")
        }
    }
}
