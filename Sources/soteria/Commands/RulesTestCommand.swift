import API
import ArgumentParser
import Localization
import RuleFiles
import RuleTests

struct RulesTestCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "test",
            abstract: localized("Test rules with the cases in *.test.yaml files."),
            discussion: localized(
                """
                Time is simulated, so the tests do not wait. The daemon is not needed.
                Exits with status 1 if a case fails or a file has an error.
                """))
    }

    @Argument(
        help: .localized(
            """
            Test files, or directories with test files (default: the tests beside the rules in use).
            """),
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @Option(help: .localized("Run only the cases whose name or file path contains this text."))
    var filter: String?

    @Flag(help: .localized("Show how often each condition was true and how often false."))
    var coverage = false

    @Flag(help: .localized("Fail if a condition was never true or never false."))
    var requireCoverage = false

    @OptionGroup var output: OutputOptions

    struct Output: Encodable {
        var valid: Bool
        var passed: Int
        var failed: Int
        var faulty: Int
        var files: [File]
        var conditions: [RuleTestReport.Condition]
        /// For editors: errors in files, failures, and unseen conditions if requested.
        var diagnostics: [Diagnostic]

        struct File: Encodable {
            var path: String
            var cases: [RuleTestReport.Case]
        }
    }

    func validate() throws {
        if filter != nil, requireCoverage {
            throw ValidationError(
                localized("--require-coverage needs every case, so leave out --filter"))
        }
    }

    func run(in context: CommandContext) throws {
        let report = RuleTester(
            zones: ZoneSource(environment: context.environment), prefix: context.prefix,
            environment: context.environment
        ).test(paths, filter: filter)
        if report.files.isEmpty, report.faults.isEmpty {
            throw Failure(
                localized(
                    """
                    there is no *.test.yaml file beside the rules in use; name a file or a directory
                    """
                ))
        }
        if let filter, report.hasPassed, report.passed == 0 {
            throw Failure(
                localized("no case or file has \"\(Printable.text(filter))\" in its name"))
        }
        let missing = requireCoverage ? report.missing : []
        let isFine = report.hasPassed && missing.isEmpty
        try context.show(result(report, missing, isFine), output) { style in
            var text = RuleTestText.files(report, style)
            if coverage {
                text += text.hasSuffix("\n\n") ? "" : "\n"
                text += RuleTestText.coverage(report, style)
            }
            text += missing.map { RuleFileReader.lined($0.rendered(color: style.color)) }.joined()
            return text + RuleTestText.summary(report, style)
        }
        if !isFine { throw ExitCode.failure }
    }

    private func result(
        _ report: RuleTestReport, _ missing: [Diagnostic], _ isFine: Bool
    ) -> Output {
        Output(
            valid: isFine, passed: report.passed, failed: report.failed, faulty: report.faulty,
            files: report.files.map { Output.File(path: $0.path, cases: $0.cases) },
            conditions: report.conditions,
            diagnostics: report.faults
                + report.files.flatMap { $0.diagnostics + $0.cases.flatMap(\.failures) } + missing)
    }
}
