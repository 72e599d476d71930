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
        let days = read(BudgetFields.days, in: fields)
        let resets = read(BudgetFields.resets, in: fields)
        let isStrict = read(BudgetFields.strict, in: fields)
        let zone = read(BudgetFields.zone, in: fields)
        guard let target, let limit, let period, let days, let resets, let isStrict,
            fits(period, fields)
        else { return nil }
        if limit >= period.length, let at = fields.entry("limit")?.value.at {
            findings.warning(
                .unreachableLimit,
                "this limit has no effect, because it is at least as long as a whole "
                    + "\(period.rawValue)", at: at)
        }
        return Budget(
            key: entry.key, name: name, target: target, limit: limit, per: period,
            days: days, resets: resets, isStrict: isStrict, timeZone: zone ?? nil,
            fingerprint: Fingerprint.of(["budgets", entry.key, entry.value.canonicalText]))
    }

    /// Reports a key that has no meaning for the period.
    private mutating func fits(_ period: Budget.Period, _ fields: Fields) -> Bool {
        if period == .hour, let entry = fields.entry(BudgetFields.resets.key) {
            findings.error(
                "a budget per hour begins again at every full hour and cannot have \"resets:\"",
                at: entry.keyAt)
            return false
        }
        if period == .week, let entry = fields.entry(BudgetFields.days.key) {
            findings.error(
                "a budget per week counts every day and cannot have \"days:\"", at: entry.keyAt)
            return false
        }
        return true
    }

    /// Reads a period such as `day` or `week`; `daily` and the like are refused with a suggestion.
    mutating func period<Period: RawRepresentable<String> & CaseIterable>(
        _ node: Node
    ) -> Period? {
        choice(node) { text in
            let start = text.lowercased().prefix(2)
            return Period.allCases.first { $0.rawValue.prefix(2) == start }?.rawValue
        }
    }
}

extension Budget.Period {
    /// The length of a period in which no clock changes.
    var length: TimeSpan {
        switch self {
        case .hour: .hours(1)
        case .day: .days(1)
        case .week: .days(7)
        }
    }
}
