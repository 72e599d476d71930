import API

/// The daemon's instants, RFC 3339, as people read them.
enum InstantWords {
    /// The time of day of an RFC 3339 instant, with the date if it is not that of `reference`, an
    /// instant before now: `23:13`, `04:00 on 23 Nov`. What is no instant is left as it is.
    static func at(_ instant: String, since reference: String) -> String {
        guard let read = Moment(instant) else { return instant }
        if Moment(reference)?.day == read.day { return read.time }
        return "\(read.time) on \(read.day.text(in: read.day.year))"
    }

    /// The time of day with its seconds: `23:13:05`.
    static func withSeconds(_ instant: String) -> String {
        Moment(instant)?.timeWithSeconds ?? instant
    }

    /// `30 s`, `2 min`, `1 min 5 s`; never less than nothing.
    static func length(seconds: Int) -> String {
        let seconds = max(0, seconds)
        let (minutes, rest) = (seconds / 60, seconds % 60)
        if minutes == 0 { return "\(rest) s" }
        return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
    }
}
