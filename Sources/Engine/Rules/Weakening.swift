extension RuleSet {
    /// The entries by which this set protects less than the one that it replaces, as paths in the
    /// rule files such as `quiet_hours.nights`; sections in the order of the files, keys sorted.
    ///
    /// An entry is named where what it held back is no longer held back by anything: a schedule
    /// whose minutes other schedules of its targets cover is not missed. What cannot be compared
    /// counts as weaker: another condition, another zone, another time at which a day begins, apps
    /// that are stopped and no longer frozen, or the other way about.
    /// What conditions make of entries that they read is not followed.
    package func weakenings(replacing old: RuleSet) -> [String] {
        Weakening(from: old, to: self).paths
    }
}

/// Two rule sets, compared.
struct Weakening: Sendable {
    let old: RuleSet
    let new: RuleSet
    /// The targets that both have; what blocked one that is gone is told of the target alone.
    let targets: Set<String>

    init(from old: RuleSet, to new: RuleSet) {
        self.old = old
        self.new = new
        targets = Set(old.targets.map(\.key)).intersection(new.targets.map(\.key))
    }

    /// Where the new set is the weaker one.
    var paths: [String] {
        var paths: [String] = []
        func tell(_ isWeaker: Bool, _ path: String) { if isWeaker { paths.append(path) } }
        tell(old.timeZone?.name != new.timeZone?.name, "time_zone")
        paths += weakerTargets.map { "targets.\($0)" }
        paths += weakerQuietHours.map { "quiet_hours.\($0)" }
        paths += weakerCheckIns.map { "check_ins.\($0)" }
        paths += weakerBudgets.map { "budgets.\($0)" }
        paths += weakerFeatures.map { "features.\($0)" }
        paths += weakerFactors.map { "risk.factors.\($0)" }
        paths += weakerAutoProtections.map { "auto_protection.\($0)" }
        tell(new.unblock.grant > old.unblock.grant, "unblock.grant")
        tell(
            new.unblock.plannedWait < old.unblock.plannedWait
                || new.unblock.impulseWait < old.unblock.impulseWait, "unblock.wait")
        tell(isLower(new.retention, than: old.retention), "keep")
        tell(new.isDebug && !old.isDebug, "debug")
        tell(allowsLess(new.plan, than: old.plan), "plan")
        return paths
    }

    /// The targets that are gone, have lost a site, an app or an executable, or do less with them.
    private var weakerTargets: [String] {
        let kept = Dictionary(
            new.targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return old.targets.filter { target in
            guard let kept = kept[target.key] else { return true }
            if kept == target { return false }
            let index = TargetIndex([kept])
            return !Set(target.apps).isSubset(of: kept.apps)
                || !Set(target.executables).isSubset(of: kept.executables)
                || target.sites.contains { index.entry(site: $0) == nil }
                || (target.hasPrograms && enforcesLess(kept, than: target))
        }.map(\.key)
    }

    /// Whether less is done with what runs. Which of freezing and stopping holds back more nobody
    /// can say: the one frees what the other would have ended, or ends what would have come back.
    private func enforcesLess(_ target: Target, than before: Target) -> Bool {
        if before.enforcement == .notify { return false }
        return target.enforcement != before.enforcement || (before.kill && !target.kill)
    }

    /// Whether the times of two entries are read in one zone; where both leave it to the rules'
    /// own, a change of that one is told by itself. A newer zone file is no edit.
    func isSameZone(_ left: TimeZoneRules?, _ right: TimeZoneRules?) -> Bool {
        zoneName(left) == zoneName(right)
    }

    /// The name of the zone in which an entry's times are read; nil: the machine's.
    func zoneName(_ zone: TimeZoneRules?) -> String? { zone?.name ?? old.timeZone?.name }

    /// Whether a plan has less in it than another.
    private func allowsLess(_ plan: Plan, than before: Plan) -> Bool {
        func misses(_ allows: KeyPath<Plan, Bool>) -> Bool {
            before[keyPath: allows] && !plan[keyPath: allows]
        }
        return isLower(plan.entries, than: before.entries)
            || isLower(plan.schedules, than: before.schedules)
            || isLower(plan.autoProtections, than: before.autoProtections)
            || Plan.MetricsRange.allCases.contains { before.allows($0) && !plan.allows($0) }
            || misses(\.hasPredictiveAlerts) || misses(\.hasExport)
            || misses(\.canEditSchedules)
    }

    /// Whether a limit is lower than another; nil stands for none.
    private func isLower<Limit: Comparable>(_ limit: Limit?, than other: Limit?) -> Bool {
        guard let limit else { return false }
        return other.map { limit < $0 } ?? true
    }
}
