import RuleModel

/// Entries of which those of an earlier set stand beside this one's.
extension RuleSet {
    mutating func uniteSchedules(with earlier: [RuleSet]) {
        var known = FormerKey.places(of: quietHours.lazy.map(\.key))
        for set in earlier.reversed() {
            for var schedule in set.quietHours {
                let places = known[schedule.key] ?? []
                if let same = places.first(where: { quietHours[$0].holdsWhen(schedule) }) {
                    // The same hours: of the targets of both.
                    let missing = schedule.targets.filter { !quietHours[same].targets.contains($0) }
                    quietHours[same].targets += missing
                    continue
                }
                known[schedule.key, default: []].append(quietHours.count)
                if !places.isEmpty {
                    schedule.key = FormerKey.make(
                        schedule.key, schedule.fingerprint, zone: schedule.timeZone)
                }
                quietHours.append(schedule)
            }
        }
        quietHours.sort { $0.key < $1.key }
    }

    mutating func uniteBudgets(with earlier: [RuleSet]) {
        var known = FormerKey.places(of: budgets.lazy.map(\.key))
        for set in earlier.reversed() {
            for var budget in set.budgets {
                let places = known[budget.key] ?? []
                if places.contains(where: { budgets[$0].isSame(as: budget) }) { continue }
                known[budget.key, default: []].append(budgets.count)
                if !places.isEmpty {
                    budget.key = FormerKey.make(
                        budget.key, budget.fingerprint, zone: budget.timeZone)
                }
                budgets.append(budget)
            }
        }
        budgets.sort { $0.key < $1.key }
    }

    mutating func uniteAutoProtections(with earlier: [RuleSet]) {
        var known = FormerKey.places(of: autoProtections.lazy.map(\.key))
        for (origin, set) in earlier.enumerated().reversed() {
            for var rule in set.autoProtections {
                // All targets are those that its own set has.
                rule.targets = rule.targets ?? set.targets.map(\.key)
                let places = known[rule.key] ?? []
                if let same = places.first(where: { autoProtections[$0].protectsAs(rule) }) {
                    autoProtections[same].unite(with: rule, of: origin)
                    continue
                }
                rule.origin = origin
                known[rule.key, default: []].append(autoProtections.count)
                if !places.isEmpty {
                    rule.key = FormerKey.make(rule.key, rule.fingerprint, zone: nil)
                }
                autoProtections.append(rule)
            }
        }
        autoProtections.sort { $0.key < $1.key }
    }
}

extension QuietHours {
    /// Whether it is the other one in all but its name and its targets.
    func holdsWhen(_ other: QuietHours) -> Bool {
        ranges == other.ranges && timeZone?.name == other.timeZone?.name
            && isStrict == other.isStrict
            // A switch says of one entry whether it runs.
            && (fingerprint == other.fingerprint || isEnabled == other.isEnabled)
    }
}

extension Budget {
    /// Whether it is the other one in all but its name.
    fileprivate func isSame(as other: Budget) -> Bool {
        target == other.target && limit == other.limit && per == other.per
            && resets == other.resets && isStrict == other.isStrict
            && timeZone?.name == other.timeZone?.name
    }
}

extension AutoProtection {
    /// Whether it is the other one in all but its name, its targets and what its condition is made
    /// of.
    fileprivate func protectsAs(_ other: AutoProtection) -> Bool {
        text == other.text && length == other.length && againAfter == other.againAfter
            && isStrict == other.isStrict
            && (fingerprint == other.fingerprint || isEnabled == other.isEnabled)
    }

    /// Begins when the same entry of an earlier set does as well.
    fileprivate mutating func unite(with rule: AutoProtection, of origin: Int) {
        alternatives.append(
            Alternative(
                origin: origin, condition: rule.condition, fingerprint: rule.fingerprint))
        // None stands for all, those of earlier sets included.
        guard let known = targets, let others = rule.targets else { return }
        targets = known + others.filter { !known.contains($0) }
    }
}
