import CEL
import RuleComparison
import RuleModel

extension RuleReview {
    /// Warns of conditions that are always true or always false.
    mutating func reviewConditions() {
        var search = ConstantSearch(draft)
        reviewFeatureTruths(&search)
        for factor in draft.factors {
            let entry = member(factor.key, of: member("factors", of: root["risk"]))
            guard let when = member("when", of: entry), isOwn(when),
                let truth = search.truth(of: factor.text)
            else { continue }
            warn(
                .constantCondition,
                "the condition of the factor \"\(factor.key)\" is always \(truth): the factor "
                    + (truth ? "always adds its weight" : "has no effect"),
                at: when.value.at)
        }
        for (rule, entry) in draft.autoProtections {
            guard let when = member("when", of: entry), isOwn(when) else { continue }
            if let truth = search.truth(of: rule.text) {
                warn(
                    .constantCondition,
                    "the condition of the auto-protection \"\(rule.key)\" is always \(truth): "
                        + "the rule "
                        + (truth ? "starts block after block" : "never blocks anything"),
                    at: when.value.at)
            } else if !search.readsConstant(rule.text) {
                reviewReach(of: rule, when, &search)
            }
        }
    }

    /// Warns of conditions on a score that all factors together never reach.
    private mutating func reviewReach(
        of rule: AutoProtection, _ when: Mapping.Entry, _ search: inout ConstantSearch
    ) {
        guard !Vocabulary.scores(in: rule.condition).isEmpty else { return }
        let most = RiskSum(highestOf: draft.factors)
        guard
            search.isImpossible(
                rule.text,
                with: "risk.automatic <= \(most.automatic) && risk.score <= \(most.score)")
        else { return }
        warn(
            .unreachableScore,
            "the auto-protection \"\(rule.key)\" can never begin: its condition needs a higher "
                + "score, but all automatic factors together add up to only \(most.automatic)",
            at: when.value.at)
    }

    private mutating func reviewFeatureTruths(_ search: inout ConstantSearch) {
        guard let map = root["features"]?.value.map else { return }
        var found: [(entry: Mapping.Entry, text: String, truth: Bool)] = []
        for entry in map.entries where isOwn(entry) {
            if let text = draft.features[entry.key], let truth = search.truth(of: text) {
                found.append((entry, text, truth))
            }
        }
        search.constants = Set(found.map(\.entry.key))
        for (entry, text, truth) in found where !search.readsConstant(text) {
            warn(
                .constantCondition, "the feature \"\(entry.key)\" is always \(truth)",
                at: entry.value.at)
        }
    }

    /// True if the condition does not replace one of a lower layer: `false` is a way to switch that
    /// one off.
    private func isOwn(_ entry: Mapping.Entry) -> Bool {
        layer(of: entry.keyAt) > 0 && entry.replaced == nil
    }
}

/// Searches for conditions with a constant value. The search is bounded, so it may miss some.
private struct ConstantSearch {
    /// The features found to be constant; conditions that read them are not reported again.
    var constants: Set<String> = []
    private let setting: ConditionSpace.Setting
    private let environment: Env
    /// The evaluations left for all conditions together.
    private var steps = 200_000
    /// The largest number of combinations of values that differ in effect; real conditions have
    /// fewer.
    private static let mostCells = 10_000

    init(_ draft: Draft) {
        environment = draft.environment
        setting = ConditionSpace.Setting(features: draft.features, environment: environment)
    }

    /// The constant value of a condition; nil if it varies, or if this is unknown.
    mutating func truth(of text: String) -> Bool? {
        guard !readsConstant(text) else { return nil }
        var seen: Set<Bool> = []
        let isConstant = holdsEverywhere([text]) { truths in
            seen.formUnion(truths)
            return seen.count == 1
        }
        return isConstant ? seen.first : nil
    }

    /// True if two conditions are never true together.
    mutating func isImpossible(_ text: String, with other: String) -> Bool {
        holdsEverywhere([text, other]) { !($0[0] && $0[1]) }
    }

    private mutating func holdsEverywhere(_ texts: [String], _ claim: ([Bool]) -> Bool) -> Bool {
        let programs = texts.compactMap { try? environment.compile($0, expecting: .bool).get() }
        guard steps > 0, programs.count == texts.count else { return false }
        let space = ConditionSpace(
            programs, in: setting, maxCells: Self.mostCells, maxSteps: Self.mostCells)
        return space.holdsEverywhere { truths in
            steps -= space.weight
            return claim(truths)
        } == .holds
    }

    func readsConstant(_ text: String) -> Bool {
        !constants.isEmpty && !constants.isDisjoint(with: environment.roots(in: text))
    }
}
