import ArgumentParser
import Localization

struct ImportSelfControlCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "selfcontrol",
            abstract: localized("Make rules from a blocklist of SelfControl."),
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
