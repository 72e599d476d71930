import RuleModel

extension Draft {
    /// `budgets: {KEY: BudgetFields}`.
    mutating func decodeBudgets(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "budgets")
        declare(entries, of: entry, as: \.budgets)
        budgets = rules(entries, BudgetFields.shape, "budget") { $0.budget($1, $2) }
    }

    private mutating func budget(_ fields: Fields, _ entry: Mapping.Entry) -> Budget? {
        let name = read(BudgetFields.name, in: fields) ?? entry.key
        let target = read(BudgetFields.target, in: fields)
        let limit = read(BudgetFields.limit, in: fields)
        let period = read(BudgetFields.period, in: fields)
        let resets = read(BudgetFields.resets, in: fields)
        let isStrict = read(BudgetFields.strict, in: fields)
        let zone = read(BudgetFields.zone, in: fields)
        guard let target, let limit, let period, let resets, let isStrict else { return nil }
        if limit >= (period == .day ? .days(1) : .days(7)),
            let at = fields.entry("limit")?.value.at
        {
            findings.warning(
                .unreachableLimit,
                "this limit has no effect, because it is at least as long as a whole "
                    + "\(period.rawValue)", at: at)
        }
        return Budget(
            key: entry.key, name: name, target: target, limit: limit, per: period,
            resets: resets, isStrict: isStrict, timeZone: zone ?? nil,
            fingerprint: Fingerprint.of(["budgets", entry.key, entry.value.canonicalText]))
    }

    /// Reads `day` or `week`; `daily` and `weekly` are refused with a suggestion.
    mutating func period(_ node: Node) -> Budget.Period? {
        choice(node) { text in
            let lower = text.lowercased()
            if lower.hasPrefix("da") { return "day" }
            return lower.hasPrefix("we") ? "week" : nil
        }
    }
}
