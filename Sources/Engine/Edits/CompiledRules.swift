import CEL
import RuleModel

/// A rule set in force with compiled conditions, in its own zone and with its own score.
final class CompiledRules: Sendable {
    /// The set; its entries name their zones if the sets in force have several.
    let rules: RuleSet
    /// The fingerprint of the set's texts.
    let fingerprint: String
    let evaluator: RiskEvaluator
    /// The indices of the set's schedules among those in force; nil: all of them.
    let schedules: [Int]?
    /// The fingerprints of the set's auto-protections, the only ones that count for it; nil: all
    /// count.
    let entries: Set<String>?

    /// The written set, beside earlier ones or alone.
    convenience init(written rules: RuleSet, isAlone: Bool) {
        self.init(
            rules, schedules: nil,
            entries: isAlone ? nil : Set(rules.autoProtections.map(\.fingerprint)))
    }

    convenience init(earlier rules: RuleSet, among schedules: [QuietHours]) {
        let keys = Set(
            rules.quietHours.flatMap { schedule in
                [
                    schedule.key,
                    FormerKey.make(schedule.key, schedule.fingerprint, zone: schedule.timeZone),
                ]
            })
        self.init(
            rules,
            // An entry that another set has as well is in force under that set's key.
            schedules: schedules.indices.filter { index in
                keys.contains(schedules[index].key) && rules.holdsWhen(schedules[index])
            },
            entries: Set(rules.autoProtections.map(\.fingerprint)))
    }

    /// The fingerprints of all of the set's auto-protections.
    var allEntries: Set<String> { Set(rules.autoProtections.map(\.fingerprint)) }

    private init(_ rules: RuleSet, schedules: [Int]?, entries: Set<String>?) {
        self.rules = rules
        fingerprint = RuleText.fingerprint(of: rules.sources)
        evaluator = RiskEvaluator(rules.risk, rules.autoProtections)
        self.schedules = schedules
        self.entries = entries
    }
}

extension RuleSet {
    /// Whether the set has this schedule in force, apart from name and targets.
    fileprivate func holdsWhen(_ schedule: QuietHours) -> Bool {
        let key = FormerKey.base(of: schedule.key)
        return quietHours.contains { $0.key == key && $0.holdsWhen(schedule) }
    }
}

/// The present values and scores for the conditions of one set.
struct Judgement {
    let rules: CompiledRules
    let assessment: RiskAssessment
    /// Whether the assessment is over the facts of all devices.
    let isJoined: Bool

    init(_ rules: CompiledRules, _ features: Features, isJoined: Bool = false) {
        self.rules = rules
        self.isJoined = isJoined
        assessment = rules.evaluator.assess(features)
    }

    /// The variables that a condition reads, with their values.
    func values(of condition: Program) -> [RiskAssessment.Factor.Value] {
        assessment.values(of: rules.rules.risk.environment.variables(of: condition))
    }
}
