import CEL
import RuleModel

/// Features, factors and auto-protections: all that conditions decide.
extension WeakeningFinder {
    /// The weakenings of conditions; features, then factors, then auto-protections.
    var conditionWeakenings: [Weakening] {
        guard conditionsDiffer else { return [] }
        let conditions = ComparedConditions(before, after)
        let score = ScoreComparison(conditions)
        let verdict = score.verdict()
        var culprits = ConditionCulprits(conditions)
        if verdict.isLower { culprits.blame(lostNumbers: score.lostNumbers, verdict) }
        for index in before.autoProtections.indices
        where culprits.isSuspect(index, isScoreLower: verdict.isLower) {
            culprits.blame(
                ProtectionComparison(conditions, verdict, targets: targets).weakening(of: index),
                of: index, isScoreLower: verdict.isLower)
        }
        return culprits.features + culprits.factors + culprits.protections
    }

    private var conditionsDiffer: Bool {
        func factors(_ rules: RuleSet) -> [[String]] {
            rules.risk.factors.map { [$0.key, $0.text, $0.weight.description] }
        }
        // All targets means others if targets came or went, but that is reported for them.
        return before.features != after.features || factors(before) != factors(after)
            || before.autoProtections.map(\.wording) != after.autoProtections.map(\.wording)
    }
}

extension AutoProtection {
    /// All its effects.
    fileprivate var wording: [String] {
        [
            key, text, (targets ?? [""]).description, length.words, againAfter.words,
            "\(isEnabled) \(isStrict)",
        ]
    }
}

/// Which entries are to blame for what conditions do less: those that were edited.
struct ConditionCulprits {
    private let conditions: ComparedConditions
    private var featureWeakenings: [String: Weakening] = [:]
    private(set) var factors: [Weakening] = []
    private(set) var protections: [Weakening] = []
    private let changedFeatures: Set<String>

    init(_ conditions: ComparedConditions) {
        self.conditions = conditions
        let after = conditions.after.features
        changedFeatures = Set(conditions.before.features.filter { after[$0.key] != $0.value }.keys)
    }

    /// The features that were edited and that a condition reads which is less often true.
    var features: [Weakening] { featureWeakenings.sorted { $0.key < $1.key }.map(\.value) }

    /// Blames factors, or features that they read, for a score that may be lower.
    mutating func blame(lostNumbers: Set<Int>, _ verdict: ScoreComparison.Verdict) {
        let kept = WeakeningFinder.byKey(conditions.factors[1]) { $0.rule.key }
        let suspects = conditions.factors[0].filter { factor in
            guard lostNumbers.contains(factor.number) else { return false }
            guard let kept = kept[factor.rule.key], kept.number == factor.number else {
                return true
            }
            return kept.rule.weight < factor.rule.weight
        }
        var guilty = suspects.filter { factor in
            kept[factor.rule.key].map { !standsIn($0, for: factor) } ?? true
        }
        if guilty.isEmpty { guilty = suspects }
        for factor in guilty { blame(factor, kept[factor.rule.key], verdict) }
    }

    /// True if a factor alone makes up for another one.
    private func standsIn(
        _ kept: ComparedConditions.Factor, for factor: ComparedConditions.Factor
    ) -> Bool {
        guard kept.rule.weight >= factor.rule.weight, kept.isAutomatic || !factor.isAutomatic
        else { return false }
        if kept.number == factor.number { return true }
        return space(factor, kept).implies(0, 1) == .holds
    }

    private func space(
        _ factor: ComparedConditions.Factor, _ kept: ComparedConditions.Factor?
    ) -> ConditionSpace {
        conditions.space(
            [(factor.rule.condition, 0)] + (kept.map { [($0.rule.condition, 1)] } ?? []))
    }

    private mutating func blame(
        _ factor: ComparedConditions.Factor, _ kept: ComparedConditions.Factor?,
        _ verdict: ScoreComparison.Verdict
    ) {
        let path = "risk.factors.\(factor.rule.key)"
        let weakening = weakening(of: factor, kept, path, verdict)
        blameFeatures(readBy: factor.rule.text, as: weakening)
        if let kept, kept.rule.text == factor.rule.text, kept.rule.weight >= factor.rule.weight {
            // Only the entries that it reads were edited.
            return
        }
        factors.append(weakening)
    }

    private func weakening(
        of factor: ComparedConditions.Factor, _ kept: ComparedConditions.Factor?,
        _ path: String, _ verdict: ScoreComparison.Verdict
    ) -> Weakening {
        if case .undecided(let reason) = verdict { return .undecided(path, reason) }
        let weight = factor.rule.weight
        guard let kept else {
            return Weakening(
                path, "the factor was removed; its weight was \(weight)",
                "the factor is new; its weight is \(weight)", whereLower(factor, verdict))
        }
        if kept.number != factor.number,
            case .fails(let witness) = space(factor, kept).implies(0, 1)
        {
            return Weakening(path, "the condition", isNoLonger: "true", witness)
        }
        if kept.rule.weight < weight {
            return Weakening(
                path, from: "\(weight)", to: "\(kept.rule.weight)", whereLower(factor, verdict)
            ) { "the weight is \($1) instead of \($0)" }
        }
        return Weakening(
            path, "adds less to the score", "adds more to the score",
            whereLower(factor, verdict))
    }

    /// The values at which the score is lower; if it is not, those at which the factor is true.
    private func whereLower(
        _ factor: ComparedConditions.Factor, _ verdict: ScoreComparison.Verdict
    ) -> Witness? {
        if case .lower(let witness) = verdict { return witness }
        guard case .fails(let witness) = space(factor, nil).isAlwaysFalse(0) else { return nil }
        return witness
    }

    /// Blames the edited features that a condition reads, itself or through others.
    private mutating func blameFeatures(readBy source: String, as weakening: Weakening) {
        for name in editedFeatures(readBy: source) where featureWeakenings[name] == nil {
            var told = weakening
            told.path = "features.\(name)"
            featureWeakenings[name] = told
        }
    }

    private func editedFeatures(readBy source: String) -> [String] {
        if changedFeatures.isEmpty { return [] }
        let setting = conditions.settings[0]
        var read: Set<String> = []
        var left = (try? setting.environment.parse(source).get()).map { [$0] } ?? []
        var edited: [String] = []
        while let parsed = left.popLast() {
            for identifier in parsed.freeIdentifiers {
                guard case .feature(let name, let feature) = setting.meaning(of: identifier.name),
                    read.insert(name).inserted
                else { continue }
                left.append(feature)
                if changedFeatures.contains(name) { edited.append(name) }
            }
        }
        return edited
    }

    /// True if an auto-protection may be reported. A lower score is reported for the factors, so
    /// that rules that were not edited add nothing.
    func isSuspect(_ index: Int, isScoreLower: Bool) -> Bool {
        let rule = conditions.before.autoProtections[index]
        return !isScoreLower || isEdited(rule) || !editedFeatures(readBy: rule.text).isEmpty
    }

    private func isEdited(_ rule: AutoProtection) -> Bool {
        let kept = conditions.after.autoProtections.first { $0.key == rule.key }
        return kept?.wording != rule.wording
    }

    /// Blames an auto-protection that holds back less, or what it reads.
    mutating func blame(_ weakening: Weakening?, of index: Int, isScoreLower: Bool) {
        guard let weakening else { return }
        let rule = conditions.before.autoProtections[index]
        let isInnocent = editedFeatures(readBy: rule.text).isEmpty
        blameFeatures(readBy: rule.text, as: weakening)
        if isEdited(rule) || (isInnocent && !isScoreLower) { protections.append(weakening) }
    }
}
