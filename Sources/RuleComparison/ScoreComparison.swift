import CEL
import RuleModel

/// The conditions of two rule sets, with numbers that tell which mean the same.
struct ComparedConditions {
    let before: RuleSet
    let after: RuleSet
    /// 0 the set before, 1 the set after.
    let settings: [ConditionSpace.Setting]
    /// The factors of each set, with the numbers of their conditions.
    let factors: [[Factor]]
    /// The numbers of the auto-protections' conditions, in the order of each set's.
    let protections: [[Int]]
    let quota = ConditionSpace.EvaluationQuota()

    struct Factor: Sendable {
        var rule: RiskFactor
        var number: Int
        var isAutomatic: Bool
    }

    init(_ before: RuleSet, _ after: RuleSet) {
        self.before = before
        self.after = after
        settings = [before.setting, after.setting]
        var numbering = ConditionNumbering(settings)
        factors = [before, after].enumerated().map { setting, rules in
            rules.risk.factors.map { factor in
                Factor(
                    rule: factor, number: numbering.number(of: factor.text, in: setting),
                    isAutomatic: Vocabulary.isAutomatic(factor.condition))
            }
        }
        protections = [before, after].enumerated().map { setting, rules in
            rules.autoProtections.map { numbering.number(of: $0.text, in: setting) }
        }
    }

    /// A space of conditions of both sets, by setting; some variables are left to the caller.
    func space(
        _ programs: [(program: Program, setting: Int)], without derived: Set<String> = []
    ) -> ConditionSpace {
        ConditionSpace(programs, in: settings, without: derived, within: quota)
    }
}

/// The scores of two rule sets.
struct ScoreComparison {
    let conditions: ComparedConditions
    /// Conditions that weigh less after than before, and those that weigh more.
    private let lost: [Part]
    private let gained: [Part]

    enum Verdict: Sendable {
        /// The factors mean the same.
        case same
        /// The score is nowhere lower.
        case notLower
        /// The score is lower at these values.
        case lower(Witness)
        case undecided(String)

        /// True if the score may be lower.
        var isLower: Bool {
            switch self {
            case .same, .notLower: false
            case .lower, .undecided: true
            }
        }
    }

    private struct Part {
        var number: Int
        var program: Program
        var setting: Int
        var thousandths: Int
        var isAutomatic: Bool
    }

    init(_ conditions: ComparedConditions) {
        self.conditions = conditions
        let weights = conditions.factors.map(Self.weights)
        lost = Self.parts(of: conditions.factors[0], 0) { number in
            weights[0][number, default: 0] - weights[1][number, default: 0]
        }
        gained = Self.parts(of: conditions.factors[1], 1) { number in
            weights[1][number, default: 0] - weights[0][number, default: 0]
        }
    }

    /// The numbers of the conditions that weigh less after.
    var lostNumbers: Set<Int> { Set(lost.map(\.number)) }

    /// True if the score is anywhere lower after, all factors or the automatic ones alone.
    func verdict() -> Verdict {
        if lost.isEmpty { return gained.isEmpty ? .same : .notLower }
        let verdict = self.verdict(lost + gained, rest: 0)
        let sum = conditions.factors[0].reduce(0) { $0 + $1.rule.weight.thousandths }
        guard case .lower = verdict, sum > Score.one.thousandths else { return verdict }
        // Factors that are the same in both sets may lift either score to its end.
        let weights = conditions.factors.map(Self.weights)
        let common = Self.parts(of: conditions.factors[0], 0) { number in
            min(weights[0][number, default: 0], weights[1][number, default: 0])
        }
        return self.verdict(lost + gained + common, rest: common.count)
    }

    private func verdict(_ parts: [Part], rest: Int) -> Verdict {
        let space = conditions.space(parts.map { ($0.program, $0.setting) })
        switch space.holdsEverywhere({ isNotLower($0, parts, rest: rest) }) {
        case .holds: return .notLower
        case .undecided(let reason): return .undecided(reason)
        case .fails(let witness): return .lower(witness)
        }
    }

    /// True if neither score is lower after; the last parts count for both sets. Without such a
    /// rest nothing is capped: the difference is at least as large as it is then.
    private func isNotLower(_ truths: [Bool], _ parts: [Part], rest: Int) -> Bool {
        var scores = [[0, 0], [0, 0]]
        let common = parts.count - rest
        for (index, part) in parts.enumerated() where truths[index] {
            for setting in index < common ? [part.setting] : [0, 1] {
                scores[setting][0] += part.thousandths
                if part.isAutomatic { scores[setting][1] += part.thousandths }
            }
        }
        let most = rest == 0 ? Int.max : Score.one.thousandths
        return (0...1).allSatisfy { min(scores[1][$0], most) >= min(scores[0][$0], most) }
    }

    private static func weights(_ factors: [ComparedConditions.Factor]) -> [Int: Int] {
        Dictionary(factors.map { ($0.number, $0.rule.weight.thousandths) }, uniquingKeysWith: +)
    }

    /// One part for each number with a weight.
    private static func parts(
        of factors: [ComparedConditions.Factor], _ setting: Int, _ weight: (Int) -> Int
    ) -> [Part] {
        var seen: Set<Int> = []
        return factors.compactMap { factor in
            let thousandths = weight(factor.number)
            guard thousandths > 0, seen.insert(factor.number).inserted else { return nil }
            return Part(
                number: factor.number, program: factor.rule.condition, setting: setting,
                thousandths: thousandths, isAutomatic: factor.isAutomatic)
        }
    }
}
