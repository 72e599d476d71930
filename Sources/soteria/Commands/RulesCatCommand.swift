import ArgumentParser
import Localization
import RuleFiles

struct RulesCatCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "cat",
            abstract: localized("Show the merged rules and the file that each part came from."),
            discussion: localized("Reads the files as they are now; works without the daemon."))
    }

    @Argument(
        help: .localized(
            """
            Files or directories to read after the shipped rules (default: the rules in use).
            """),
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws { try RuleFileReader.validate(paths) }

    func run(in context: CommandContext) throws {
        let loading = RuleFileReader(context).load(paths)
        context.output(
            RuleFileReader.lined(
                output.json ? loading.merged.json() : loading.merged.rendered()))
        guard loading.ruleSet == nil else { return }
        context.error(RuleFileReader.lined(loading.rendered(color: false)))
        throw ExitCode.failure
    }
}
