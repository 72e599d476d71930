/// The rules that are not schedules.
extension Weakening {
    /// The check-ins that held a target back and do so no longer, or otherwise.
    var weakerCheckIns: [String] {
        let kept = Dictionary(
            new.checkIns.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return old.checkIns.filter { checkIn in
            let blocks = targets.intersection(checkIn.blocks)
            let onNo = targets.intersection(checkIn.onNo.block)
            if blocks.isEmpty, onNo.isEmpty { return false }
            guard let kept = kept[checkIn.key] else { return true }
            return !blocks.isSubset(of: kept.blocks) || !onNo.isSubset(of: kept.onNo.block)
                || checkIn.opens != kept.opens || (checkIn.isStrict && !kept.isStrict)
                || !isSameZone(checkIn.timeZone, kept.timeZone)
        }.map(\.key)
    }

    /// The budgets in whose place no budget of their target stands that is as small.
    var weakerBudgets: [String] {
        let kept = Dictionary(grouping: new.budgets, by: \.target)
        return old.budgets.filter { budget in
            guard targets.contains(budget.target) else { return false }
            return !(kept[budget.target] ?? []).contains { other in
                // What a week has in all is no more on any of its days.
                other.limit <= budget.limit && (other.per == budget.per || other.per == .week)
                    && other.resets == budget.resets && (other.isStrict || !budget.isStrict)
                    && isSameZone(budget.timeZone, other.timeZone)
            }
        }.map(\.key)
    }

    /// The features that a condition reads, itself or through others, and that say something else
    /// now.
    var weakerFeatures: [String] {
        let changed = old.features.filter { new.features[$0.key] != $0.value }
        guard !changed.isEmpty else { return [] }
        var read: Set<String> = []
        var texts = old.risk.factors.map(\.text) + old.autoProtections.map(\.text)
        while let text = texts.popLast() {
            guard case .success(let parsed) = old.risk.environment.parse(text) else { continue }
            for identifier in parsed.freeIdentifiers {
                let name = String(identifier.name.prefix { $0 != "." })
                guard let feature = old.features[name], read.insert(name).inserted else { continue }
                texts.append(feature)
            }
        }
        return changed.keys.filter(read.contains).sorted()
    }

    /// The factors whose condition weighs less now than all that stood for it before.
    var weakerFactors: [String] {
        func weights(_ factors: [RiskFactor]) -> [String: Int] {
            Dictionary(factors.map { ($0.text, $0.weight.thousandths) }, uniquingKeysWith: +)
        }
        let before = weights(old.risk.factors)
        let after = weights(new.risk.factors)
        let kept = Dictionary(
            new.risk.factors.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return old.risk.factors.filter { factor in
            guard after[factor.text] ?? 0 < before[factor.text] ?? 0 else { return false }
            guard let kept = kept[factor.key] else { return true }
            return kept.text != factor.text || kept.weight < factor.weight
        }.map(\.key)
    }

    /// The auto-protections in whose place none of the same condition stands that holds back as
    /// much.
    var weakerAutoProtections: [String] {
        let kept = Dictionary(grouping: new.autoProtections.filter(\.isEnabled), by: \.text)
        return old.autoProtections.filter { rule in
            let held = rule.targets.map(targets.intersection) ?? targets
            guard rule.isEnabled, !held.isEmpty || rule.targets == nil else { return false }
            return !(kept[rule.text] ?? []).contains { other in
                other.length >= rule.length && other.againAfter <= rule.againAfter
                    && (other.isStrict || !rule.isStrict)
                    && (other.targets.map { held.isSubset(of: $0) } ?? true)
            }
        }.map(\.key)
    }
}
