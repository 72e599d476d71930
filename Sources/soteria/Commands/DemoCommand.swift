import ArgumentParser
import Demo
import Engine
import Localization
import RuleModel

struct DemoCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "demo", abstract: localized("Show what Soteria does, using made-up data."),
            discussion: localized(
                """
                Without options, plays a made-up day in 30 seconds; Soteria's real engine makes \
                the decisions.
                With --days, makes up a history of that many days and shows it in the dashboard \
                until you press Ctrl-C. Your own rules, record and daemon are not touched.
                """))
    }

    @Option(
        help: ArgumentHelp(
            localized("How many seconds the demo's day takes (default: 30; 0: no waiting)."),
            valueName: "count"))
    var seconds: Int?

    @Option(
        help: ArgumentHelp(localized("Make up a history of this many days."), valueName: "count"))
    var days: Int?

    @Option(
        help: ArgumentHelp(
            localized("Only write the history and its rules to this new or empty directory."),
            valueName: "DIR"), completion: .directory)
    var state: String?

    @Option(
        help: ArgumentHelp(
            localized("A number for the random history: the same number gives the same history."),
            valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            localized("Multiply the usual amount of activity by this number."), valueName: "count"))
    var busy = 1

    @Flag(help: .localized("Do not open the dashboard."))
    var noDashboard = false

    func validate() throws {
        if let seconds, !(0...3600).contains(seconds) {
            throw ValidationError(localized("--seconds must be between 0 and 3600"))
        }
        if let days, !(1...DemoHistory.mostDays).contains(days) {
            throw ValidationError(localized("--days must be between 1 and \(DemoHistory.mostDays)"))
        }
        if !(1...DemoHistory.mostBusy).contains(busy) {
            throw ValidationError(localized("--busy must be between 1 and \(DemoHistory.mostBusy)"))
        }
        if days != nil, seconds != nil {
            throw ValidationError(localized("--seconds cannot be used with --days"))
        }
        if days == nil, state != nil || seed != nil || busy != 1 || noDashboard {
            throw ValidationError(
                localized("--state, --seed, --busy and --no-dashboard need --days"))
        }
    }

    func run(in context: CommandContext) throws {
        guard let days else {
            try showDay(context)
            return
        }
        let seed = seed ?? UInt64.random(in: 1...999_999)
        let history = DemoHistory(days: days, seed: seed, busy: busy)
        if let state {
            try write(history, state, context)
        } else {
            try DemoRun(
                history: history, opensDashboard: !noDashboard, context: context
            ).run()
        }
    }

    /// Shows a day, the last Friday or today, by the local clock.
    private func showDay(_ context: CommandContext) throws {
        let environment = context.environment
        let (rules, zone) = try DemoRules.day.load(environment)
        let today = LocalTime(context.now(), in: zone)
        let lapse = TimeLapse(
            .friday, rules, zone: zone, day: today.daysSince1970 - (today.weekday + 2) % 7)
        let text = TimeLapseText(
            lapse: lapse, isUTF8: context.isUTF8, style: context.style)
        let seconds = seconds ?? 30
        context.output(text.heading(seconds: seconds))
        try TimeLapsePlayer(text: text, length: .seconds(seconds), context: context).run()
        context.output(
            "\n" + text.summary(configuration: environment["XDG_CONFIG_HOME"] ?? "~/.config"))
    }

    private func write(
        _ history: DemoHistory, _ path: String, _ context: CommandContext
    ) throws {
        let listener = try context.listen(false)
        let directory = try DemoDirectory(named: path)
        let events: Int
        do {
            events = try history.write(into: directory, in: context, listener)
        } catch {
            // A partial history is of no use.
            _ = directory.remove()
            throw error
        }
        context.output(
            DemoText.written(history, events: events)
                + DemoText.startInstructions(directory, prefix: context.programs))
    }
}
