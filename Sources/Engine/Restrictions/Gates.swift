import RuleModel

/// Which check-ins and budgets of the rules concern each target.
struct Gates: Sendable {
    private var checkIns: [String: [Int]] = [:]
    private var budgets: [String: [Int]] = [:]

    init(_ rules: RuleSet) {
        for (index, checkIn) in rules.checkIns.enumerated() {
            for target in checkIn.targets { checkIns[target, default: []].append(index) }
        }
        for (index, budget) in rules.budgets.enumerated() {
            budgets[budget.target, default: []].append(index)
        }
    }

    /// The indices of the check-ins that concern a target, ascending.
    func checkIns(of target: String) -> [Int] { checkIns[target] ?? [] }
    /// The indices of the budgets of a target, ascending.
    func budgets(of target: String) -> [Int] { budgets[target] ?? [] }
}
