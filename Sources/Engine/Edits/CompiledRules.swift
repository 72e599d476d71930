import CEL
import RuleModel

/// One set of the rules in force, ready to be judged by in its own zone, with a score of its own.
final class CompiledRules: Sendable {
    /// The set; its entries name their zones if sets of several zones are in force.
    let rules: RuleSet
    /// Tells the set's texts from those of others.
    let fingerprint: String
    let evaluator: RiskEvaluator
    /// The places of its schedules among those in force; nil: all of them are read.
    let schedules: [Int]?
    /// The fingerprints of its auto-protections, as only these count for it; nil: all count.
    let entries: Set<String>?

    /// The set that the files say, beside earlier ones or alone.
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
            // One that another set has as well stands under that one's key.
            schedules: schedules.indices.filter { index in
                keys.contains(schedules[index].key) && rules.holdsWhen(schedules[index])
            },
            entries: Set(rules.autoProtections.map(\.fingerprint)))
    }

    private init(_ rules: RuleSet, schedules: [Int]?, entries: Set<String>?) {
        self.rules = rules
        fingerprint = RuleText.fingerprint(of: rules.sources)
        evaluator = RiskEvaluator(rules.risk, rules.autoProtections)
        self.schedules = schedules
        self.entries = entries
    }
}

extension RuleSet {
    /// Whether one of its schedules is that one in force, but for its name and its targets.
    fileprivate func holdsWhen(_ schedule: QuietHours) -> Bool {
        let key = FormerKey.base(of: schedule.key)
        return quietHours.contains { $0.key == key && $0.holdsWhen(schedule) }
    }
}

/// The features and scores by which the conditions of one set are judged now.
struct Judgement {
    let rules: CompiledRules
    private let features: Features
    /// The same, with the scores.
    private let activation: Activation

    init(_ rules: CompiledRules, _ features: Features) {
        self.rules = rules
        self.features = features
        activation = rules.evaluator.judge(features).values
    }

    /// Whether a condition of an auto-protection holds; one without a value does not.
    func holds(_ condition: Program) -> Bool {
        (try? condition.evaluateBool(activation).get()) ?? false
    }

    var assessment: RiskAssessment { rules.evaluator.assess(features) }

    /// The variables that a condition reads, with the values that it is judged by.
    func values(of condition: Program) -> [RiskAssessment.Factor.Value] {
        rules.rules.risk.environment.variables(of: condition)
            .compactMap { .init($0, activation) }
    }
}
