import API
import ArgumentParser
import Localization

struct UnblockCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unblock",
            abstract: localized("Ask to unblock a target for a while, or keep the block."),
            discussion: localized(
                """
                Without --planned or --impulse, asks you about your intent and, if several targets \
                are blocked, which one to unblock; this needs a terminal. With --planned or \
                --impulse, asks nothing: if several targets are blocked, you must name one, and \
                details that you do not give are left out.
                When the wait is over, the target is unblocked. Until then, you can keep the \
                block: press Enter, Ctrl-C or Ctrl-D, type k and press Enter, or close the \
                terminal. SIGTERM keeps the block too.
                With --emergency, also opens a target that a strict rule blocks, if the rules \
                allow emergencies and you have one left. A strict check-in never opens this way. \
                The rules say how long you wait in an emergency, and the record shows each one.
                Exit status: 0 if the target was unblocked, 1 if the block was kept or an error \
                occurred, 130 if Ctrl-C kept the block (128 plus the signal's number).
                """))
    }

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp(localized("The number of the protection to end early."), valueName: "id")
    )
    var protection: Int?

    @Flag(
        help: .localized(
            "In an emergency, open a target that a strict rule blocks, if the rules allow it."))
    var emergency = false

    @OptionGroup var intent: IntentOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if place.count + (protection == nil ? 0 : 1) > 1 {
            throw ValidationError(
                localized("name only one of TARGET, --site, --app and --protection"))
        }
        if emergency, protection != nil {
            throw ValidationError(
                localized(
                    "--emergency cannot be combined with --protection; name the target instead"))
        }
    }

    func run(in context: CommandContext) throws {
        let said = intent.intent
        let named = protection.map { UnblockAPI.Place(protection: $0) } ?? place.place
        guard said != nil || context.canAsk else { throw Self.purposeIsMissing }
        let conversation = try Conversation(daemon, context)
        let ending = try conversation.ending(nil) {
            let place = try named ?? Self.choose(conversation, mayAsk: said == nil)
            return try conversation.unblock(place, said, isEmergency: emergency)
        }
        if ending != .opened { throw ExitCode.failure }
    }

    /// The failure without a terminal if the options lack an answer.
    static var purposeIsMissing: Failure {
        Failure(
            localized(
                """
                cannot ask questions without a terminal; pass --planned or --impulse
                Optional: --category, --mood, --amount, --currency, --minutes
                """), status: ExitStatus.usage)
    }

    /// The only blocked target, or the person's choice of several.
    private static func choose(_ conversation: Conversation, mayAsk: Bool) throws
        -> UnblockAPI.Place
    {
        let blocked = conversation.state.targets.filter(\.blocked)
        guard let first = blocked.first else {
            let open = GrantText.already(
                conversation.state.targets.map(\.target), conversation.state)
            throw Failure(
                open.map { localized("nothing is blocked: \($0)") }
                    ?? localized("nothing is blocked"))
        }
        guard blocked.count > 1 else { return UnblockAPI.Place(target: first.target) }
        guard mayAsk else {
            let keys = Printable.text(blocked.map(\.target).joined(separator: ", "))
            throw Failure(
                localized(
                    """
                    name what to unblock: TARGET, --site, --app or --protection
                    Blocked now: \(keys)
                    """), status: ExitStatus.usage)
        }
        let index = try conversation.dialogue.pick(
            localized("What do you want to unblock?"), from: blocked.map(\.name),
            enter: localized("to unblock nothing"))
        guard let index else { throw BlockKept.chosen }
        return UnblockAPI.Place(target: blocked[index].target)
    }
}
