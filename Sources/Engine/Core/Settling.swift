import CEL
import RuleModel

/// Bringing the state up to the present: schedules begin and end, protections run out, and each
/// target whose reasons changed gets its decision.
extension Engine {
    mutating func settle(_ cause: Decision.Cause) {
        if isSettled {
            checkInsSeen = now
            return
        }
        var cause = cause
        if settleEdits(), cause == .schedule { cause = .rules }
        settleSchedules()
        if settleProtections(), cause == .schedule { cause = .protection }
        settleUses()
        if settleCheckIns(), cause == .schedule { cause = .checkIn }
        if settleBudgets(), cause == .schedule { cause = .budget }
        // After all that may be strict has begun: a start, or a machine that wakes up, knows of it
        // only now.
        if settleWaitingSwitches() {
            if cause == .schedule { cause = .rules }
            settleSchedules()
            settleUses()
        }
        if settleGrants(), cause == .schedule { cause = .grant }
        let unsettled = unsettled
        self.unsettled = .some([])
        switch unsettled {
        case .some(let targets):
            for target in targets.isEmpty ? [] : targets.sorted()
            where agenda.knows(target: target) {
                decide(target, restrictions(of: target), cause)
            }
        case .all:
            for target in rules.targets { decide(target.key, restrictions(of: target.key), cause) }
            let keys = Set(rules.targets.map(\.key))
            for (key, decided) in state.decisions.sorted(by: { $0.key < $1.key })
            where decided.decision.isBlocked && !keys.contains(key) {
                decide(key, [], cause)
            }
        }
        settleRequests(unsettled)
        settlePrompts()
    }

    /// Whether nothing can have changed since everything was last looked at: nothing is marked, and
    /// no moment has come at which something changes by itself. Where use, check-ins, budgets or
    /// edits may have a say, it is not asked so.
    ///
    /// In place: a call in the midst of a change is handed the whole engine, bytes and all.
    @inline(__always)
    private var isSettled: Bool {
        guard case .some(let targets) = unsettled, targets.isEmpty, newlyBlocked.isEmpty,
            state.edits.isEmpty, rules.checkIns.isEmpty, rules.budgets.isEmpty,
            uses.open.isEmpty, state.usage.running.isEmpty,
            now < agenda.nextDue ?? .distantFuture
        else { return false }
        let next = state.nextDeadline(confirming: confirming.values)
        return next.map { clock.last.elapsed < $0 } ?? true
    }

    /// Whether a schedule may run: the file's word, unless a switch says otherwise.
    package func isEnabled(_ schedule: QuietHours) -> Bool {
        state.switches[.schedule(schedule.key)]?.isOn ?? schedule.isEnabled
    }

    /// Whether a target is monitored: blocked and tracked.
    package func isMonitored(_ target: String) -> Bool {
        state.switches[.target(target)]?.isOn ?? true
    }

    private mutating func settleSchedules() {
        var next: [(index: Int, due: Instant?)] = []
        for index in agenda.indicesDue(at: now) {
            next.append((index, settle(rules.quietHours[index], agenda.calendars[index])))
        }
        if !next.isEmpty { agenda.set(next) }
    }

    /// Begins, moves or ends one schedule; returns when it has to be looked at again.
    private mutating func settle(_ schedule: QuietHours, _ calendar: RangeCalendar) -> Instant? {
        var running = state.quietHours[schedule.key]
        guard isEnabled(schedule) else {
            end(running, of: schedule)
            return nil
        }
        guard let (stretch, due) = stretch(of: schedule, calendar, running) else {
            end(running, of: schedule)
            return calendar.nextStart(after: now)
        }
        // Time was moved out of the stretch that runs, into another one.
        if let run = running, run.start > now || (run.end.map { $0 <= stretch.start } ?? false) {
            end(run, of: schedule)
            running = nil
        }
        // What ran by an entry that was written otherwise says nothing of when this one began.
        let began = running?.fingerprint == schedule.fingerprint ? running?.start : nil
        let run = QuietRun(
            schedule: schedule.key, start: began ?? stretch.start, end: stretch.end,
            fingerprint: schedule.fingerprint)
        if running == nil {
            record(.quietHoursBegan(run))
            unsettled.add(schedule.targets)
        } else if running != run {
            record(.quietHoursMoved(run))
            unsettled.add(schedule.targets)
        }
        return due
    }

    /// What the calendar says of now, and beside it the end that a running range keeps through a
    /// change of zone, as long as its entry in the rules is the same and time has not gone back;
    /// with it when the schedule has to be looked at again.
    private func stretch(
        of schedule: QuietHours, _ calendar: RangeCalendar, _ running: QuietRun?
    ) -> (stretch: RangeCalendar.Stretch, due: Instant)? {
        let stretch = calendar.stretch(holding: now)
        if let running, running.fingerprint == schedule.fingerprint, running.start <= now,
            let kept = running.end, kept > now,
            stretch.map({ $0.end.map { $0 < kept } ?? false }) ?? true
        {
            // The calendar's own ranges hold beside it from when they begin.
            let next = calendar.nextStart(after: now) ?? kept
            return (RangeCalendar.Stretch(start: running.start, end: kept), min(kept, next))
        }
        return stretch.map { ($0, $0.end ?? now + Agenda.patience) }
    }

    private mutating func end(_ running: QuietRun?, of schedule: QuietHours) {
        guard let running else { return }
        record(.quietHoursEnded(schedule: running.schedule))
        unsettled.add(schedule.targets)
    }

    /// Ends the protections whose time is over; true where there was one.
    private mutating func settleProtections() -> Bool {
        let over = state.protections.filter { $0.time.isOver(at: clock.last) }
        for protection in over {
            record(.protectionEnded(id: protection.id))
            unsettled.add(protection.targets)
        }
        return !over.isEmpty
    }

    private mutating func decide(
        _ target: String, _ restrictions: [Restriction], _ cause: Decision.Cause
    ) {
        let grantedUntil = restrictions.isEmpty ? nil : grantEnd(of: target)
        let restrictions = grantedUntil == nil ? restrictions : []
        let before = state.decisions[target]?.decision
        let wasBlocked = before?.isBlocked ?? false
        let until = restrictions.isEmpty ? nil : end(of: restrictions, on: target)
        let verdict: Decision.Verdict
        switch (wasBlocked, !restrictions.isEmpty) {
        case (false, false): return
        case (false, true):
            verdict = .block
            newlyBlocked.insert(target)
        case (true, false): verdict = .unblock
        case (true, true):
            if before?.restrictions == restrictions, before?.until == until { return }
            verdict = .update
        }
        let decision = Decision(
            target: target, verdict: verdict, restrictions: restrictions, until: until,
            cause: cause, grantedUntil: grantedUntil)
        record(.decided(decision))
        if let decided = state.decisions[target] { act(.decide(decided)) }
    }
}
