import API
import ArgumentParser
import Localization
import RuleFiles

struct AddCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: localized("Block sites and apps, at the times that you choose."),
            discussion: localized(
                """
                Adds sites and apps to a target, and times at which the target is blocked. Creates \
                the target and its quiet hours if they do not exist yet. For example:
                  soteria add amazon.com ebay.com --to shopping --from 22:00 --to-time 06:30
                To block only part of a site, give its path, such as youtube.com/shorts. A path is \
                blocked only in browsers. An address that you paste (https://...) adds the whole \
                site; the output says how to add only that part.
                An app is an installed app's name or id, or the path of an executable.
                The change takes effect at once. It is saved in 90-tools.yaml, the only rule file \
                that Soteria's tools change. To undo the change: soteria remove
                """))
    }

    @Argument(
        help: ArgumentHelp(
            localized("A site, an app, or an executable's path."), valueName: "site|app"))
    var places: [String] = []

    @Option(
        help: ArgumentHelp(
            localized("The target's key or name; a target that does not exist is created."),
            valueName: "target"),
        completion: Completions.targets)
    var to: String

    @Option(
        help: ArgumentHelp(localized("When the block begins, such as 22:00."), valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            localized(
                "When the block ends, such as 06:30; if earlier than --from, on the next day."),
            valueName: "time"))
    var toTime: String?

    @Option(
        help: .localized(
            "The days on which the block begins, such as sun-thu or weekends (default: daily)."))
    var days: String?

    @Option(
        help: ArgumentHelp(
            localized("Add this as a site, even if it looks like an app."), valueName: "host"))
    var site: [String] = []

    @Option(
        help: ArgumentHelp(
            localized("Add this as an app, even if no such app is installed."), valueName: "id|path"
        ))
    var app: [String] = []

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if to.allSatisfy(\.isWhitespace) {
            throw ValidationError(localized("a target needs a name"))
        }
        guard (from == nil) == (toTime == nil) else {
            throw ValidationError(localized("--from and --to-time must be given together"))
        }
        if days != nil, from == nil {
            throw ValidationError(localized("--days needs --from and --to-time"))
        }
        if places.isEmpty, site.isEmpty, app.isEmpty, from == nil {
            throw ValidationError(
                localized("give a site or an app, or times with --from and --to-time"))
        }
        try asArguments { _ = try range() }
    }

    func run(in context: CommandContext) throws {
        let reader = PlaceReader(context)
        let places =
            try places.map(reader.place) + site.map(PlaceReader.site) + app.map(reader.anyApp)
        let editor = try RuleEditor(daemon, context)
        let outcome = try TargetAddition(
            editor: editor, target: to, places: places, range: try range()
        ).carryOut()
        let states = try editor.client.call(ProtectionAPI.List.self)
        let schedules = try editor.client.call(QuietHoursAPI.List.self).schedules
        let text = AdditionText(
            outcome: outcome, states: states, schedules: schedules, file: editor.path,
            parts: (self.places + site).compactMap(TypedSite.part))
        try context.show(text.reply, daemon.output) { text.text($0) }
    }

    /// The times; nil if none are given.
    private func range() throws -> RangeEntry? {
        guard let from, let toTime else { return nil }
        switch RangeEntry.typed(days: days ?? "daily", start: from, end: toTime) {
        case .success(let range): return range
        case .failure(let fault):
            throw Failure(Printable.text(fault.description), status: ExitStatus.usage)
        }
    }
}
