import ArgumentParser
import Localization
import RuleFiles

struct RulesCheckCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: localized("Check rule files for errors; works without the daemon."),
            discussion: localized("Exits with status 1 if there is an error."))
    }

    @Argument(
        help: .localized(
            """
            Files or directories to read after the shipped rules (default: the rules in use).
            """),
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var output: OutputOptions

    struct Output: Encodable {
        var valid: Bool
        var errors: Int
        var warnings: Int
        var diagnostics: [Diagnostic]
        /// The diagnostics by file, as in the Language Server Protocol.
        var documents: [EditorDocument]
    }

    func validate() throws { try RuleFileReader.validate(paths) }

    func run(in context: CommandContext) throws {
        let reader = RuleFileReader(context)
        let loading = reader.load(paths)
        reader.reportZone(of: loading)
        let result = Output(
            valid: loading.ruleSet != nil, errors: loading.errors, warnings: loading.warnings,
            diagnostics: loading.diagnostics, documents: loading.documents)
        try context.show(result, output) { style in
            if loading.diagnostics.isEmpty {
                let files = loading.sources.filter { !$0.isList }
                let shipped = files.filter { $0.layer == 0 }.count
                return localized("\(Count.files(files.count, shipped: shipped)), no errors.\n")
            }
            return RuleFileReader.lined(loading.rendered(color: style.color))
        }
        if !result.valid { throw ExitCode.failure }
    }
}
