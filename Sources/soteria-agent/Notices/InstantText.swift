import API
import Localization

/// Formats the daemon's RFC 3339 instants for people.
enum InstantText {
    /// The time of day of an RFC 3339 instant, with its date unless that is the date of the earlier
    /// instant `reference`: `23:13`, `04:00 on 23 Nov`. Other text is returned unchanged.
    static func at(_ instant: String, since reference: String) -> String {
        guard let read = Moment(instant) else { return instant }
        if Moment(reference)?.day == read.day { return read.time }
        return localized("\(read.time) on \(read.day.text(in: read.day.year))")
    }

    /// The time of day with seconds: `23:13:05`.
    static func withSeconds(_ instant: String) -> String {
        Moment(instant)?.timeWithSeconds ?? instant
    }

    /// `30 s`, `2 min`, `1 min 5 s`; never negative.
    static func length(seconds: Int) -> String {
        let seconds = max(0, seconds)
        let (minutes, rest) = (seconds / 60, seconds % 60)
        if minutes == 0 { return localized("\(rest) s") }
        return rest == 0 ? localized("\(minutes) min") : localized("\(minutes) min \(rest) s")
    }
}
