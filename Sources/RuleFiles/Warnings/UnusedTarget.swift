import RuleModel

extension RuleReview {
    /// A target that nothing blocks, counts or reads.
    mutating func reviewTargets() {
        let rules = draft.autoProtections.map(\.rule)
        // A protection without `block:` is one of every target, and a switch can begin it.
        guard !rules.contains(where: { $0.targets == nil }) else { return }
        let isBeginning =
            rules.isEmpty && draft.quietHours.isEmpty && draft.checkIns.isEmpty
            && draft.budgets.isEmpty
        guard !isBeginning else { return }
        var used = Set(draft.quietHours.flatMap(\.schedule.targets))
        used.formUnion(draft.checkIns.flatMap { $0.checkIn.blocks + $0.checkIn.onNo.block })
        used.formUnion(draft.budgets.map(\.budget.target))
        used.formUnion(rules.flatMap { $0.targets ?? [] })
        for variable in draft.environment.variables {
            guard let variable = RuleVariable(name: variable.name),
                variable.figure == .usageToday
            else { continue }
            used.insert(variable.key)
        }
        for (target, entry) in draft.targets where !used.contains(target.key) {
            guard layer(of: entry.keyAt) == topLayer else { continue }
            warn(
                "no rule blocks, counts or reads the target \"\(target.key)\"", at: entry.keyAt)
        }
    }
}
