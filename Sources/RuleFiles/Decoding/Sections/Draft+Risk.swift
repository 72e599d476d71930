import RuleModel

extension Draft {
    /// `risk: RiskFields`.
    mutating func decodeRisk(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, RiskFields.shape, of: "risk") else { return }
        if let levels = read(RiskFields.levels, in: fields) { self.levels = levels }
        if let factors = read(RiskFields.factors, in: fields) { self.factors = factors }
    }

    /// Reads the scores at which the levels begin; each level has to begin above the previous one.
    mutating func levels(_ fields: Fields) -> RiskLevels? {
        let read = { (draft: inout Draft, field: Field<Score>) -> (score: Score, at: Position)? in
            draft.read(field, in: fields).map { ($0, fields.position(of: field.key)) }
        }
        let moderate = read(&self, LevelFields.moderate)
        let high = read(&self, LevelFields.high)
        let critical = read(&self, LevelFields.critical)
        guard let moderate, let high, let critical else { return nil }
        let low = (score: Score.zero, at: moderate.at)
        let steps = [
            ("low", low, "moderate", moderate), ("moderate", moderate, "high", high),
            ("high", high, "critical", critical),
        ]
        var isAscending = true
        for (lower, below, name, level) in steps where level.score <= below.score {
            // The later file is to blame.
            let places = [level.at, below.at].sorted { $0.file > $1.file }
            findings.error(
                "\(name) begins at \(level.score), but must begin above \(lower), which begins at "
                    + "\(below.score)",
                at: places[0],
                notes: places[0].file == places[1].file
                    ? [] : [(at: places[1], message: "the other level is set here")])
            isAscending = false
        }
        guard isAscending else { return nil }
        return RiskLevels(moderate: moderate.score, high: high.score, critical: critical.score)
    }

    mutating func factors(_ node: Node, at position: Position) -> [RiskFactor]? {
        let entries = keyedEntries(node, of: "factors", at: position)
        return rules(entries, FactorFields.shape, "factor") { $0.factor($1, $2) }.map(\.rule)
    }

    private mutating func factor(_ fields: Fields, _ entry: Mapping.Entry) -> RiskFactor? {
        let weight = read(FactorFields.weight, in: fields)
        let condition = read(FactorFields.when, in: fields)
        guard let weight, let condition else { return nil }
        return RiskFactor(
            key: entry.key, weight: weight, condition: condition.program, text: condition.text)
    }
}
