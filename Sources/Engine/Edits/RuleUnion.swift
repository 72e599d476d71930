import CEL
import RuleModel

/// The union of the written rule set and earlier ones, entry by entry.
///
/// Whatever any of the sets blocks is blocked: every schedule, gate and budget counts, and each set
/// makes its own risk score and its own protections. Waits are the longest, grants the shortest; an
/// emergency needs the leave of each set.
/// Targets and check-ins are merged by key: a target has all apps and sites that it ever had, a
/// check-in asks when the oldest does and one answer settles it. Any other entry of an earlier set
/// that differs in the written one is added under a key of its own (see `FormerKey`). Entries that
/// cannot weaken anything (names, lists to choose from) are the written set's.
struct RuleUnion {
    /// The written set; its entries name their zones if the sets have several.
    let written: RuleSet
    /// The earlier sets, oldest first; their entries name their zones if the sets have several.
    let earlier: [RuleSet]
    /// The entries of all of them.
    private(set) var set: RuleSet
    /// The zone for entries that name none; nil: the machine's.
    let entryZone: TimeZoneRules?
    /// The targets that only earlier sets have and that share an app or a site with a target of the
    /// written set, by its key: a grant covers them too.
    private(set) var formerTargets: [String: [String]] = [:]
    /// The start conditions of each auto-protection, by its key.
    private(set) var startConditions: [String: [StartCondition]] = [:]

    /// The union of a written set and earlier ones, oldest first.
    init(_ written: RuleSet, _ earlier: [RuleSet]) {
        let areOfOneZone = earlier.allSatisfy { $0.timeZone?.name == written.timeZone?.name }
        let written = areOfOneZone ? written : written.pinningZones()
        let earlier = areOfOneZone ? earlier : earlier.map { $0.pinningZones() }
        entryZone = areOfOneZone ? written.timeZone : nil
        set = written
        for set in earlier {
            self.set.risk.levels = self.set.risk.levels.lowest(with: set.risk.levels)
        }
        var own = written
        own.risk.levels = set.risk.levels
        self.written = own
        self.earlier = earlier
        unite()
    }

    private mutating func unite() {
        for rule in set.autoProtections {
            startConditions[rule.key] = [StartCondition(rule, of: nil)]
        }
        guard !earlier.isEmpty else { return }
        formerTargets = set.uniteTargets(with: earlier)
        set.uniteSchedules(with: earlier)
        uniteAutoProtections()
        set.uniteCheckIns(with: earlier)
        set.uniteBudgets(with: earlier)
        for other in earlier {
            set.unblock.grant = min(set.unblock.grant, other.unblock.grant)
            set.unblock.plannedWait = max(set.unblock.plannedWait, other.unblock.plannedWait)
            set.unblock.impulseWait = max(set.unblock.impulseWait, other.unblock.impulseWait)
            set.unblock.eachFurther = max(set.unblock.eachFurther, other.unblock.eachFurther)
            set.unblock.longestWait = max(set.unblock.longestWait, other.unblock.longestWait)
            set.plan = set.plan.united(with: other.plan)
            set.awayAfter = max(set.awayAfter, other.awayAfter)
            set.retention = set.retention.flatMap { kept in
                other.retention.map { max(kept, $0) }
            }
            set.isDebug = set.isDebug && other.isDebug
            set.weakeningWaits = max(set.weakeningWaits, other.weakeningWaits)
        }
    }

    private mutating func uniteAutoProtections() {
        var known = set.autoProtections.places { [$0.key] }
        for (origin, other) in earlier.enumerated().reversed() {
            for var rule in other.autoProtections {
                // Without a list, all targets of the rule's own set.
                rule.targets = rule.targets ?? other.targets.map(\.key)
                let condition = StartCondition(rule, of: origin)
                let places = known[rule.key] ?? []
                if let same = places.first(where: { set.autoProtections[$0].protectsAs(rule) }) {
                    set.autoProtections[same].unite(with: rule)
                    startConditions[set.autoProtections[same].key]?.append(condition)
                    continue
                }
                known.update(rule.key, default: []) { $0.append(set.autoProtections.count) }
                if !places.isEmpty {
                    rule.key = FormerKey.make(rule.key, rule.fingerprint, zone: nil)
                }
                startConditions[rule.key, default: []].append(condition)
                set.autoProtections.append(rule)
            }
        }
        set.autoProtections.sort { $0.key < $1.key }
    }
}

/// A condition that starts an auto-protection in one of the sets in force.
struct StartCondition: Sendable {
    /// The index of the set among the earlier ones; nil: the written one.
    let origin: Int?
    let condition: Program
    let fingerprint: String

    fileprivate init(_ rule: AutoProtection, of origin: Int?) {
        self.origin = origin
        condition = rule.condition
        fingerprint = rule.fingerprint
    }
}

extension AutoProtection {
    /// Whether two rules are alike apart from name, targets and condition.
    fileprivate func protectsAs(_ other: AutoProtection) -> Bool {
        text == other.text && length == other.length && againAfter == other.againAfter
            && isStrict == other.isStrict
            && (fingerprint == other.fingerprint || isEnabled == other.isEnabled)
    }

    /// Adds the targets of an earlier rule.
    fileprivate mutating func unite(with rule: AutoProtection) {
        // No list means all targets, those of earlier sets included.
        guard let known = targets, let others = rule.targets else { return }
        targets = known + others.filter { !known.contains($0) }
    }
}

extension RuleSet {
    /// The set with its own zone, if it has one, written into every entry that names none.
    fileprivate func pinningZones() -> RuleSet {
        guard let timeZone else { return self }
        var set = self
        for index in quietHours.indices where quietHours[index].timeZone == nil {
            set.quietHours[index].timeZone = timeZone
        }
        for index in checkIns.indices where checkIns[index].timeZone == nil {
            set.checkIns[index].timeZone = timeZone
        }
        for index in budgets.indices where budgets[index].timeZone == nil {
            set.budgets[index].timeZone = timeZone
        }
        return set
    }

    /// The set with switches applied to the entries as they are here.
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
            // Monitoring is not an entry of the files.
            case .target: break
            }
        }
        return set
    }
}

extension RiskLevels {
    fileprivate func lowest(with other: RiskLevels) -> RiskLevels {
        RiskLevels(
            moderate: min(moderate, other.moderate), high: min(high, other.high),
            critical: min(critical, other.critical))
    }
}

extension Plan {
    /// A plan that allows all that either one allows, because the rules of both are in force.
    fileprivate func united(with other: Plan) -> Plan {
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
