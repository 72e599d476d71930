import ArgumentParser
import Localization

struct ImportLeechBlockCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "leechblock",
            abstract: localized("Make rules of the options of LeechBlock NG."),
            discussion: localized(
                """
                To get the file, choose Export Options in LeechBlock's options. Each block set \
                becomes a target with its sites and exceptions, quiet hours for its times, a \
                budget for its limit, and a wait if it shows the delaying page.
                Options that differ from LeechBlock's defaults and have no counterpart are \
                listed, with the reason. A site includes all its subdomains.
                The rules are saved in leechblock.yaml, a new file in your directory of rules. To \
                undo the import, remove that file.
                """))
    }

    @Argument(help: .localized("The file that LeechBlock exported."), completion: .file())
    var file: String

    @OptionGroup var options: RuleImportOptions

    func run(in context: CommandContext) throws {
        guard let draft = LeechBlock.draft(try ImportedFile.bytes(of: file)) else {
            throw Failure(
                localized(
                    """
                    \(Printable.text(file)) does not contain options of LeechBlock: no line \
                    begins with sites1= or the like
                    """))
        }
        try options.carryOut(draft, "leechblock.yaml", of: "LeechBlock", file, in: context)
    }
}

struct ImportSelfControlCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "selfcontrol",
            abstract: localized("Make rules of a blocklist of SelfControl."),
            discussion: localized(
                """
                To get the file, choose Save Blocklist in SelfControl's File menu. The sites \
                become a target, which nothing blocks yet: SelfControl blocks only when you \
                start it. To do the same: soteria protect selfcontrol --for 2h
                Entries without a counterpart, such as networks and ports, are listed, with the \
                reason. A list of sites that stay open (an allowlist) is refused.
                The rules are saved in selfcontrol.yaml, a new file in your directory of rules. \
                To undo the import, remove that file.
                """))
    }

    @Argument(help: .localized("The file that SelfControl saved."), completion: .file())
    var file: String

    @OptionGroup var options: RuleImportOptions

    func run(in context: CommandContext) throws {
        switch SelfControl.read(try ImportedFile.bytes(of: file)) {
        case .otherFile:
            throw Failure(
                localized(
                    """
                    \(Printable.text(file)) is not a blocklist of SelfControl, or it is damaged; \
                    save it again in SelfControl
                    """))
        case .allowList:
            throw Failure(
                localized(
                    """
                    \(Printable.text(file)) lists the sites that stay open, and blocks all \
                    others; to block all sites but a few, write a target with sites: ["*"] and \
                    except_sites: in a rule file
                    """))
        case .draft(let draft):
            try options.carryOut(draft, "selfcontrol.yaml", of: "SelfControl", file, in: context)
        }
    }
}

/// The options of commands that make a rule file of another program's settings.
struct RuleImportOptions: ParsableArguments {
    @Flag(help: .localized("Print the rules and what they lack, without saving anything."))
    var dryRun = false

    @OptionGroup var daemon: DaemonOptions

    fileprivate func carryOut(
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
