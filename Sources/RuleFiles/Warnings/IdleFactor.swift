import RuleModel

extension RuleReview {
    /// Factors that weigh nothing, and levels above all that the factors add up to.
    mutating func reviewWeights() {
        for factor in draft.factors where factor.weight == .zero {
            let entry = member(factor.key, of: member("factors", of: root["risk"]))
            // Over a lower layer's weight a zero is a way to switch its factor off.
            guard let weight = member("weight", of: entry), weight.replaced == nil else { continue }
            warn(
                "the factor \"\(factor.key)\" weighs nothing: it never matters",
                at: weight.value.at)
        }
        reviewLevels()
    }

    private mutating func reviewLevels() {
        let most = draft.factors.reduce(Score.zero) { $0 + $1.weight }
        guard !draft.factors.isEmpty, let entry = member("levels", of: root["risk"]) else { return }
        let levels = [
            ("moderate", draft.levels.moderate), ("high", draft.levels.high),
            ("critical", draft.levels.critical),
        ]
        for (name, level) in levels where level > most {
            guard let place = member(name, of: entry)?.value.at, layer(of: place) > 0 else {
                continue
            }
            // The levels above it are out of reach, too.
            return warn(
                "no risk is ever \(name), which begins at \(level): all factors together come to "
                    + "\(most)", at: place)
        }
    }
}
