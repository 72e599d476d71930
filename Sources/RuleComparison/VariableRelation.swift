/// A relation that always holds between two variables, so that no witness contradicts it.
struct VariableRelation: Sendable {
    /// The index of the variable that is never above the other one.
    let lower: Int
    /// The index of the other one; both are on one scale.
    let upper: Int

    /// The relations among variables, ordered so that a lower bound comes before what it bounds.
    ///
    /// Windows of time lie within one another: what was done today was done this week. The last
    /// hour may be yesterday's, but never lies beyond 30 days.
    static func all(among names: [String]) -> [VariableRelation] {
        let index = Dictionary(
            names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
        var relations: [VariableRelation] = []
        func add(_ lower: String, _ upper: String) {
            guard let lower = index[lower], let upper = index[upper] else { return }
            relations.append(VariableRelation(lower: lower, upper: upper))
        }
        add("unblocks.today", "unblocks.this_week")
        add("unblocks.today", "unblocks.last_30_days")
        add("unblocks.last_hour", "unblocks.last_30_days")
        add("unblocks.this_week", "unblocks.last_30_days")
        add("kept.today", "kept.this_week")
        add("risk.automatic", "risk.score")
        for name in names where name.hasPrefix("check_ins.") && name.hasSuffix(".yes") {
            add(name, String(name.dropLast(3)) + "answered")
        }
        return relations
    }
}
