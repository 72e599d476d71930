import CEL

// Usable from inline so that other modules inline it, as they do `Instant`.

/// The time that a clock on the wall of a zone shows at an instant.
@usableFromInline
package struct LocalTime: Hashable, Sendable {
    /// The local day, as days since 1970-01-01.
    @usableFromInline package let daysSince1970: Int
    /// Seconds after local midnight, 0 to 86399.
    @usableFromInline package let secondOfDay: Int
    /// Seconds east of UTC.
    @usableFromInline package let offset: Int

    package init(_ instant: Instant, in zone: TimeZoneRules) {
        self.init(instant, offset: zone.offset(at: instant))
    }

    /// Local time at an instant at an offset from UTC in seconds.
    @inlinable package init(_ instant: Instant, offset: Int) {
        let local = instant.seconds + Int64(offset)
        let days = local >= 0 ? local / 86400 : (local - 86399) / 86400
        daysSince1970 = Int(days)
        secondOfDay = Int(local - days * 86400)
        self.offset = offset
    }

    package var date: CivilDate { CivilDate(daysSince1970: daysSince1970) }
    /// The local weekday, from 1 (Monday) to 7 (Sunday).
    package var weekday: Int { CivilDate.weekday(daysSince1970: daysSince1970) }

    /// The Monday of its week, as days since 1970-01-01.
    package var monday: Int { daysSince1970 - weekday + 1 }

    /// The local day, as days since 1970-01-01, if days begin this many minutes after midnight.
    package func day(beginningAt minute: Int) -> Int {
        secondOfDay >= minute * 60 ? daysSince1970 : daysSince1970 - 1
    }

    /// 0 to 23.
    @inlinable package var hour: Int { secondOfDay / 3600 }
    /// 0 to 59.
    @inlinable package var minute: Int { secondOfDay / 60 % 60 }

    /// An instant as RFC 3339 text at an offset: `2026-11-21T22:30:00+01:00`, with milliseconds
    /// only if there are any.
    package static func rfc3339(_ instant: Instant, offset: Int) -> String {
        // RFC 3339 knows no seconds in an offset; a zone before 1900 may have them.
        let whole = offset - offset % 60
        let local = LocalTime(instant, offset: whole)
        let thousandths = instant.milliseconds - instant.seconds * 1000
        let two = ClockText.two
        var text = "\(local.date)T\(two(local.hour)):\(two(local.minute)):"
        text += two(local.secondOfDay % 60)
        if thousandths != 0 {
            text += "." + String(String(thousandths + 1000).dropFirst())
        }
        if whole == 0 { return text + "Z" }
        let magnitude = abs(whole)
        return text + (whole < 0 ? "-" : "+") + two(magnitude / 3600) + ":"
            + two(magnitude / 60 % 60)
    }
}

extension TimeZoneRules {
    /// The instant at which a local day, as days since 1970-01-01, is this many minutes old by its
    /// clock; the first one if the clock shows that twice.
    package func instant(ofDay day: Int, minute: Int = 0) -> Instant {
        instants(ofLocal: Int64(day) * 86400 + Int64(minute) * 60).first
    }

    /// The first instant after the given one at which local clocks show or skip a full hour.
    package func nextFullHour(after instant: Instant) -> Instant {
        var moment = instant
        while true {
            let before = Int64(offset(at: moment))
            let past = LocalTime(moment, offset: Int(before)).secondOfDay % 3600
            let next = Instant(seconds: moment.seconds - Int64(past) + 3600)
            guard let change = nextTransition(after: moment), change <= next else { return next }
            // Where the clock changes, `next` is the first full hour that it no longer reaches.
            let after = Int64(offset(at: change))
            let isSkipped = next.seconds + before <= change.seconds + after
            let isShown = LocalTime(change, offset: Int(after)).secondOfDay % 3600 == 0
            if isSkipped || isShown { return change }
            moment = change
        }
    }
}

extension Instant {
    /// Reads an RFC 3339 instant with its offset, to the millisecond; nil for any other text.
    package init?(rfc3339 text: String) {
        guard let timestamp = Timestamp(rfc3339: text) else { return nil }
        self.init(
            milliseconds: timestamp.seconds * 1000 + Int64(timestamp.nanoseconds) / 1_000_000)
    }

    /// The instant as a CEL timestamp, clamped to CEL's years 1 to 9999.
    package var timestamp: Timestamp {
        let nanoseconds = Int32((milliseconds - seconds * 1000) * 1_000_000)
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
            ?? (milliseconds < 0 ? .min : .max)
    }
}
