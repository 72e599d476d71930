import API

/// What `soteria rules list` shows: every entry in force, and the edits that wait.
struct RuleListText {
    let list: RulesAPI.List.Reply
    let now: Moment
    let style: Style

    var text: String {
        [entries, waiting].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var entries: String {
        guard !list.rules.isEmpty else { return "No rules are in force.\n" }
        var table = TextTable()
        for rule in list.rules {
            let until = rule.until.map { "holds on until \(TimeWords.ahead($0, now: now))" }
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
        return TextTable(rows).text(style)
            + "To cancel an edit of the files, restore the file; of a switch, switch it on again.\n"
    }

    /// The section of the rule files in which entries of a kind stand.
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
