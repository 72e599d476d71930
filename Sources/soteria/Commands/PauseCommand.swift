import API
import ArgumentParser
import Localization

struct PauseCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "pause",
            abstract: localized(
                "Pause before you decide: keep the block, start a protection, or unblock."),
            discussion: localized(
                """
                Without a target, the pause covers every monitored target.
                Without --keep, --protect, --planned or --impulse, asks you what to do; this needs \
                a terminal. With one of these options, asks nothing, and leaves out the details \
                that you do not give.
                Until the target is unblocked, you can keep the block: press Ctrl-C or Ctrl-D. \
                During the wait, you can also press Enter, or type k and press Enter. SIGTERM \
                keeps the block too.
                Exit status: 0 if the pause has ended, 1 if an error occurred, 130 if Ctrl-C kept \
                the block (128 plus the signal's number).
                """))
    }

    @OptionGroup var place: PlaceOptions

    @Flag(help: .localized("Keep the block, without asking."))
    var keep = false

    @Option(
        defaultAsFlag: Length(seconds: 3600), parsing: .next,
        help: ArgumentHelp(
            localized("Block the target for this long, without asking."), valueName: "length"))
    var protect: Length?

    @OptionGroup var intent: IntentOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if place.count > 1 {
            throw ValidationError(localized("name only one of TARGET, --site and --app"))
        }
        if [keep, protect != nil, intent.isGiven].filter(\.self).count > 1 {
            throw ValidationError(
                localized("--keep, --protect and the options for an unblock cannot be combined"))
        }
        // Checked before the pause is requested, so that no request is left open.
        if let protect, !(60...604_800).contains(protect.seconds) {
            let refusal = UnblockAPI.InvalidDuration(
                seconds: protect.seconds, minimum: 60, maximum: 604_800)
            throw ValidationError(FailureText.refusal(refusal))
        }
    }

    func run(in context: CommandContext) throws {
        let isSaid = keep || protect != nil
        let said = intent.intent
        guard isSaid || said != nil || context.canAsk else {
            throw Failure(
                localized(
                    """
                    cannot ask questions without a terminal; pass --keep, --protect, --planned or \
                    --impulse
                    """),
                status: ExitStatus.usage)
        }
        let place = place.place ?? UnblockAPI.Place(everything: true)
        let conversation = try Conversation(daemon, context)
        if said != nil, !conversation.blocks(place) {
            let keys = place.target.map { [$0] } ?? conversation.state.targets.map(\.target)
            let open = GrantText.already(keys, conversation.state)
            throw Failure(
                open ?? localized("none of this is blocked, so there is nothing to unblock"))
        }
        guard isSaid else {
            _ = try conversation.unblock(place, said, isPause: true)
            return
        }
        let request = try conversation.call(
            UnblockAPI.Request.self, .init(place: place, pause: true)
        ).request.request
        _ = try conversation.ending(request) {
            guard let protect else { throw BlockKept.chosen }
            return try conversation.protect(request, for: protect)
        }
    }
}
