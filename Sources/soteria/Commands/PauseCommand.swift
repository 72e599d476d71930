import API
import ArgumentParser

struct PauseCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause before you go on: keep away, protect, or unblock.",
        discussion: """
            Without a target it is about everything that is monitored.
            Without --keep, --protect, --planned and --impulse it asks, which needs a terminal. \
            With one of them nothing is asked: what is not said is left out.
            Ctrl-C, Ctrl-D and SIGTERM keep the block at any time until it is unblocked, and so \
            does Enter alone, or k and Enter, during the wait.
            Exit status: 0 the pause has ended, 1 there was an error, 130 kept by Ctrl-C (128 and \
            the number of the signal).
            """)

    @OptionGroup var place: PlaceOptions

    @Flag(help: "Keep the block, without asking.")
    var keep = false

    @Option(
        defaultAsFlag: Length(seconds: 3600), parsing: .next,
        help: ArgumentHelp("Block it for so long, without asking.", valueName: "length"))
    var protect: Length?

    @OptionGroup var intent: IntentOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if place.count > 1 { throw ValidationError("name one of TARGET, --site and --app") }
        if [keep, protect != nil, intent.isGiven].filter(\.self).count > 1 {
            throw ValidationError("--keep, --protect and an unblock exclude each other")
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
                "nobody can be asked here: say --keep, --protect, --planned or --impulse",
                status: ExitStatus.usage)
        }
        let place = place.place ?? UnblockAPI.Place(everything: true)
        let conversation = try Conversation(daemon, context)
        if said != nil, !conversation.blocks(place) {
            let keys = place.target.map { [$0] } ?? conversation.state.targets.map(\.target)
            let open = GrantText.already(keys, conversation.state)
            throw Failure(open ?? "nothing of it is blocked, so nothing can be unblocked")
        }
        guard isSaid else {
            _ = try conversation.unblock(place, said, isPause: true)
            return
        }
        let request = try conversation.call(
            UnblockAPI.Request.self, .init(place: place, pause: true)
        ).request.request
        _ = try conversation.ending(request) {
            guard let protect else { throw KeepBlock.chosen }
            return try conversation.protect(request, for: protect)
        }
    }
}
