import API
import ArgumentParser
import RuleFiles
import RuleTests

struct RulesTestCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Try rules with the cases of *.test.yaml files.",
        discussion: """
            Time is made up, nothing is waited for, and the daemon plays no part.
            Exit status 1 where a case fails or a file is faulty.
            """)

    @Argument(
        help: """
            Test files, or directories that hold some (default: those beside the rules in use).
            """,
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @Option(help: "Only the cases whose name, or whose file's path, holds this.")
    var filter: String?

    @Flag(help: "Show how often each condition was seen true and seen false.")
    var coverage = false

    @Flag(help: "Fail where a condition was never seen true, or never seen false.")
    var requireCoverage = false

    @OptionGroup var output: OutputOptions

    struct Answer: Encodable {
        var valid: Bool
        var passed: Int
        var failed: Int
        var faulty: Int
        var files: [File]
        var conditions: [RuleTestReport.Condition]
        /// For editors: faults of files, failures, and unseen conditions if asked for.
        var diagnostics: [Diagnostic]

        struct File: Encodable {
            var path: String
            var cases: [RuleTestReport.Case]
        }
    }

    func validate() throws {
        if filter != nil, requireCoverage {
            throw ValidationError("--require-coverage looks at every case; leave --filter out")
        }
    }

    func run(in surroundings: Surroundings) throws {
        let report = RuleTester(
            zones: ZoneSource(environment: surroundings.environment), prefix: surroundings.prefix,
            environment: surroundings.environment
        ).test(paths, filter: filter)
        if report.files.isEmpty, report.faults.isEmpty {
            throw Failure(
                "there is no *.test.yaml beside the rules in use; name a file or a directory")
        }
        if let filter, report.hasPassed, report.passed == 0 {
            throw Failure("no case and no file has \"\(Printable.text(filter))\" in its name")
        }
        let missing = requireCoverage ? report.missing : []
        let isFine = report.hasPassed && missing.isEmpty
        try surroundings.show(answer(report, missing, isFine), output) { style in
            var text = RuleTestText.files(report, style)
            if coverage {
                text += text.hasSuffix("\n\n") ? "" : "\n"
                text += RuleTestText.coverage(report, style)
            }
            text += missing.map { RuleReading.lined($0.rendered(color: style.color)) }.joined()
            return text + RuleTestText.summary(report, style)
        }
        if !isFine { throw ExitCode.failure }
    }

    private func answer(
        _ report: RuleTestReport, _ missing: [Diagnostic], _ isFine: Bool
    ) -> Answer {
        Answer(
            valid: isFine, passed: report.passed, failed: report.failed, faulty: report.faulty,
            files: report.files.map { Answer.File(path: $0.path, cases: $0.cases) },
            conditions: report.conditions,
            diagnostics: report.faults
                + report.files.flatMap { $0.diagnostics + $0.cases.flatMap(\.failures) } + missing)
    }
}
