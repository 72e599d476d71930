import API
import Engine
import Phrasing
import RuleModel
import Varlink

/// `org.soteria.quiethours`.
extension Daemon: QuietHoursAPI.Handlers {
    func list(_ call: TypedCall<QuietHoursAPI.List>) {
        observe()
        call.reply(.init(schedules: engine.rules.quietHours.map { .init($0, in: engine) }))
    }

    func setEnabled(_ call: TypedCall<QuietHoursAPI.SetEnabled>) {
        let asked = call.parameters
        set(
            .schedule(asked.schedule), isOn: asked.enabled, for: call,
            unknown: .noSuchSchedule(schedule: asked.schedule), strict: { .strict(until: $0) }
        ) { daemon, pendingUntil, recorded in
            daemon.schedule(asked.schedule).map {
                .init(
                    schedule: .init($0, in: daemon.engine), pendingUntil: pendingUntil,
                    recorded: recorded)
            }
        }
    }

    func next(_ call: TypedCall<QuietHoursAPI.Next>) throws(CallError<QuietHoursAPI>) {
        let asked = call.parameters
        let count = asked.count ?? 1
        guard (1...100).contains(count) else { throw .invalidParameter("count") }
        observe()
        var schedules = engine.rules.quietHours.filter(engine.isEnabled)
        if let key = asked.schedule {
            guard let schedule = schedule(key) else {
                throw .noSuchSchedule(schedule: key)
            }
            schedules = [schedule]
        }
        let horizon = engine.now + .days(366)
        let found = schedules.flatMap { schedule in
            engine.occurrences(of: schedule, from: engine.now, count: count)
                .filter { $0.start < horizon }.map { (schedule, $0) }
        }
        let first = found.sorted { ($0.1.start, $0.0.key) < ($1.1.start, $1.0.key) }.prefix(count)
        call.reply(
            QuietHoursAPI.Next.Reply(
                occurrences: first.map { schedule, stretch in
                    QuietHoursAPI.Occurrence(
                        schedule: schedule.key, name: schedule.name, targets: schedule.targets,
                        start: text(stretch.start), end: text(stretch.end))
                }))
    }

    private func schedule(_ key: String) -> QuietHours? {
        engine.rules.quietHours.first { $0.key == key }
    }
}

extension QuietHoursAPI.Schedule {
    /// Creates a schedule with its current stretch, or the next one.
    init(_ schedule: QuietHours, in engine: Engine) {
        let clock = engine.localClock
        let stretch = engine.occurrences(of: schedule, from: engine.now, count: 1).first
        self.init(
            schedule: schedule.key, name: schedule.name, targets: schedule.targets,
            ranges: schedule.ranges.map { .init($0) },
            timeZone: (schedule.timeZone ?? engine.entryZone).name,
            enabled: engine.isEnabled(schedule),
            switched: engine.state.switches[.schedule(schedule.key)] != nil,
            strict: schedule.isStrict, active: engine.state.quietHours[schedule.key] != nil,
            start: clock.text(stretch?.start), end: clock.text(stretch?.end))
    }
}

extension QuietHoursAPI.Range {
    init(_ range: DailyRange) {
        let days = QuietHoursAPI.Weekday.allCases.enumerated()
            .filter { range.days.contains(weekday: $0.offset + 1) }.map(\.element)
        self.init(
            days: days, start: ClockText.time(minute: range.start),
            end: ClockText.time(minute: range.end),
            except: range.except.texts, dates: range.dates?.texts)
    }
}
