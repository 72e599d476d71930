import CEL
import RuleModel

/// The days of check-ins.
extension Engine {
    func zone(of checkIn: CheckIn) -> TimeZoneRules {
        checkIn.timeZone ?? entryZone
    }

    /// The current local day of a check-in, as days since 1970-01-01: it begins at `opens`.
    func day(of checkIn: CheckIn) -> Int {
        LocalTime(now, in: zone(of: checkIn)).day(beginningAt: checkIn.opens)
    }

    /// Whether a check-in's new day begins now. Its date must be later than the last one, and the
    /// last one must have begun long enough ago in elapsed time: no change of clock or zone makes
    /// one day into two.
    func opensNow(_ checkIn: CheckIn, _ record: CheckInRecord?) -> Bool {
        guard let record, let last = record.day else { return true }
        let day = day(of: checkIn)
        return (day > last || isBeyond(last, day)) && age(of: record) >= CheckInRecord.shortestDay
    }

    /// Whether a recorded day is further ahead than any zone allows. The clock was wrong then, and
    /// the question must not wait until that day.
    private func isBeyond(_ recorded: Int, _ day: Int) -> Bool { recorded > day + 1 }

    /// The start of a check-in's next day, as things are now.
    package func nextOpening(of checkIn: CheckIn) -> Instant {
        let (begins, held) = nextDay(of: checkIn)
        return max(begins, now + held)
    }

    /// The start of a check-in's next date, and how long from now the shortest day delays it: in
    /// elapsed time if the last day began in this boot, else in trusted time.
    func nextDay(of checkIn: CheckIn) -> (begins: Instant, held: TimeSpan) {
        let record = state.checkIns[checkIn.key]
        let today = day(of: checkIn)
        let isAhead = record?.day.map { isBeyond($0, today) } ?? false
        let last = isAhead ? today : record?.day ?? today
        // Today itself if only the shortest day delays it.
        let day = today > last ? today : last + 1
        let local = Int64(day) * 86400 + Int64(checkIn.opens) * 60
        let (first, second) = zone(of: checkIn).instants(ofLocal: local)
        // If clocks are set back, a time that has passed comes again on the same date.
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

    /// The delay of a check-in's day because no daemon ran, without the delay of the shortest day.
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

    /// The time of a check-in's reminder; nil if it has none or was first asked later.
    func reminder(of checkIn: CheckIn, _ record: CheckInRecord) -> Instant? {
        guard let reminder = checkIn.reminder, let day = record.day else { return nil }
        let due = instant(of: checkIn, on: day, minute: reminder)
        return due > record.opened.at ? due : nil
    }

    /// The time at which a check-in's text of the day is to be sent, in the past if it is late, and
    /// the day; nil if there is none, or it was sent.
    func nextText(of checkIn: CheckIn, _ record: CheckInRecord) -> (at: Instant, day: Int)? {
        guard let minute = checkIn.textAt, !checkIn.texts.isEmpty, let day = record.day,
            record.textSentOn != day, !rules.silenced.contains(.checkInText)
        else { return nil }
        return (instant(of: checkIn, on: day, minute: minute), day)
    }

    /// A time of a check-in's day; one before the opening falls on the next date.
    private func instant(of checkIn: CheckIn, on day: Int, minute: Int) -> Instant {
        zone(of: checkIn).instant(ofDay: minute >= checkIn.opens ? day : day + 1, minute: minute)
    }
}
