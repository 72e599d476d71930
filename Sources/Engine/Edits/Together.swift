import CEL
import RuleModel

extension RuleSet {
    /// This set and earlier ones whose delay is not over, enforced together; `earlier` goes from
    /// the oldest to the newest, none of them itself put together.
    ///
    /// Whatever any of them blocks is blocked: every schedule, gate and budget holds, and each set
    /// makes its own risk score and its own protections of it. Waits are the longest, grants the
    /// shortest. Targets and check-ins are one by key: a target has all apps and sites that it
    /// ever had, a check-in asks when the oldest does and one answer settles it. Any other entry of
    /// an earlier set that this one has otherwise stands beside it under a key of its own (see
    /// `FormerKey`). What cannot weaken anything (names, lists to choose from) is this set's.
    package func together(with earlier: [RuleSet]) -> RuleSet {
        guard !earlier.isEmpty else { return self }
        var union = self
        var earlier = earlier
        if earlier.contains(where: { $0.timeZone?.name != timeZone?.name }) {
            union.pinZones()
            for index in earlier.indices { earlier[index].pinZones() }
        }
        union.earlier = earlier
        union.formerTargets = union.uniteTargets(with: earlier)
        union.uniteSchedules(with: earlier)
        union.uniteAutoProtections(with: earlier)
        union.uniteCheckIns(with: earlier)
        union.uniteBudgets(with: earlier)
        for set in earlier {
            union.risk.levels = union.risk.levels.lowest(with: set.risk.levels)
            union.unblock.grant = min(union.unblock.grant, set.unblock.grant)
            union.unblock.plannedWait = max(union.unblock.plannedWait, set.unblock.plannedWait)
            union.unblock.impulseWait = max(union.unblock.impulseWait, set.unblock.impulseWait)
            union.plan = union.plan.united(with: set.plan)
            union.retention = union.retention.flatMap { kept in
                set.retention.map { max(kept, $0) }
            }
            union.isDebug = union.isDebug && set.isDebug
            union.weakeningWaits = max(union.weakeningWaits, set.weakeningWaits)
        }
        return union
    }

    /// Gives every entry that names no zone the set's own, where it has one; what is left is read
    /// in the machine's.
    private mutating func pinZones() {
        areZonesPinned = true
        guard let timeZone else { return }
        for index in quietHours.indices where quietHours[index].timeZone == nil {
            quietHours[index].timeZone = timeZone
        }
        for index in checkIns.indices where checkIns[index].timeZone == nil {
            checkIns[index].timeZone = timeZone
        }
        for index in budgets.indices where budgets[index].timeZone == nil {
            budgets[index].timeZone = timeZone
        }
    }

    /// The set with what is switched as it is: a switch counts where it is of the entry as it
    /// stands here.
    func applying(_ switches: some Sequence<Switch>) -> RuleSet {
        var set = self
        for change in switches {
            switch change.subject {
            case .schedule(let key):
                for index in set.quietHours.indices
                where set.quietHours[index].key == key
                    && set.quietHours[index].fingerprint == change.fingerprint
                {
                    set.quietHours[index].isEnabled = change.isOn
                }
            case .autoProtection(let key):
                for index in set.autoProtections.indices
                where set.autoProtections[index].key == key
                    && set.autoProtections[index].fingerprint == change.fingerprint
                {
                    set.autoProtections[index].isEnabled = change.isOn
                }
            // Monitoring is no entry of the files.
            case .target: break
            }
        }
        return set
    }
}

extension RiskLevels {
    /// The lower threshold of each level.
    func lowest(with other: RiskLevels) -> RiskLevels {
        RiskLevels(
            moderate: min(moderate, other.moderate), high: min(high, other.high),
            critical: min(critical, other.critical))
    }
}

extension Plan {
    /// What either plan allows: the rules that only the other one has are in force as well.
    func united(with other: Plan) -> Plan {
        func larger(_ limit: KeyPath<Plan, Int?>) -> Int? {
            self[keyPath: limit].flatMap { own in other[keyPath: limit].map { max(own, $0) } }
        }
        return Plan(
            key: key, entries: larger(\.entries), schedules: larger(\.schedules),
            autoProtections: larger(\.autoProtections),
            metrics: metrics.flatMap { own in other.metrics.map(own.union) },
            hasPredictiveAlerts: hasPredictiveAlerts || other.hasPredictiveAlerts,
            hasExport: hasExport || other.hasExport,
            canEditSchedules: canEditSchedules || other.canEditSchedules)
    }
}
