import RuleModel

/// Entries of which those of an earlier set stand beside this one's.
extension RuleSet {
    mutating func uniteSchedules(with earlier: [RuleSet]) {
        var known = quietHours.places { [$0.key] }
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
        var known = budgets.places { [$0.key] }
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
    func isSame(as other: Budget) -> Bool {
        target == other.target && limit == other.limit && per == other.per
            && resets == other.resets && isStrict == other.isStrict
            && timeZone?.name == other.timeZone?.name
    }
}
