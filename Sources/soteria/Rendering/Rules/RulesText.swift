import API
import Localization
import RuleComparison
import RuleFiles
import RuleTests

/// The output of `soteria rules list`: every entry in force, and the delayed edits.
struct RuleListText {
    let list: RulesAPI.List.Reply
    let now: Moment
    let style: Style

    var text: String {
        [entries, waiting].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var entries: String {
        guard !list.rules.isEmpty else { return localized("No rules are in force.\n") }
        var table = TextTable()
        for rule in list.rules {
            let until = rule.until.map {
                localized("stays in force until \(TimeWords.ahead($0, now: now))")
            }
            table.add([
                .init(Self.section(rule.kind), .faint), .init(rule.rule, .strong),
                .init(rule.name == rule.rule ? "" : rule.name),
                .init(until ?? rule.file ?? "", until == nil ? .faint : .doubtful),
            ])
        }
        return table.text(style)
    }

    private var waiting: String {
        let rows = EditText.rows(list.pendingEdits, now: now)
        guard !rows.isEmpty else { return "" }
        let how = localized(
            """
            To cancel an edit, undo it in the rule file.
            To cancel a switch-off, switch the rule on again.

            """)
        return TextTable(rows).text(style) + how
    }

    /// The section of the rule files with entries of a kind.
    private static func section(_ kind: RulesAPI.RuleKind) -> String {
        switch kind {
        case .target: "targets"
        case .quietHours: "quiet_hours"
        case .riskFactor: "risk.factors"
        case .autoProtection: "auto_protection"
        case .checkIn: "check_ins"
        case .budget: "budgets"
        }
    }
}

enum EditText {
    /// A row for each edit: the entries that become weaker, and when.
    static func rows(_ edits: [RulesAPI.PendingEdit]?, now: Moment) -> [[TextTable.Cell]] {
        (edits ?? []).map {
            row($0.weakens, isSwitch: $0.kind == .switch, $0.until, zone: $0.timeZone, now: now)
        }
    }

    static func rows(_ edits: [DaemonAPI.PendingEdit]?, now: Moment) -> [[TextTable.Cell]] {
        (edits ?? []).map {
            row($0.weakens, isSwitch: $0.kind == .switch, $0.until, zone: $0.timeZone, now: now)
        }
    }

    private static func row(
        _ weakens: [String], isSwitch: Bool, _ until: String, zone: String?, now: Moment
    ) -> [TextTable.Cell] {
        if let zone {
            let words =
                localized(
                    """
                    changed; until \(TimeWords.ahead(until, now: now)), times in \
                    \(Printable.text(zone)) also apply: \(weakens.joined(separator: ", "))
                    """)
            return [.init(localized("Time zone")), .init(words, .doubtful)]
        }
        let what = weakens.joined(separator: ", ")
        let at = TimeWords.ahead(until, now: now)
        let words =
            isSwitch ? localized("\(what) off from \(at)") : localized("\(what) weaker from \(at)")
        return [
            .init(localized("Waiting")), .init(words, .doubtful),
        ]
    }

    /// A sentence about a delayed switch-off; empty if there is no delay.
    static func pending(_ until: String?, now: Moment?) -> String {
        guard let until else { return "" }
        return localized(
            """
            Switching off weakens the rules, so the change waits until \
            \(TimeWords.ahead(until, now: now)). To cancel the change, switch the rule or target \
            on again.

            """)
    }
}

/// Errors in rule files, as the daemon reports them: place, message, line and caret.
enum DiagnosticText {
    /// All of them, a blank line after each.
    static func all(_ diagnostics: [RulesAPI.Diagnostic], _ style: Style) -> String {
        diagnostics.map { one($0, style) + "\n" }.joined()
    }

    private static func one(_ diagnostic: RulesAPI.Diagnostic, _ style: Style) -> String {
        let isError = diagnostic.severity == .error
        var message = diagnostic.message
        if let suggestion = diagnostic.suggestion {
            message += localized("; did you mean \"\(suggestion)\"?")
        }
        let place = place(diagnostic.file, diagnostic.line, diagnostic.column)
        var text =
            style.apply(.strong, place) + ": "
            + style.apply(isError ? .bad : .doubtful, diagnostic.severity.rawValue) + ": "
            + Printable.text(message) + "\n"
        if let excerpt = diagnostic.excerpt {
            let before = Printable.columns(String(excerpt.prefix(max(diagnostic.caret ?? 0, 0))))
            let caret = String(repeating: " ", count: before) + style.apply(.good, "^")
            text += Printable.text(excerpt) + "\n" + caret + "\n"
        }
        for note in diagnostic.notes {
            text +=
                localized(
                    """
                    \(style.apply(.strong, self.place(note.file, note.line, note.column))): note: \
                    \(Printable.text(note.message))

                    """)
        }
        return text
    }

    private static func place(_ file: String, _ line: Int?, _ column: Int?) -> String {
        let file = Printable.text(file)
        return line.map { "\(file):\($0):\(column ?? 1)" } ?? file
    }
}

enum RulesDiffText {
    static func text(_ differences: [Difference], _ style: Style) -> String {
        if differences.isEmpty { return localized("Both sets of rules have the same effect.\n") }
        let groups = Difference.Kind.allCases.compactMap { kind -> String? in
            let group = differences.filter { $0.kind == kind }
            return group.isEmpty ? nil : section(kind, group, style)
        }
        return groups.joined(separator: "\n")
    }

    private static func section(
        _ kind: Difference.Kind, _ differences: [Difference], _ style: Style
    ) -> String {
        var table = TextTable()
        for difference in differences {
            let witness = difference.witness.map { "; \(Self.words($0))" } ?? ""
            table.add(.init(difference.path, .strong), .init(difference.words + witness))
        }
        return style.apply(role(kind), heading(kind)) + "\n" + table.text(style, indent: 2)
    }

    private static func heading(_ kind: Difference.Kind) -> String {
        switch kind {
        case .weaker: localized("Weaker")
        case .undecided: localized("Counted as weaker")
        case .stricter: localized("Stricter")
        case .neutral: localized("Neither stricter nor weaker")
        }
    }

    private static func role(_ kind: Difference.Kind) -> Style.Role {
        switch kind {
        case .weaker: .bad
        case .undecided: .doubtful
        case .stricter: .good
        case .neutral: .faint
        }
    }

    /// An example of a difference: `for example Friday 23:15`.
    private static func words(_ witness: Witness) -> String {
        if case .values(let readings) = witness, readings.isEmpty { return localized("always") }
        // A witness that is only a local time reads as a time.
        let isTime = !witness.text.contains(" = ")
        return localized("for example \(isTime ? "" : localized("with "))\(witness.text)")
    }
}

enum RuleTestText {
    /// Each file with its cases: one line if all passed, else the failures.
    static func files(_ report: RuleTestReport, _ style: Style) -> String {
        diagnostics(report.faults, style) + report.files.map { file($0, style) }.joined()
    }

    private static func file(_ file: RuleTestReport.File, _ style: Style) -> String {
        let failed = file.cases.filter { !$0.hasPassed }
        let path = style.apply(.strong, Printable.text(file.path))
        if file.diagnostics.contains(where: { $0.severity == .error }) {
            return style.apply(.bad, localized("error")) + "  \(path)\n"
                + diagnostics(file.diagnostics, style)
        }
        let head =
            failed.isEmpty
            ? style.apply(.good, localized("ok"))
                + "     \(path)  \(Count.cases(file.cases.count))\n"
            : localized(
                """
                \(style.apply(.bad, localized("FAIL")))   \(path)  \(failed.count) of \
                \(Count.cases(file.cases.count))

                """)
        return head + diagnostics(file.diagnostics, style)
            + failed.map { failure in
                "\n" + style.apply(.bad, localized("FAIL")) + "   "
                    + style.apply(.strong, Printable.text(failure.name)) + "\n"
                    + diagnostics(failure.failures, style)
            }.joined() + (failed.isEmpty ? "" : "\n")
    }

    private static func diagnostics(_ diagnostics: [Diagnostic], _ style: Style) -> String {
        diagnostics.map { RuleFileReader.lined($0.rendered(color: style.color)) }.joined()
    }

    /// The number of times that each condition was true and false.
    static func coverage(_ report: RuleTestReport, _ style: Style) -> String {
        guard !report.conditions.isEmpty else { return "" }
        var table = TextTable([
            [localized("TRUE"), localized("FALSE"), localized("CONDITION"), ""].map {
                TextTable.Cell($0, .faint)
            }
        ])
        for condition in report.conditions {
            table.add(
                count(condition.seenTrue), count(condition.seenFalse),
                .init(condition.path, .strong), .init(oneLine(condition.text), .faint))
        }
        return table.text(style) + "\n"
    }

    private static func count(_ count: Int) -> TextTable.Cell {
        count == 0 ? .init(localized("never"), .bad) : .init(String(count))
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `57 cases passed, 1 failed; 24 of 25 conditions seen both true and false.`
    static func summary(_ report: RuleTestReport, _ style: Style) -> String {
        var parts = [localized("\(Count.cases(report.passed)) passed")]
        if report.failed > 0 { parts.append(localized("\(report.failed) failed")) }
        if report.faulty > 0 { parts.append(localized("\(Count.files(report.faulty)) not tested")) }
        var text = parts.joined(separator: ", ")
        if !report.conditions.isEmpty {
            text +=
                "; "
                + localized(
                    """
                    \(report.covered) of \(Count.conditions(report.conditions.count)) seen both \
                    true and false
                    """)
        }
        return style.apply(report.hasPassed ? .good : .bad, text + ".") + "\n"
    }
}
