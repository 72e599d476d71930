import CEL
import RuleModel

/// When a new day begins for a check-in.
extension Engine {
    func zone(of checkIn: CheckIn) -> TimeZoneRules {
        checkIn.timeZone ?? entryZone
    }

    /// The local day that a check-in is about now, as days since 1970-01-01: it begins at `opens`.
    func day(of checkIn: CheckIn) -> Int {
        LocalTime(now, in: zone(of: checkIn)).day(beginningAt: checkIn.opens)
    }

    /// Whether a new day begins for a check-in now: its date is later than the last one, and the
    /// last one began long enough ago in elapsed time, so that no change of clock or zone makes two
    /// days of one.
    func opensNow(_ checkIn: CheckIn, _ record: CheckInRecord?) -> Bool {
        guard let record, let last = record.day else { return true }
        let day = day(of: checkIn)
        return (day > last || isBeyond(last, day)) && age(of: record) >= CheckInRecord.shortestDay
    }

    /// Whether a recorded day lies further ahead than any zone can say: the clock was wrong then,
    /// and it must not keep the question away until that day has come.
    private func isBeyond(_ recorded: Int, _ day: Int) -> Bool { recorded > day + 1 }

    /// When the next day begins for a check-in as things stand.
    package func nextOpening(of checkIn: CheckIn) -> Instant {
        let (begins, held) = nextDay(of: checkIn)
        return max(begins, now + held)
    }

    /// When the next date begins for a check-in, and for how long from now the shortest day holds
    /// it up: in elapsed time where the last one began in this boot, else in trusted time.
    func nextDay(of checkIn: CheckIn) -> (begins: Instant, held: TimeSpan) {
        let record = state.checkIns[checkIn.key]
        let today = day(of: checkIn)
        let isAhead = record?.day.map { isBeyond($0, today) } ?? false
        let last = isAhead ? today : record?.day ?? today
        // Today's own where only the shortest day holds it up.
        let day = today > last ? today : last + 1
        let local = Int64(day) * 86400 + Int64(checkIn.opens) * 60
        let (first, second) = zone(of: checkIn).instants(ofLocal: local)
        // Where clocks are set back, a time that went by is still to come for the date.
        let begins = today > last || first > now ? first : second
        let held = record.map { max(.zero, CheckInRecord.shortestDay - age(of: $0)) } ?? .zero
        return (isAhead ? now : begins, held)
    }

    /// The time since a check-in's day began.
    private func age(of record: CheckInRecord) -> TimeSpan {
        let asked =
            record.opened.elapsed.boot == clock.last.boot
            ? clock.last.elapsed - record.opened.elapsed.elapsed : now - record.opened.at
        return asked + record.late
    }

    /// How much earlier a check-in's day began, no daemon running; without what the shortest day
    /// held up.
    func lateness(of checkIn: CheckIn, _ record: CheckInRecord?) -> TimeSpan {
        let today = day(of: checkIn)
        let nominal = zone(of: checkIn).instant(ofDay: today, minute: checkIn.opens)
        let late = now - nominal
        // A day that was forgotten, or is asked again, was not held up.
        let isNext = record?.day.map { $0 != today } ?? false
        // A daemon that ran then would have asked, had another zone not made it late.
        if isNext, nominal <= checkIns.seen { return .zero }
        let held = isNext ? record.map { age(of: $0) - CheckInRecord.shortestDay } ?? late : late
        return min(max(.zero, min(late, held)), .days(1))
    }

    /// When a check-in's reminder is due on its day; nil if it has none or was asked first after
    /// that.
    func reminder(of checkIn: CheckIn, _ record: CheckInRecord) -> Instant? {
        guard let reminder = checkIn.reminder, let day = record.day else { return nil }
        // One before the opening falls on the next date.
        let date = reminder >= checkIn.opens ? day : day + 1
        let due = zone(of: checkIn).instant(ofDay: date, minute: reminder)
        return due > record.opened.at ? due : nil
    }
}
