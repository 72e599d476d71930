import RuleModel

extension RuleReview {
    /// Warns of targets that nothing blocks, counts or reads.
    mutating func reviewTargets() {
        let rules = draft.autoProtections.map(\.rule)
        // A protection without `block:` is one of every target, and a switch can begin it.
        guard !rules.contains(where: { $0.targets == nil }) else { return }
        let isBeginning =
            rules.isEmpty && draft.quietHours.isEmpty && draft.checkIns.isEmpty
            && draft.budgets.isEmpty
        guard !isBeginning else { return }
        var used = Set(draft.quietHours.flatMap(\.rule.targets))
        used.formUnion(draft.checkIns.flatMap { $0.rule.blocks + $0.rule.onNo.block })
        used.formUnion(draft.budgets.map(\.rule.target))
        used.formUnion(rules.flatMap { $0.targets ?? [] })
        for variable in draft.environment.variables {
            if let variable = RuleVariable(name: variable.name), variable.figure == .usageToday {
                used.insert(variable.key)
            }
        }
        for (target, entry) in draft.targets where !used.contains(target.key) {
            guard layer(of: entry.keyAt) == topLayer else { continue }
            warn(
                .unusedTarget,
                "no rule uses the target \"\(target.key)\"", at: entry.keyAt)
        }
    }

    /// Warns of features that no condition reads.
    mutating func reviewFeatures() {
        guard let map = root["features"]?.value.map else { return }
        let conditions =
            Array(draft.features.values) + draft.factors.map(\.text)
            + draft.autoProtections.map(\.rule.text)
        let read = Set(conditions.flatMap(draft.environment.roots))
        for entry in map.entries where !read.contains(entry.key) {
            // A lower layer may offer it to the files above.
            guard layer(of: entry.keyAt) == topLayer else { continue }
            warn(.unreadFeature, "no condition uses the feature \"\(entry.key)\"", at: entry.keyAt)
        }
    }
}
