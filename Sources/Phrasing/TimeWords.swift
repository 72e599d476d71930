import API

/// Instants and lengths of time in words.
package enum TimeWords {
    /// `7 h 12 min`, `12 min`, `40 s`, `2 d 3 h`: the two largest units, without a sign.
    package static func length(seconds: Int) -> String {
        let magnitude = abs(seconds)
        let units = [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")]
        guard let first = units.firstIndex(where: { magnitude >= $0.0 }) else { return "0 s" }
        let (size, name) = units[first]
        var text = "\(magnitude / size) \(name)"
        // Seconds beside minutes change too fast to be worth reading.
        if first < 2 {
            let (smaller, smallerName) = units[first + 1]
            let rest = magnitude % size / smaller
            if rest > 0 { text += " \(rest) \(smallerName)" }
        }
        return text
    }

    /// `06:30 (in 7 h 12 min)`; minutes are rounded up, so that it never says "in 0 min".
    package static func ahead(_ instant: String, now: Moment) -> String {
        guard let moment = Moment(instant) else { return instant }
        let left = moment.seconds - now.seconds
        guard left > 0 else { return moment.relative(to: now) }
        let rounded = left < 60 ? left : (left + 59) / 60 * 60
        return "\(moment.relative(to: now)) (in \(length(seconds: rounded)))"
    }

    /// `21:14`, `20 Nov 21:14`.
    package static func at(_ instant: String, now: Moment) -> String {
        Moment(instant)?.relative(to: now) ?? instant
    }

    /// ` until 06:30 (in 7 h 12 min)`, or nothing if no end is known.
    package static func until(_ instant: String?, now: Moment) -> String {
        instant.map { " until " + ahead($0, now: now) } ?? ""
    }

    /// ` until 06:30 (in 7 h 12 min)`, or `, no end known`.
    package static func end(_ instant: String?, now: Moment) -> String {
        instant.map { until($0, now: now) } ?? ", no end known"
    }
}
