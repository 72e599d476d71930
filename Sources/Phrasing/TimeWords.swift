import API
import Localization

/// Instants and lengths of time in words.
package enum TimeWords {
    /// `7 h 12 min`, `12 min`, `40 s`, `2 d 3 h`: the two largest units, without a sign.
    package static func length(seconds: Int) -> String {
        let magnitude = abs(seconds)
        let (minutes, hours, days) = (magnitude / 60, magnitude / 3600, magnitude / 86400)
        // Seconds beside minutes change too fast to be worth reading.
        if minutes == 0 { return localized("\(magnitude) s") }
        if hours == 0 { return localized("\(minutes) min") }
        let (larger, smaller) =
            days == 0
            ? (localized("\(hours) h"), minutes % 60 == 0 ? nil : localized("\(minutes % 60) min"))
            : (localized("\(days) d"), hours % 24 == 0 ? nil : localized("\(hours % 24) h"))
        return smaller.map { "\(larger) \($0)" } ?? larger
    }

    /// `06:30 (in 7 h 12 min)`; minutes are rounded up, so that it never says "in 0 min".
    package static func ahead(_ instant: String, now: Moment) -> String {
        guard let moment = Moment(instant) else { return instant }
        let left = moment.seconds - now.seconds
        guard left > 0 else { return moment.relative(to: now) }
        let rounded = left < 60 ? left : (left + 59) / 60 * 60
        return localized("\(moment.relative(to: now)) (in \(length(seconds: rounded)))")
    }

    /// `21:14`, `20 Nov 21:14`.
    package static func at(_ instant: String, now: Moment) -> String {
        Moment(instant)?.relative(to: now) ?? instant
    }

    /// ` until 06:30 (in 7 h 12 min)`, or nothing if no end is known.
    package static func until(_ instant: String?, now: Moment) -> String {
        instant.map { localized(" until \(ahead($0, now: now))") } ?? ""
    }

    /// ` until 06:30 (in 7 h 12 min)`, or `, no end known`.
    package static func end(_ instant: String?, now: Moment) -> String {
        instant.map { until($0, now: now) } ?? localized(", no end known")
    }
}
