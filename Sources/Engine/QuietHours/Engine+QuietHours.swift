import RuleModel

/// Beginning, moving and ending schedules.
extension Engine {
    /// Whether a schedule may run: the file's word, unless a switch says otherwise.
    package func isEnabled(_ schedule: QuietHours) -> Bool {
        state.switches[.schedule(schedule.key)]?.isOn ?? schedule.isEnabled
    }

    /// Makes the times of all schedules afresh: rules or zone are others.
    mutating func makeScheduleQueue() { scheduleQueue = ScheduleQueue(rules, zone: zone) }

    mutating func reviewSchedules() { scheduleQueue.forget() }

    /// Begins, moves and ends the schedules that are due.
    mutating func reevaluateSchedules() {
        var next: [(index: Int, due: Instant?)] = []
        for index in scheduleQueue.indicesDue(at: now) {
            next.append(
                (index, reevaluate(rules.quietHours[index], scheduleQueue.calendars[index])))
        }
        if !next.isEmpty { scheduleQueue.set(next) }
    }

    /// Begins, moves or ends one schedule; returns when it has to be looked at again.
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
            markDirty(schedule.targets)
        } else if running != run {
            record(.quietHoursMoved(run))
            markDirty(schedule.targets)
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
        return stretch.map { ($0, $0.end ?? now + ScheduleQueue.patience) }
    }

    private mutating func end(_ running: QuietRun?, of schedule: QuietHours) {
        guard let running else { return }
        record(.quietHoursEnded(schedule: running.schedule))
        markDirty(schedule.targets)
    }
}
