import RuleFiles

/// The outcome of testing rules.
package struct RuleTestReport: Hashable, Sendable {
    /// The test files in the order given, and within a directory by name.
    package var files: [File] = []
    /// The conditions of the tested rules as observed, without shipped ones of lower layers.
    package var conditions: [Condition] = []
    /// The errors of files that could not be read at all.
    package var faults: [Diagnostic] = []

    package struct File: Hashable, Sendable {
        /// The path as it was given, or below the directory that was given.
        package var path: String
        /// The requested cases; empty if the file or its rules have errors.
        package var cases: [Case] = []
        /// The mistakes in the file itself, or in its rules.
        package var diagnostics: [Diagnostic] = []
    }

    package struct Case: Hashable, Sendable, Codable {
        /// A description of what the case shows.
        package var name: String
        package var line: Int
        /// The expectations that were not met; empty if the case passed.
        package var failures: [Diagnostic]

        package var hasPassed: Bool { failures.isEmpty }
    }

    package struct Condition: Hashable, Sendable, Codable {
        /// The condition's place in the rules: `risk.factors.late_night`.
        package var path: String
        package var file: String
        package var line: Int
        /// The column in characters, from 1.
        package var column: Int
        package var text: String
        /// The line's text, with the condition's place in it; nil if it cannot be shown.
        package var excerpt: Diagnostic.Excerpt?
        package var seenTrue: Int
        package var seenFalse: Int

        package var isCovered: Bool { seenTrue > 0 && seenFalse > 0 }
    }

    package var passed: Int { files.reduce(0) { $0 + $1.cases.count(where: \.hasPassed) } }
    package var failed: Int { files.reduce(0) { $0 + $1.cases.count { !$0.hasPassed } } }
    package var faulty: Int {
        files.count { $0.diagnostics.contains { $0.severity == .error } } + faults.count
    }
    package var covered: Int { conditions.count(where: \.isCovered) }
    /// True if every case ran and passed.
    package var hasPassed: Bool { failed == 0 && faulty == 0 }

    /// An error for each condition that was never seen true, or never seen false.
    package var missing: [Diagnostic] {
        conditions.filter { !$0.isCovered }.sorted {
            ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column)
        }.map { condition in
            let outcome =
                condition.seenTrue > 0
                ? "no case made \(condition.path) false"
                : condition.seenFalse > 0
                    ? "no case made \(condition.path) true"
                    : "no case evaluated \(condition.path)"
            return Diagnostic(
                severity: .error, file: condition.file, line: condition.line,
                column: condition.column,
                message: outcome, excerpt: condition.excerpt)
        }
    }
}
