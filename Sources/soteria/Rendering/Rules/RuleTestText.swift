import RuleFiles
import RuleTests

/// What came of testing rules.
enum RuleTestText {
    /// Each file with its cases: one line where all is well, else what went wrong.
    static func files(_ report: RuleTestReport, _ style: Style) -> String {
        diagnostics(report.faults, style) + report.files.map { file($0, style) }.joined()
    }

    private static func file(_ file: RuleTestReport.File, _ style: Style) -> String {
        let failed = file.cases.filter { !$0.hasPassed }
        let path = style.apply(.strong, Printable.text(file.path))
        if file.diagnostics.contains(where: { $0.severity == .error }) {
            return style.apply(.bad, "error") + "  \(path)\n" + diagnostics(file.diagnostics, style)
        }
        let head =
            failed.isEmpty
            ? style.apply(.good, "ok") + "     \(path)  \(Count.text(file.cases.count, "case"))\n"
            : style.apply(.bad, "FAIL") + "   \(path)  \(failed.count) of "
                + "\(Count.text(file.cases.count, "case"))\n"
        return head + diagnostics(file.diagnostics, style)
            + failed.map { failure in
                "\n" + style.apply(.bad, "FAIL") + "   "
                    + style.apply(.strong, Printable.text(failure.name)) + "\n"
                    + diagnostics(failure.failures, style)
            }.joined() + (failed.isEmpty ? "" : "\n")
    }

    private static func diagnostics(_ diagnostics: [Diagnostic], _ style: Style) -> String {
        diagnostics.map { RuleReading.lined($0.rendered(color: style.color)) }.joined()
    }

    /// How often each condition was seen true and seen false.
    static func coverage(_ report: RuleTestReport, _ style: Style) -> String {
        guard !report.conditions.isEmpty else { return "" }
        var table = TextTable([
            ["TRUE", "FALSE", "CONDITION", ""].map { TextTable.Cell($0, .faint) }
        ])
        for condition in report.conditions {
            table.add(
                count(condition.seenTrue), count(condition.seenFalse),
                .init(condition.path, .strong), .init(oneLine(condition.text), .faint))
        }
        return table.text(style) + "\n"
    }

    private static func count(_ count: Int) -> TextTable.Cell {
        count == 0 ? .init("never", .bad) : .init(String(count))
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `57 cases passed, 1 failed; 24 of 25 conditions seen true and false.`
    static func summary(_ report: RuleTestReport, _ style: Style) -> String {
        var parts = [Count.text(report.passed, "case") + " passed"]
        if report.failed > 0 { parts.append("\(report.failed) failed") }
        if report.faulty > 0 { parts.append(Count.text(report.faulty, "file") + " not tested") }
        var text = parts.joined(separator: ", ")
        if !report.conditions.isEmpty {
            text +=
                "; \(report.covered) of \(Count.text(report.conditions.count, "condition")) "
                + "seen true and false"
        }
        return style.apply(report.hasPassed ? .good : .bad, text + ".") + "\n"
    }
}
