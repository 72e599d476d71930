import Engine
import RuleFiles

/// Tests rules: runs the cases of `*.test.yaml` files with the real engine over simulated time.
package struct RuleTester: Sendable {
    private let zones: ZoneSource
    private let prefix: String?
    private let standard: RuleDirectories

    /// A tester; `prefix` is where Soteria is installed, as in `RuleDirectories.standard`, and
    /// zones come from the source. The machine's own zone has no influence.
    package init(zones: ZoneSource, prefix: String?, environment: [String: String]) {
        self.zones = zones
        self.prefix = prefix
        standard = .standard(prefix: prefix, environment: environment)
    }

    /// Runs the cases of the given files and directories, or of the test files beside the rules in
    /// use. With `filter`, runs only cases whose name or file path contains it, ignoring case.
    package func test(_ paths: [String], filter: String? = nil) -> RuleTestReport {
        let places = paths.isEmpty ? standard.paths.filter(FileReader.isDirectory) : paths
        let files = RuleTestFiles(places, isStandard: paths.isEmpty)
        var report = RuleTestReport(faults: files.faults)
        var seen = SeenConditions()
        for path in files.paths {
            report.files.append(test(file: path, filter: filter?.lowercased(), &seen))
        }
        report.conditions = seen.all
        return report
    }

    private func test(
        file path: String, filter: String?, _ seen: inout SeenConditions
    ) -> RuleTestReport.File {
        var report = RuleTestReport.File(path: path)
        let text: String
        switch RuleTestFiles.text(of: path) {
        case .success(let read): text = read
        case .failure(let fault):
            report.diagnostics = [
                Diagnostic(
                    severity: .error, file: path,
                    message: "the file cannot be read: \(fault.message)")
            ]
            return report
        }
        let source = SourceText(path: path, layer: 0, text: text)
        var findings = Findings(files: [source])
        guard let root = Composer.compose(source, file: 0, into: &findings),
            let tested = TestedRules(
                of: root, in: source, loader: RuleLoader(zones: zones), standard: standard,
                prefix: prefix, findings: &findings)
        else {
            report.diagnostics = findings.sorted()
            return report
        }
        guard let rules = tested.loading.ruleSet else {
            report.diagnostics = findings.sorted() + tested.loading.diagnostics
            return report
        }
        let cache = ZoneCache(zones)
        let conditions = RuleConditions(rules, zones: cache.lookup)
        var reader = TestReader(
            findings: findings, rules: rules, conditions: conditions, zones: cache)
        let cases = reader.cases(of: root)
        report.diagnostics = reader.draft.findings.sorted()
        guard !reader.draft.findings.hasErrors else { return report }
        var coverage = ConditionCoverage(of: conditions)
        for testCase in cases {
            if let filter, !testCase.name.lowercased().contains(filter),
                !path.lowercased().contains(filter)
            {
                continue
            }
            var run = CaseRun(
                testCase, rules: rules, conditions: conditions, index: reader.index,
                coverage: coverage, findings: Findings(files: [source]))
            run.run()
            coverage = run.coverage
            report.cases.append(
                RuleTestReport.Case(
                    name: testCase.name, line: testCase.at.line,
                    failures: run.findings.sorted()))
        }
        seen.add(coverage, of: conditions, in: tested)
        return report
    }
}

/// The outcomes of the conditions in all test files, each condition once.
private struct SeenConditions {
    private(set) var all: [RuleTestReport.Condition] = []
    private var places: [String: Int] = [:]

    mutating func add(
        _ coverage: ConditionCoverage, of conditions: RuleConditions, in tested: TestedRules
    ) {
        for (condition, count) in zip(conditions.all, coverage.counts) {
            guard let found = tested.report(on: condition, seen: count) else { continue }
            let id = "\(found.file):\(found.line) \(found.path)"
            if let place = places[id] {
                all[place].seenTrue += count.isTrue
                all[place].seenFalse += count.isFalse
            } else {
                places[id] = all.count
                all.append(found)
            }
        }
    }
}
