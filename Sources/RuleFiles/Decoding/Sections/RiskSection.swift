import Engine

extension Draft {
    /// `risk: {levels: {moderate, high, critical}, factors: {KEY: {weight, when}}}`.
    mutating func decodeRisk(_ entry: Mapping.Entry) {
        guard let map = map(entry.value, expected: "a map with levels and factors") else { return }
        checkKeys(of: map, are: ["levels", "factors"], in: "risk")
        if let entry = map["levels"], let levels = levels(entry) { self.levels = levels }
        guard let entry = map["factors"] else { return }
        factors = keyedEntries(entry, of: "factors").compactMap { factor($0) }
    }

    private mutating func levels(_ entry: Mapping.Entry) -> RiskLevels? {
        guard let map = map(entry.value, expected: "a map with moderate, high and critical") else {
            return nil
        }
        checkKeys(of: map, are: ["moderate", "high", "critical"], in: "levels")
        func read(_ key: String, _ standard: Score) -> (score: Score, at: Position)? {
            guard let entry = map[key] else { return (standard, entry.keyAt) }
            return score(entry.value).map { ($0, entry.value.at) }
        }
        let standard = RiskLevels.standard
        let moderate = read("moderate", standard.moderate)
        let high = read("high", standard.high)
        let critical = read("critical", standard.critical)
        guard let moderate, let high, let critical else { return nil }
        let low = (score: Score.zero, at: moderate.at)
        let steps = [
            ("low", low, "moderate", moderate), ("moderate", moderate, "high", high),
            ("high", high, "critical", critical),
        ]
        var isAscending = true
        for (lower, below, name, level) in steps where level.score <= below.score {
            // What the later file says is to blame.
            let places = [level.at, below.at].sorted { $0.file > $1.file }
            findings.error(
                "\(name) begins at \(level.score); it must begin above \(lower), "
                    + "which begins at \(below.score)",
                at: places[0],
                notes: places[0].file == places[1].file
                    ? [] : [(at: places[1], message: "the other one is set here")])
            isAscending = false
        }
        guard isAscending else { return nil }
        return RiskLevels(
            moderate: moderate.score, high: high.score, critical: critical.score)
    }

    private mutating func factor(_ entry: Mapping.Entry) -> RiskFactor? {
        let what = "factor \"\(entry.key)\""
        guard let map = map(entry.value, expected: "a map with weight and when") else { return nil }
        let meant = checkKeys(of: map, are: ["weight", "when"], in: what)
        require("weight", "what it adds to the score", of: entry, in: what, meant: meant)
        require("when", "its condition", of: entry, in: what, meant: meant)
        let weight = map["weight"].flatMap { score($0.value) }
        let condition = map["when"].flatMap { factorCondition($0.value) }
        guard let weight, let condition else { return nil }
        return RiskFactor(
            key: entry.key, weight: weight, condition: condition.program, text: condition.text)
    }
}
