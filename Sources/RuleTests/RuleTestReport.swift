import RuleFiles

/// What came of testing rules.
package struct RuleTestReport: Hashable, Sendable {
    /// The test files in the order given, and within a directory by name.
    package var files: [File] = []
    /// What was seen of the conditions of the rules that were tested, the shipped ones left out
    /// where they only lie below.
    package var conditions: [Condition] = []
    /// What could not be read at all.
    package var faults: [Diagnostic] = []

    /// One test file.
    package struct File: Hashable, Sendable {
        /// Its path as it was given, or below the directory that was given.
        package var path: String
        /// Its cases in their order, as far as they were asked for; empty where the file or the
        /// rules that it tests are faulty.
        package var cases: [Case] = []
        /// What is wrong with the file itself, or with its rules.
        package var diagnostics: [Diagnostic] = []
    }

    /// One case that was gone through.
    package struct Case: Hashable, Sendable, Codable {
        /// What it shows, in words.
        package var name: String
        /// The line on which it begins, from 1.
        package var line: Int
        /// What did not come out as expected; empty where it passed.
        package var failures: [Diagnostic]

        /// Whether all came out as expected.
        package var hasPassed: Bool { failures.isEmpty }
    }

    /// A condition of the rules.
    package struct Condition: Hashable, Sendable, Codable {
        /// Its place in the rules: `risk.factors.late_night`.
        package var path: String
        /// The file in which it is written.
        package var file: String
        /// The line, from 1.
        package var line: Int
        /// The column in characters, from 1.
        package var column: Int
        /// As written.
        package var text: String
        /// The line's text, with the condition's place in it; nil where it cannot be shown.
        package var excerpt: Diagnostic.Excerpt?
        /// How often it was seen true.
        package var seenTrue: Int
        /// How often it was seen false.
        package var seenFalse: Int

        /// Whether it was seen true as well as false.
        package var isCovered: Bool { seenTrue > 0 && seenFalse > 0 }
    }

    /// How many cases passed.
    package var passed: Int { files.reduce(0) { $0 + $1.cases.count(where: \.hasPassed) } }
    /// How many cases did not.
    package var failed: Int { files.reduce(0) { $0 + $1.cases.count { !$0.hasPassed } } }
    /// How many files could not be tested.
    package var faulty: Int {
        files.count { $0.diagnostics.contains { $0.severity == .error } } + faults.count
    }
    /// How many conditions were seen true as well as false.
    package var covered: Int { conditions.count(where: \.isCovered) }
    /// Whether every case was gone through and passed.
    package var hasPassed: Bool { failed == 0 && faulty == 0 }

    /// An error for each condition that was never seen true, or never seen false.
    package var missing: [Diagnostic] {
        conditions.filter { !$0.isCovered }.sorted {
            ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column)
        }.map { condition in
            let seen =
                condition.seenTrue > 0
                ? "never false" : condition.seenFalse > 0 ? "never true" : "never evaluated"
            return Diagnostic(
                severity: .error, file: condition.file, line: condition.line,
                column: condition.column,
                message: "\(condition.path) was \(seen) in any case", excerpt: condition.excerpt)
        }
    }
}
