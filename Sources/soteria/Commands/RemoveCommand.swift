import API
import ArgumentParser
import Localization
import RuleFiles

struct RemoveCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: localized("Remove sites, apps, targets or schedules from the rules."),
            discussion: localized(
                """
                Removes only what "soteria add" or the dashboard created, which is saved in \
                90-tools.yaml. For example:
                  soteria remove ebay.com --from shopping
                A removal weakens the rules. Soteria refuses the removal while a strict rule \
                blocks the target, delays the removal if the rules set edits.weakening_waits, and \
                records it.
                """))
    }

    @Argument(
        help: ArgumentHelp(
            localized("A site, an app, or an executable's path."), valueName: "site|app"),
        completion: Completions.places)
    var places: [String] = []

    @Option(
        help: ArgumentHelp(
            localized("The target to remove them from (default: every target that contains them)."),
            valueName: "target"),
        completion: Completions.targets)
    var from: String?

    @Option(
        help: .localized("Remove this whole target, and the schedules that block nothing else."),
        completion: Completions.targets)
    var target: String?

    @Option(
        help: .localized("Remove this quiet-hours schedule."), completion: Completions.schedules)
    var schedule: String?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        let count = (places.isEmpty ? 0 : 1) + [target, schedule].compactMap(\.self).count
        if count == 0 {
            throw ValidationError(localized("give a site or an app, --target or --schedule"))
        }
        if count > 1 {
            throw ValidationError(
                localized("give either sites and apps, or --target, or --schedule"))
        }
        if from != nil, places.isEmpty {
            throw ValidationError(localized("--from needs a site or an app"))
        }
    }

    func run(in context: CommandContext) throws {
        let editor = try RuleEditor(daemon, context)
        let removal = RuleRemoval(editor: editor)
        let outcome =
            if let target {
                try removal.remove(target: target)
            } else if let schedule {
                try removal.remove(schedule: schedule)
            } else {
                try removal.remove(places, from: from, PlaceReader(context))
            }
        let now = try editor.client.now()
        try context.show(RemovalText.reply(outcome, editor.path), daemon.output) { _ in
            RemovalText.text(outcome, now: now)
        }
    }
}
