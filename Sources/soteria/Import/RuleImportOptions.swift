import ArgumentParser
import Localization

/// The options of commands that make a rule file of another program's settings.
struct RuleImportOptions: ParsableArguments {
    @Flag(help: .localized("Show the rules, and what cannot be imported, without saving anything."))
    var dryRun = false

    @OptionGroup var daemon: DaemonOptions

    func carryOut(
        _ draft: RuleDraft, _ name: String, of program: String, _ source: String,
        in context: CommandContext
    ) throws {
        guard !draft.targets.isEmpty else {
            let reasons = draft.omissions.prefix(20).map {
                "\n  \(Printable.text($0.value)): \(Printable.text($0.reason))"
            }
            throw Failure(
                localized("\(Printable.text(source)) names no site that a rule can block")
                    + reasons.joined())
        }
        let editor = try RuleEditor(daemon, context)
        let outcome = try RuleImport(editor: editor, name: name, program: program)
            .carryOut(draft, isPreview: dryRun)
        let text = ImportText(outcome: outcome)
        try context.show(text.reply, daemon.output) { _ in text.text }
    }
}
