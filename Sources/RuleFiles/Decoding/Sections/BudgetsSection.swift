import Engine

extension Draft {
    /// `budgets: {KEY: {name, target, limit, per, resets, strict, time_zone}}`.
    mutating func decodeBudgets(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "budgets")
        declare(entries, of: entry, as: \.budgets)
        for entry in entries {
            guard let budget = budget(entry) else { continue }
            budgets.append((budget, entry))
        }
    }

    private mutating func budget(_ entry: Mapping.Entry) -> Budget? {
        let what = "budget \"\(entry.key)\""
        guard let map = map(entry.value, expected: "a map with target and limit") else {
            return nil
        }
        let meant = checkKeys(
            of: map, are: ["name", "target", "limit", "per", "resets", "strict", "time_zone"],
            in: what)
        var name: String? = entry.key
        if let entry = map["name"] { name = self.name(entry.value) }
        require("target", "whose use is counted", of: entry, in: what, meant: meant)
        let target = map["target"].flatMap { declaredTarget($0.value) }
        require("limit", "such as 45m", of: entry, in: what, meant: meant)
        let limit = map["limit"].flatMap { timeSpan($0.value, within: .minutes(1) ... .days(7)) }
        var period: Budget.Period? = .day
        if let entry = map["per"] { period = self.period(entry.value) }
        var resets: Int? = 0
        if let entry = map["resets"] { resets = clockTime(entry.value) }
        var isStrict: Bool? = false
        if let entry = map["strict"] { isStrict = truth(entry.value) }
        let zone = map["time_zone"].map { localZone($0.value, of: "budget") }
        guard let name, let target, let limit, let period, let resets, let isStrict else {
            return nil
        }
        if limit >= (period == .day ? .days(1) : .days(7)), let at = map["limit"]?.value.at {
            findings.warning(
                "a \(period.rawValue) is not longer: this limit is never reached", at: at)
        }
        return Budget(
            key: entry.key, name: name, target: target, limit: limit, per: period,
            resets: resets, isStrict: isStrict, timeZone: zone ?? nil,
            fingerprint: Fingerprint.of(["budgets", entry.key, entry.value.canonicalText]))
    }

    private mutating func period(_ node: Node) -> Budget.Period? {
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
