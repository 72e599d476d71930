import RuleModel

/// Quiet hours: the runs of schedules.
extension Engine {
    /// Whether a schedule is enabled: as in the file, unless a switch overrides it. A switch is of
    /// one entry, in whatever zone that holds.
    package func isEnabled(_ schedule: QuietHours) -> Bool {
        // Checked first, because keys cost more to look up; mostly there is no switch.
        guard !state.switches.isEmpty else { return schedule.isEnabled }
        if let change = state.switches[.schedule(schedule.key)] { return change.isOn }
        let change = state.switches[.schedule(FormerKey.base(of: schedule.key))]
        return change?.fingerprint == schedule.fingerprint
            ? change?.isOn ?? schedule.isEnabled : schedule.isEnabled
    }

    /// Rebuilds the queue of schedules after a change of rules or zone.
    mutating func makeScheduleQueue() { scheduleQueue = ScheduleQueue(rules, zone: zone) }

    mutating func reviewSchedules() { scheduleQueue.forget() }

    /// Begins, moves and ends the runs of schedules that are due.
    mutating func reevaluateSchedules() {
        var next: [(index: Int, due: Instant?)] = []
        for index in scheduleQueue.indicesDue(at: now) {
            next.append(
                (index, reevaluate(rules.quietHours[index], scheduleQueue.calendars[index])))
        }
        if !next.isEmpty { scheduleQueue.set(next) }
    }

    /// Begins, moves or ends the run of one schedule; returns its next review.
    private mutating func reevaluate(_ schedule: QuietHours, _ calendar: RangeCalendar) -> Instant?
    {
        var running = state.quietHours[schedule.key]
        guard isEnabled(schedule) else {
            end(running, of: schedule)
            return nil
        }
        guard let (stretch, due) = stretch(of: schedule, calendar, running) else {
            end(running, of: schedule)
            return calendar.nextStart(after: now)
        }
        // Trusted time has moved from the running stretch into another one.
        if let run = running, run.start > now || (run.end.map { $0 <= stretch.start } ?? false) {
            end(run, of: schedule)
            running = nil
        }
        // The run of an edited entry does not tell when this one began.
        let began = running?.fingerprint == schedule.fingerprint ? running?.start : nil
        let run = QuietRun(
            schedule: schedule.key, start: began ?? stretch.start, end: stretch.end,
            fingerprint: schedule.fingerprint)
        if running == nil {
            record(.quietHoursBegan(run))
            markDirty(schedule.targets)
        } else if running != run {
            record(.quietHoursMoved(run))
            markDirty(schedule.targets)
        }
        return due
    }

    /// The present stretch of the calendar. A running range keeps its end through a change of zone,
    /// as long as its entry is unedited and time has not gone back. Returned with the next review.
    private func stretch(
        of schedule: QuietHours, _ calendar: RangeCalendar, _ running: QuietRun?
    ) -> (stretch: RangeCalendar.Stretch, due: Instant)? {
        let stretch = calendar.stretch(holding: now)
        if let running, running.fingerprint == schedule.fingerprint, running.start <= now,
            let kept = running.end, kept > now,
            stretch.map({ $0.end.map { $0 < kept } ?? false }) ?? true
        {
            // The calendar's own ranges hold as well once they begin.
            let next = calendar.nextStart(after: now) ?? kept
            return (RangeCalendar.Stretch(start: running.start, end: kept), min(kept, next))
        }
        return stretch.map { ($0, $0.end ?? now + ScheduleQueue.patience) }
    }

    private mutating func end(_ running: QuietRun?, of schedule: QuietHours) {
        guard let running else { return }
        record(.quietHoursEnded(schedule: running.schedule))
        markDirty(schedule.targets)
    }
}
