import Foundation
import RuleFiles
import RuleTests
import Testing

/// A directory with the given files, in which rules are tried.
struct Trial {
    /// The result.
    let report: RuleTestReport
    private let scratch: Scratch

    /// The rules that most trials are about.
    static let rules = """
        targets:
          shop:
            sites: [shop.example]
            apps: [org.example.Shop]
            wait: {planned: 20s, impulse: 20s}
          feeds: {sites: [feeds.example]}
        quiet_hours:
          nights: {block: [shop], ranges: [{time: "22:00-06:00"}]}
          lessons: {block: [feeds], strict: true, ranges: [{days: weekdays, time: "08:00-12:00"}]}
        check_ins:
          morning: {question: "Ready?", on_no: {block: [feeds]}, strict: false}
        budgets:
          feeds: {target: feeds, limit: 30m}

        """

    /// Tries the rules with a test file; with other files beside them where some are given.
    init(
        _ test: String, rules: String = Trial.rules, files: [String: String] = [:],
        filter: String? = nil, name: String = "a.test.yaml"
    ) throws {
        scratch = try Scratch()
        try scratch.write(rules, to: "rules.yaml")
        try scratch.write(test, to: name)
        for (name, text) in files { try scratch.write(text, to: name) }
        report = Self.tester.test([scratch.path], filter: filter)
    }

    /// A tester that knows no directories in use.
    static let tester = RuleTester(zones: zones, prefix: nil, environment: [:])

    /// The trial of one case: a moment in Berlin, what lies behind it, and what follows.
    static func `case`(_ lines: String, rules more: String = "") throws -> Trial {
        let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "    " + $0 }.joined(separator: "\n")
        return try Trial(
            "time_zone: Europe/Berlin\ncases:\n  - name: One\n\(indented)\n", rules: rules + more)
    }

    /// All that a person reads of mistakes and failures, without the directory's name.
    var text: String {
        let diagnostics =
            report.faults
            + report.files.flatMap { $0.diagnostics + $0.cases.flatMap(\.failures) }
        return diagnostics.map { $0.rendered(color: false) }.joined(separator: "\n")
            .replacing("\(scratch.path)/", with: "").replacing(scratch.path, with: "DIRECTORY")
    }

    /// The first line of each, without the file's name.
    var lines: [String] {
        text.split(separator: "\n").filter {
            $0.contains(": error: ") || $0.contains(": warning: ")
        }
        .map { String($0).replacing("a.test.yaml:", with: "") }
    }

    /// Holds that every case passed, and that there was one.
    func expectPassed(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(text == "", sourceLocation: sourceLocation)
        #expect(report.hasPassed && report.passed > 0, sourceLocation: sourceLocation)
    }

    /// Holds that the cases did not pass, and what a person reads, line by line.
    func expectFailed(
        _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(lines == expected, sourceLocation: sourceLocation)
        #expect(report.failed == 1 && report.faulty == 0, sourceLocation: sourceLocation)
    }

    /// Holds that the file is faulty and no case was gone through, and what a person reads.
    func expectFaulty(
        _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(lines == expected, sourceLocation: sourceLocation)
        #expect(
            report.faulty == 1 && report.passed + report.failed == 0, sourceLocation: sourceLocation
        )
    }
}
