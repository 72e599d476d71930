import ArgumentParser
import Localization

struct ImportLeechBlockCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "leechblock",
            abstract: localized("Make rules from the options of LeechBlock NG."),
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
