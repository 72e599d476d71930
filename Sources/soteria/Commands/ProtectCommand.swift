import API
import ArgumentParser
import Localization

struct ProtectCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "protect",
            abstract: localized("Block a target, or every target, for a while."),
            discussion: localized(
                """
                To end a protection early: soteria unblock --protection ID. A strict protection \
                cannot be ended early, except in its first minute, with --undo.
                """))
    }

    @Argument(
        help: .localized("The target's key (default: every monitored target)."),
        completion: Completions.targets)
    var target: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            localized("How long to block, such as 45m or 1h30m."), valueName: "length"))
    var length = Length(seconds: 3600)

    @Option(help: .localized("A name for the protection."))
    var name: String?

    @Flag(help: .localized("Allow no unblock until the protection ends, except in an emergency."))
    var strict = false

    @Flag(help: .localized("Undo the strict protection that you started less than a minute ago."))
    var undo = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if undo, target != nil || name != nil || strict {
            throw ValidationError(
                localized("--undo cannot be combined with a target, --name or --strict"))
        }
        if let name, name.allSatisfy(\.isWhitespace) {
            throw ValidationError(localized("a name cannot be empty"))
        }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        guard !undo else { return try takeBack(client, context) }
        let reply = try start(client)
        try context.show(reply, daemon.output) { style in
            let state = try client.call(ProtectionAPI.List.self)
            return ProtectionText.text(reply, asked: length, state, style)
                + ProtectionText.ending(reply, isStrict: strict)
        }
    }

    private func takeBack(_ client: SoteriaClient, _ context: CommandContext) throws {
        let reply: ProtectionAPI.TakeBack.Reply
        do {
            reply = try client.call(ProtectionAPI.TakeBack.self, .init())
        } catch CallFailure.refused(let refusal as ProtectionAPI.StoreUnavailable) {
            throw Failure(
                localized(
                    """
                    the record could not be written, so the protection is still running: \
                    \(Printable.text(refusal.reason))
                    """))
        }
        try context.show(reply, daemon.output) { style in
            let state = reply.blocked.isEmpty ? nil : try client.call(ProtectionAPI.List.self)
            return ProtectionText.undone(reply, state, style)
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
                localized(
                    """
                    monitoring is switched off for every target; to switch it on: soteria targets \
                    monitor TARGET
                    """))
        }
    }
}
