import RuleModel

extension Draft {
    /// `budgets: {KEY: BudgetFields}`.
    mutating func decodeBudgets(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "budgets")
        declare(entries, of: entry, as: \.budgets)
        for entry in entries {
            guard let budget = budget(entry) else { continue }
            budgets.append((budget, entry))
        }
    }

    private mutating func budget(_ entry: Mapping.Entry) -> Budget? {
        guard
            let fields = fields(
                entry, BudgetFields.shape, of: "budget \"\(entry.key)\"")
        else { return nil }
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
                "a \(period.rawValue) is not longer: this limit is never reached", at: at)
        }
        return Budget(
            key: entry.key, name: name, target: target, limit: limit, per: period,
            resets: resets, isStrict: isStrict, timeZone: zone ?? nil,
            fingerprint: Fingerprint.of(["budgets", entry.key, entry.value.canonicalText]))
    }

    /// `day` or `week`.
    mutating func period(_ node: Node) -> Budget.Period? {
        guard let text = text(node, expected: "day or week") else { return nil }
        if let period = Budget.Period(rawValue: text) { return period }
        let lower = text.lowercased()
        let meant =
            lower.hasPrefix("da")
            ? "day"
            : (lower.hasPrefix("we")
                ? "week"
                : NearName.nearest(to: lower, among: Budget.Period.allCases.map(\.rawValue)))
        wrongType(node, expected: "day or week", suggestion: meant)
        return nil
    }
}
