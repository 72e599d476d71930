import RuleModel

/// Check-ins and budgets.
extension WeakeningFinder {
    /// The check-ins that restricted a target and no longer do, or do so otherwise.
    var checkInWeakenings: [Weakening] {
        let kept = Self.byKey(after.checkIns, \.key)
        return before.checkIns.flatMap { checkIn -> [Weakening] in
            let path = "check_ins.\(checkIn.key)"
            let blocks = targets.intersection(checkIn.blocks)
            let onNo = targets.intersection(checkIn.onNo.block)
            if blocks.isEmpty, onNo.isEmpty { return [] }
            guard let kept = kept[checkIn.key] else {
                return [Weakening(path, "the question is no longer asked", "the question is new")]
            }
            return weakenings(checkIn, kept, blocks: blocks, onNo: onNo, path)
        }
    }

    private func weakenings(
        _ checkIn: CheckIn, _ kept: CheckIn, blocks: Set<String>, onNo: Set<String>,
        _ path: String
    ) -> [Weakening] {
        var weakenings: [Weakening] = []
        if let target = blocks.subtracting(kept.blocks).min() {
            weakenings.append(
                Weakening(
                    path, target,
                    isNoLonger: "blocked until the check-in is answered"))
        }
        if let target = onNo.subtracting(kept.onNo.block).min() {
            weakenings.append(
                Weakening(
                    path, target,
                    isNoLonger: "blocked after the answer \"no\""))
        }
        if checkIn.isStrict && !kept.isStrict { weakenings.append(.notStrict(path)) }
        if checkIn.opens != kept.opens {
            let times = [checkIn.opens, kept.opens].sorted().map(ClockText.time)
            weakenings.append(
                .undecided(
                    path,
                    "the days begin at different times (\(times[0]) and \(times[1]))"))
        }
        if !isSameZone(checkIn.timeZone, kept.timeZone) {
            weakenings.append(.undecided(path, zones(checkIn.timeZone, kept.timeZone)))
        }
        return weakenings
    }

    /// The budgets whose target has no budget as small after.
    var budgetWeakenings: [Weakening] {
        let kept = Dictionary(grouping: after.budgets, by: \.target)
        return before.budgets.compactMap { budget in
            guard targets.contains(budget.target) else { return nil }
            let others = kept[budget.target] ?? []
            if others.contains(where: { isAsSmall($0, as: budget) }) { return nil }
            return weakening(of: budget, others)
        }
    }

    private func isAsSmall(_ other: Budget, as budget: Budget) -> Bool {
        // The limit of a week also limits each of its days.
        other.limit <= budget.limit && (other.per == budget.per || other.per == .week)
            && other.resets == budget.resets && (other.isStrict || !budget.isStrict)
            && isSameZone(budget.timeZone, other.timeZone)
    }

    private func weakening(of budget: Budget, _ others: [Budget]) -> Weakening {
        let path = "budgets.\(budget.key)"
        let target = budget.target
        guard let other = others.first(where: { $0.key == budget.key }) ?? others.first else {
            return Weakening(
                path, "\(target) no longer has this limit", "\(target) has a new limit")
        }
        if !isSameZone(budget.timeZone, other.timeZone) {
            return .undecided(path, zones(budget.timeZone, other.timeZone))
        }
        if other.resets != budget.resets {
            let times = [budget.resets, other.resets].sorted().map(ClockText.time)
            return .undecided(path, "the reset times differ (\(times[0]) and \(times[1]))")
        }
        if other.limit <= budget.limit, other.per == budget.per || other.per == .week {
            return .notStrict(path)
        }
        let limits = [budget, other].map { "\($0.limit.words) a \($0.per.rawValue)" }
        return Weakening(path, from: limits[0], to: limits[1]) {
            "\(target) may be used for \($1) instead of \($0)"
        }
    }

    /// The reason why entries in two zones cannot be compared.
    func zones(_ left: TimeZoneRules?, _ right: TimeZoneRules?) -> String {
        let names = [left, right].map { zoneName($0) ?? "the machine's zone" }.sorted()
        return "the time zones differ (\(names[0]) and \(names[1]))"
    }
}
