import CEL
import RuleModel

/// Compares when auto-protections start, and what they block then.
struct ProtectionComparison {
    private let conditions: ComparedConditions
    private let score: ScoreComparison.Verdict
    private let targets: Set<String>
    /// The place of each rule of the set after, by key.
    private let kept: [String: Int]

    /// The limit of rules that can replace one another: more would take long and are unlikely.
    private static let most = 16

    init(_ conditions: ComparedConditions, _ score: ScoreComparison.Verdict, targets: Set<String>) {
        self.conditions = conditions
        self.score = score
        self.targets = targets
        kept = Dictionary(
            conditions.after.autoProtections.enumerated().map { ($0.element.key, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// A rule of the set before that holds something back, if none after could replace it.
    func weakening(of index: Int) -> Weakening? {
        let rule = conditions.before.autoProtections[index]
        let held = rule.targets.map(targets.intersection) ?? targets
        guard rule.isEnabled, !held.isEmpty || rule.targets == nil else { return nil }
        let path = "auto_protection.\(rule.key)"
        let others = conditions.after.autoProtections
        let own = kept[rule.key]
        if let own, standsIn(others[own], for: rule, held), begins(own, wherever: index) {
            return keptFromBeginning(index, held, path)
        }
        let places = others.indices.filter { standsIn(others[$0], for: rule, held) }
        if places.isEmpty { return weakening(of: rule, own.map { others[$0] }, held, path) }
        switch verdict(index, places) {
        case .holds: return keptFromBeginning(index, held, path)
        case .fails(let witness):
            if let own, !places.contains(own) {
                var weakening = weakening(of: rule, others[own], held, path)
                weakening.witness = witness
                return weakening
            }
            return Weakening(path, "no longer begins", "now begins", witness)
        case .undecided(let reason): return .undecided(path, reason)
        }
    }

    /// A rule that is new, or was edited, and is shorter: on a target no other one begins while it
    /// runs, nor soon after.
    private func keptFromBeginning(_ index: Int, _ held: Set<String>, _ path: String) -> Weakening?
    {
        let before = conditions.before.autoProtections
        let after = conditions.after.autoProtections
        let rule = before[index]
        let place = after.indices.first { place in
            let other = after[place]
            guard other.isEnabled, other.key != rule.key, other.length < rule.length,
                other.targets.map({ !held.isDisjoint(with: $0) }) ?? true
            else { return false }
            return !before.indices.contains {
                isRun(of: other, place, asThatOf: $0, beside: rule, held)
            }
        }
        guard let key = place.map({ after[$0].key }) else { return nil }
        if before.contains(where: { $0.isEnabled && $0.key == key && $0.length < rule.length }) {
            // Before, it also kept the rule from starting, at other times.
            return .undecided(path, "auto_protection.\(key) can keep this rule from beginning")
        }
        return Weakening(
            path, "does not begin while the shorter auto_protection.\(key) runs",
            "no longer waits until the shorter auto_protection.\(key) ends")
    }

    /// True if a rule after runs when one before did, so that it keeps a third one from nothing
    /// that it had not been kept from.
    private func isRun(
        of other: AutoProtection, _ place: Int, asThatOf index: Int, beside rule: AutoProtection,
        _ held: Set<String>
    ) -> Bool {
        let former = conditions.before.autoProtections[index]
        guard former.isEnabled, former.length == other.length,
            former.againAfter == other.againAfter,
            // Of two that may start, the first by key does.
            (former.key < rule.key) == (other.key < rule.key)
        else { return false }
        let shared = other.targets.map(held.intersection) ?? held
        guard former.targets.map(shared.isSubset) ?? true else { return false }
        if former.fingerprint == other.fingerprint || begins(place, wherever: index) { return true }
        let both = [former.condition, other.condition]
        guard both.flatMap(Vocabulary.scores).isEmpty else { return false }
        let space = conditions.space([(former.condition, 0), (other.condition, 1)])
        return space.implies(0, 1) == .holds && space.implies(1, 0) == .holds
    }

    private func standsIn(
        _ other: AutoProtection, for rule: AutoProtection, _ held: Set<String>
    ) -> Bool {
        other.isEnabled && other.length >= rule.length && other.againAfter <= rule.againAfter
            && (other.isStrict || !rule.isStrict)
            && (other.targets.map { held.isSubset(of: $0) } ?? true)
    }

    private func weakening(
        of rule: AutoProtection, _ kept: AutoProtection?, _ held: Set<String>, _ path: String
    ) -> Weakening {
        guard let kept else { return Weakening(path, "the rule was removed", "the rule is new") }
        if !kept.isEnabled {
            return Weakening(path, "the rule is switched off", "the rule is switched on")
        }
        if kept.length < rule.length {
            return Weakening(path, from: rule.length.words, to: kept.length.words) {
                "lasts \($1) instead of \($0)"
            }
        }
        if kept.againAfter > rule.againAfter {
            return Weakening(path, from: rule.againAfter.words, to: kept.againAfter.words) {
                "waits \($1) instead of \($0) before it can begin again"
            }
        }
        if rule.isStrict && !kept.isStrict { return .notStrict(path) }
        let left = kept.targets.map { held.subtracting($0) } ?? []
        return Weakening(path, left.min() ?? "a target", isNoLonger: "protected")
    }

    /// True if a rule after means the same as the one before, and so do the scores.
    private func begins(_ other: Int, wherever index: Int) -> Bool {
        guard conditions.protections[1][other] == conditions.protections[0][index] else {
            return false
        }
        if case .same = score { return true }
        return Vocabulary.scores(in: conditions.before.autoProtections[index].condition).isEmpty
    }

    /// True if one of the rules after begins wherever the one before does.
    private func verdict(_ index: Int, _ all: [Int]) -> ConditionSpace.Verdict {
        let rule = conditions.before.autoProtections[index]
        // Those of its own key and meaning first.
        let places = all.sorted { left, right in
            rank(left, of: rule, index) < rank(right, of: rule, index)
        }.prefix(Self.most)
        let verdict = verdict(index, among: Array(places))
        guard case .fails = verdict, places.count < all.count else { return verdict }
        return .undecided("more than \(Self.most) rules could replace this rule")
    }

    private func rank(_ place: Int, of rule: AutoProtection, _ index: Int) -> Int {
        if conditions.protections[1][place] == conditions.protections[0][index] { return 0 }
        return conditions.after.autoProtections[place].key == rule.key ? 1 : 2
    }

    private func verdict(_ index: Int, among places: [Int]) -> ConditionSpace.Verdict {
        let own = conditions.before.autoProtections[index].condition
        let others = places.map { conditions.after.autoProtections[$0].condition }
        let isSame = places.contains {
            conditions.protections[1][$0] == conditions.protections[0][index]
        }
        let scores = Set((others + [own]).flatMap(Vocabulary.scores))
        if isSame, scores.isEmpty { return .holds }
        let programs = [(own, 0)] + others.map { ($0, 1) }
        let plain =
            isSame
            ? .holds
            : conditions.space(programs).holdsEverywhere { truths in
                !truths[0] || truths.dropFirst().contains(true)
            }
        if scores.isEmpty { return plain }
        // With any scores, if that is enough.
        if plain == .holds {
            switch score {
            case .same: return .holds
            case .notLower where others.allSatisfy(isRising): return .holds
            default: break
            }
        }
        return verdict(programs, scores)
    }

    /// The verdict with the scores that each set's factors make.
    private func verdict(
        _ programs: [(Program, Int)], _ scores: Set<String>
    ) -> ConditionSpace.Verdict {
        let factors = conditions.factors.map { factors in
            scores == ["risk.automatic"] ? factors.filter(\.isAutomatic) : factors
        }
        let space = conditions.space(
            programs
                + factors.enumerated().flatMap { setting, factors in
                    factors.map { ($0.rule.condition, setting) }
                }, without: scores)
        return space.holdsEverywhere { (point: inout ConditionSpace.Point) in
            var index = programs.count
            for (setting, factors) in factors.enumerated() {
                point.setScores(factors, from: index, in: setting)
                index += factors.count
            }
            return !point.holds(0) || (1..<programs.count).contains { point.holds($0) }
        }
    }

    /// True if a condition of the set after stays true if the automatic score is higher.
    private func isRising(_ condition: Program) -> Bool {
        let name = "risk.automatic"
        guard Vocabulary.scores(in: condition) == [name] else {
            return Vocabulary.scores(in: condition).isEmpty
        }
        let setting = conditions.settings[1]
        var reading = ConditionReading(setting)
        reading.read(condition.source)
        guard let use = reading.uses[name], let cells = VariableCells(name, [use]), cells.isExact
        else { return false }
        let space = ConditionSpace(
            [(condition, 0), (condition, 1)], in: [setting, setting], without: [name],
            within: conditions.quota)
        return zip(cells.cells, cells.cells.dropFirst()).allSatisfy { lower, higher in
            space.holdsEverywhere { (point: inout ConditionSpace.Point) in
                point.set(name, cells.scale.value(at: lower.sample), in: 0)
                point.set(name, cells.scale.value(at: higher.sample), in: 1)
                return !point.holds(0) || point.holds(1)
            } == .holds
        }
    }
}

extension ConditionSpace.Point {
    /// Sets the scores that factors make whose conditions begin at an index.
    fileprivate mutating func setScores(
        _ factors: [ComparedConditions.Factor], from index: Int, in setting: Int
    ) {
        var sum = RiskSum()
        for (offset, factor) in factors.enumerated() where holds(index + offset) {
            sum.add(factor.rule.weight, isAutomatic: factor.isAutomatic)
        }
        set("risk.score", .double(Double(sum.score.thousandths) / 1000), in: setting)
        set("risk.automatic", .double(Double(sum.automatic.thousandths) / 1000), in: setting)
    }
}
