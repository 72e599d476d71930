import API
import ArgumentParser
import Engine
import RuleComparison
import RuleFiles
import RuleModel
import RuleTests

/// Reads rule files like the daemon, without the daemon.
struct RuleFileReader {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The given files or directories on top of the shipped defaults, or the standard directories.
    func load(_ paths: [String]) -> RuleLoadResult {
        let directories: RuleDirectories
        if paths.isEmpty {
            directories = .standard(
                prefix: context.prefix, environment: context.environment)
        } else if paths.contains(where: SocketAddress.directoryExists) {
            directories = RuleDirectories(overriding: paths, prefix: context.prefix)
        } else {
            directories = RuleDirectories(files: paths, prefix: context.prefix)
        }
        return RuleLoader(zones: ZoneSource(environment: context.environment))
            .load(directories)
    }

    /// The text with one newline at its end.
    static func lined(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }

    /// Rejects a mixture of files and directories, which have no common order.
    static func validate(_ paths: [String]) throws {
        let directories = paths.filter(SocketAddress.directoryExists)
        if !directories.isEmpty, directories.count < paths.count {
            throw ValidationError("give either files or directories, not both")
        }
    }
}

struct RulesCheckCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check rule files; works without the daemon.",
        discussion: "Exits with status 1 if there is an error.")

    @Argument(
        help: """
            Files or directories, on top of the shipped defaults (default: the rules in use).
            """,
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var output: OutputOptions

    struct Answer: Encodable {
        var valid: Bool
        var errors: Int
        var warnings: Int
        var diagnostics: [Diagnostic]
        /// The diagnostics by file, as in the Language Server Protocol.
        var documents: [EditorDocument]
    }

    func validate() throws { try RuleFileReader.validate(paths) }

    func run(in context: CommandContext) throws {
        let loading = RuleFileReader(context).load(paths)
        let answer = Answer(
            valid: loading.ruleSet != nil, errors: loading.errors, warnings: loading.warnings,
            diagnostics: loading.diagnostics, documents: loading.documents)
        try context.show(answer, output) { style in
            if loading.diagnostics.isEmpty {
                let files = loading.sources.filter { !$0.isList }
                let shipped = files.filter { $0.layer == 0 }.count
                return Count.files(files.count, shipped: shipped) + ", no errors.\n"
            }
            return RuleFileReader.lined(loading.rendered(color: style.color))
        }
        if !answer.valid { throw ExitCode.failure }
    }
}

struct RulesCatCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Show the merged rules and the file that each part came from.",
        discussion: "Reads the files as they are now; works without the daemon.")

    @Argument(
        help: """
            Files or directories, on top of the shipped defaults (default: the rules in use).
            """,
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

struct RulesTestCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Test rules with the cases in *.test.yaml files.",
        discussion: """
            Time is simulated, so the tests do not wait. The daemon is not needed.
            Exits with status 1 if a case fails or a file has an error.
            """)

    @Argument(
        help: """
            Test files, or directories with test files (default: the tests beside the rules in \
            use).
            """,
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @Option(help: "Run only the cases whose name or file path contains this text.")
    var filter: String?

    @Flag(help: "Show how many times each condition was true and how many times false.")
    var coverage = false

    @Flag(help: "Fail if a condition was never true or never false.")
    var requireCoverage = false

    @OptionGroup var output: OutputOptions

    struct Answer: Encodable {
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
            throw ValidationError("--require-coverage needs every case; leave out --filter")
        }
    }

    func run(in context: CommandContext) throws {
        let report = RuleTester(
            zones: ZoneSource(environment: context.environment), prefix: context.prefix,
            environment: context.environment
        ).test(paths, filter: filter)
        if report.files.isEmpty, report.faults.isEmpty {
            throw Failure(
                "there is no *.test.yaml file beside the rules in use; name a file or a directory")
        }
        if let filter, report.hasPassed, report.passed == 0 {
            throw Failure("no case or file has \"\(Printable.text(filter))\" in its name")
        }
        let missing = requireCoverage ? report.missing : []
        let isFine = report.hasPassed && missing.isEmpty
        try context.show(answer(report, missing, isFine), output) { style in
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

struct RulesDiffCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare rules, and show what becomes stricter or weaker, and when.",
        discussion: """
            With two arguments, compares OLD with NEW. With one, compares the rules that the \
            daemon last accepted with NEW. Without arguments, compares the daemon's rules with \
            those on disk.

            Rules are compared by what they do, not by their text. Each difference comes with an \
            example: a time, or the values of variables. A difference that cannot be decided \
            counts as weaker.

            Exit status: 0 if nothing becomes weaker, 1 if something becomes weaker, 2 if the \
            rules have errors, 69 if the daemon is needed but not running.
            """)

    /// The exit status if there is nothing to compare.
    static let unreadable: Int32 = 2

    @Argument(
        help: ArgumentHelp(
            "Files or directories, on top of the shipped defaults: OLD and NEW, or NEW alone.",
            valueName: "rules"),
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var daemon: DaemonOptions

    struct Answer: Encodable {
        var weaker: Int
        var undecided: Int
        var stricter: Int
        var neutral: Int
        var differences: [Entry]

        struct Entry: Encodable {
            var kind: String
            var path: String
            var words: String
            var witness: String?
            /// The values of the variables, for a witness of that kind.
            var values: [String: String]?
        }

        init(_ differences: [Difference]) {
            func count(_ kind: Difference.Kind) -> Int { differences.count { $0.kind == kind } }
            weaker = count(.weaker)
            undecided = count(.undecided)
            stricter = count(.stricter)
            neutral = count(.neutral)
            self.differences = differences.map { difference in
                Entry(
                    kind: difference.kind.rawValue, path: difference.path,
                    words: difference.words, witness: difference.witness?.text,
                    values: difference.witness?.values)
            }
        }
    }

    func validate() throws {
        if paths.count > 2 { throw ValidationError("give OLD and NEW, or NEW alone") }
    }

    func run(in context: CommandContext) throws {
        let reading = RuleFileReader(context)
        let old: RuleSet
        if paths.count == 2 {
            old = try checked(reading.load([paths[0]]), context)
        } else {
            old = try checked(accepted(context), context)
        }
        let new = try checked(reading.load(paths.last.map { [$0] } ?? []), context)
        let differences = new.differences(from: old)
        try context.show(Answer(differences), daemon.output) { style in
            RulesDiffText.text(differences, style)
        }
        if differences.contains(where: \.isWeaker) { throw ExitCode.failure }
    }

    /// The rules that the daemon accepted last, with lists of sites from the daemon's copies.
    private func accepted(_ context: CommandContext) throws -> RuleLoadResult {
        let reply = try daemon.client(context).call(RulesAPI.Sources.self)
        let state = StateDirectories(environment: context.environment).only
        let lists = ListSource(copies: state.map { ListCopies(directory: $0 + "/lists") })
        return RuleLoader(zones: ZoneSource(environment: context.environment), lists: lists)
            .load(
                sources: reply.sources.map { source in
                    source.digest.map {
                        RuleText(list: source.path, layer: source.layer, digest: $0)
                    } ?? RuleText(path: source.path, layer: source.layer, text: source.text)
                })
    }

    /// The loaded rules; throws if they have errors, since they cannot be compared then.
    private func checked(
        _ loading: RuleLoadResult, _ context: CommandContext
    ) throws -> RuleSet {
        if let set = loading.ruleSet { return set }
        context.error(RuleFileReader.lined(loading.rendered(color: false)))
        throw Failure("rules with errors cannot be compared", status: Self.unreadable)
    }
}

extension Witness {
    /// The values of the variables; nil for another kind of witness.
    var values: [String: String]? {
        guard case .values(let readings) = self else { return nil }
        return Dictionary(
            readings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
