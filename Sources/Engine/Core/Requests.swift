import CEL
import RuleModel

/// What rules, zone and people change.
extension Engine {
    /// Puts a zone in force; true where it differs.
    @discardableResult
    mutating func change(to zone: TimeZoneRules) -> Bool {
        if let known = state.zone, known != zone.name {
            record(.zoneChanged(from: known, to: zone.name))
        }
        guard zone != self.zone else { return false }
        self.zone = zone
        agenda = Agenda(rules, zone: zone)
        areBudgetsStale = true
        reviewCheckIns()
        unsettled = .all
        return true
    }

    /// Whether what was switched off was switched on again before it was on disk.
    func isTooLate(_ event: Event) -> Bool {
        guard case .switched(let change) = event.fact, let on = switchedOn[change.subject] else {
            return false
        }
        return event.sequence < on
    }

    /// Looks at every switch once one that was on its way to the disk is there, or is not: its
    /// entry may have been edited meanwhile.
    mutating func settleSwitches() {
        switchedOn = switchedOn.filter { switching.values.contains($0.key) }
        clearEditedSwitches()
        agenda.forget()
        unsettled = .all
    }

    /// Forgets the switches whose entries in the rules are no longer those that were switched.
    mutating func clearEditedSwitches() {
        for change in state.switches.values.sorted(by: { $0.subject < $1.subject })
        where rules.fingerprint(of: change.subject) != change.fingerprint {
            // What is on its way to the disk is looked at when it is there.
            guard !switching.values.contains(change.subject) else { continue }
            record(.switchCleared(change.subject))
        }
        clearEditedWaits()
    }

    /// Begins a manual protection of one target, or of all that are monitored.
    mutating func protect(
        _ target: String?, for length: TimeSpan, name: String, isStrict: Bool
    ) -> Answer {
        if let target {
            guard rules.targets.contains(where: { $0.key == target }) else {
                return .refused(.noSuchTarget(target))
            }
            guard isMonitored(target) else { return .refused(.notMonitored(target)) }
        }
        let targets = target.map { [$0] } ?? rules.targets.map(\.key).filter { isMonitored($0) }
        return protect(targets, for: length, name: name, isStrict: isStrict)
    }

    /// Begins a manual protection of targets.
    mutating func protect(
        _ targets: [String], for length: TimeSpan, name: String, isStrict: Bool
    ) -> Answer {
        guard length >= .minutes(1), length <= .days(7) else { return .refused(.invalidLength) }
        guard !targets.isEmpty else { return .refused(.noSuchTarget("")) }
        let protection = Protection(
            id: nextSequence, kind: .manualProtection, name: name, targets: targets,
            isStrict: isStrict, length: length,
            deadline: Deadline(boot: clock.last.boot, elapsed: clock.last.elapsed + length))
        // One that lies wholly within another would only be a second reason for the same.
        let covering = state.protections.first { running in
            running.kind == protection.kind && running.isStrict == isStrict
                && running.deadline.elapsed > protection.deadline.elapsed
                && Set(targets).isSubset(of: running.targets)
        }
        if let covering { return .protecting(covering, until: end(of: covering)) }
        let covered = state.protections.filter { running in
            running.kind == protection.kind && running.isStrict == isStrict
                && running.deadline.elapsed <= protection.deadline.elapsed
                && Set(running.targets).isSubset(of: targets)
        }
        record(.protectionStarted(protection))
        for running in covered { record(.protectionEnded(id: running.id)) }
        unsettled.add(targets)
        return .protecting(protection, until: end(of: protection))
    }

    /// Switches a schedule, or a target's monitoring; nil where the answer waits for the store.
    mutating func `switch`(_ subject: Switch.Subject, isOn: Bool) -> Answer? {
        guard let fingerprint = rules.fingerprint(of: subject) else {
            switch subject {
            case .schedule(let key): return .refused(.noSuchSchedule(key))
            case .target(let key): return .refused(.noSuchTarget(key))
            case .autoProtection(let key): return .refused(.noSuchAutoProtection(key))
            }
        }
        // One that is on its way to the disk is not taken in yet.
        let isUnderWay = switching.values.contains(subject)
        if isOn, stopWaiting(for: subject) { return .changed }
        guard isOn != self.isOn(subject) || (isOn && isUnderWay) else { return .unchanged }
        let change = Switch(subject: subject, isOn: isOn, fingerprint: fingerprint)
        if isOn {
            let event = record(.switched(change))
            if isUnderWay { switchedOn[subject] = event.sequence }
            agenda.forget()
            unsettled = .all
            return .changed
        }
        if let refusal = refusalToWeaken(subject) { return .refused(refusal) }
        if let waiting = wait(for: change) { return waiting }
        switching[nextSequence] = subject
        propose(.switched(change))
        return nil
    }

    private func isOn(_ subject: Switch.Subject) -> Bool {
        switch subject {
        case .schedule(let key):
            rules.quietHours.first { $0.key == key }.map(isEnabled) ?? false
        case .target(let key): isMonitored(key)
        case .autoProtection(let key):
            rules.autoProtections.first { $0.key == key }.map(isEnabled) ?? false
        }
    }

    /// Why something may not be switched off now; nil where it may.
    func refusalToWeaken(_ subject: Switch.Subject) -> Refusal? {
        if storeIsFailing {
            return .storeUnavailable(reason: "the last commit failed")
        }
        switch subject {
        case .schedule(let key):
            guard let run = state.quietHours[key],
                rules.quietHours.contains(where: { $0.key == key && $0.isStrict })
            else { return nil }
            return .strict(until: run.end)
        case .target(let key):
            let strict = restrictions(of: key).filter(\.isStrict)
            guard !strict.isEmpty else { return nil }
            return .strict(until: strict.map(\.until).latestEnd)
        case .autoProtection(let key):
            let running = runs(of: key).filter(\.isStrict)
            guard !running.isEmpty else { return nil }
            return .strict(until: running.map { end(of: $0) }.max())
        }
    }

    /// Makes the risk score afresh, and records it where it differs from the one before.
    mutating func assess() {
        let fresh = assessTogether()
        assessment = fresh
        var record = fresh.record
        record.isElevated = isElevated(fresh.score) ? true : nil
        if record != state.risk { self.record(.riskAssessed(record)) }
        act(.assessed(fresh))
    }

    /// Whether a score is high or above, or was and has not yet fallen well below.
    private func isElevated(_ score: Score) -> Bool {
        let threshold = rules.risk.levels.high.thousandths
        guard state.risk?.isElevated ?? false else { return score.thousandths >= threshold }
        return score.thousandths > max(0, threshold - Self.hysteresis)
    }

    /// How far below the threshold of `high` the risk must fall, in thousandths, before rising to
    /// it suggests quiet hours again.
    private static let hysteresis = 50

    /// What the person did, in figures of now.
    package var figures: Behaviour.Figures {
        let stretch = localStretch
        return state.behaviour.figures(
            at: now, today: stretch.midnight, thisWeek: stretch.monday)
    }

    /// When the local day began.
    package var today: Instant { localStretch.midnight }

    /// The values that conditions read now.
    package var features: Features { features(at: now) }

    /// The values that conditions will read at an instant if nothing happens until then.
    func features(at instant: Instant) -> Features {
        features(of: rules, at: instant, in: localZone, rules.risk.variables, regret: readsRegret)
    }

    /// All values that conditions can read now, and those of the rules' own variables that are
    /// named.
    package func features(reading variables: [RuleVariable]) -> Features {
        features(of: rules, at: now, in: localZone, variables, regret: true)
    }

    /// Whether a factor reads the mean of what is regretted, which is made of many unblocks.
    static func readsRegret(_ rules: RuleSet) -> Bool {
        rules.risk.factors.contains { $0.condition.references.contains("regret.mean_30_days") }
    }

    /// The values that a set's conditions read; `schedules` are the places of its own among those
    /// in force, nil: all are.
    func features(
        of set: RuleSet, at now: Instant, in zone: TimeZoneRules, _ variables: [RuleVariable],
        schedules: [Int]? = nil, regret: Bool
    ) -> Features {
        let local = LocalTime(now, in: zone)
        let midnight = zone.instant(ofDay: local.daysSince1970)
        var features = Features(
            now: now, local: local,
            quietHoursActive: schedules.map { own in
                own.contains { state.quietHours[rules.quietHours[$0].key] != nil }
            } ?? !state.quietHours.isEmpty,
            quietHoursSwitchedOff: schedules.map { own in
                own.contains { isSwitchedOff($0, at: now) }
            } ?? rules.quietHours.indices.contains { isSwitchedOff($0, at: now) },
            figures: state.behaviour.figures(
                at: now, today: midnight, thisWeek: zone.instant(ofDay: local.monday)),
            ofRules: variables.compactMap { variable in
                value(of: variable, in: set, at: now, midnight).map { .init(variable, $0) }
            })
        features.isIdle = isIdle
        features.isLocked = isLocked
        if regret { features.regretMean30Days = state.regretMean(at: now) }
        return features
    }

    /// Whether a schedule, by its place, would run at an instant if it were switched on.
    private func isSwitchedOff(_ schedule: Int, at instant: Instant) -> Bool {
        !isEnabled(rules.quietHours[schedule])
            && agenda.calendars[schedule].stretch(holding: instant) != nil
    }

    /// What one of the rules' own variables holds; nil where the rules do not have what it is of.
    private func value(
        of variable: RuleVariable, in set: RuleSet, at now: Instant, _ midnight: Instant
    ) -> RuleVariable.Value? {
        switch variable.figure {
        case .usageToday: return .span(used(variable.key, since: midnight))
        case .budgetUsed, .budgetLeft:
            guard let budget = set.budgets.first(where: { $0.key == variable.key }) else {
                return nil
            }
            let used = used(budget.target, since: period(of: budget, at: now).from)
            return .span(
                variable.figure == .budgetUsed ? used : max(.zero, budget.limit - used))
        case .checkInAnswered, .checkInYes:
            guard let record = state.checkIns[variable.key] else { return .truth(false) }
            return .truth(
                record.phase == .yes || (variable.figure == .checkInAnswered && record.phase == .no)
            )
        }
    }
}

extension Switch.Subject: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.rank, left.key) < (right.rank, right.key)
    }

    private var rank: Int {
        switch self {
        case .schedule: 0
        case .target: 1
        case .autoProtection: 2
        }
    }

    /// The key in the rules of what is switched.
    package var key: String {
        switch self {
        case .schedule(let key), .target(let key), .autoProtection(let key): key
        }
    }
}
