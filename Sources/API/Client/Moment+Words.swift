import Localization

/// Instants in the form that people read.
extension Moment {
    /// `06:30`.
    package var time: String {
        Self.two(secondOfDay / 3600) + ":" + Self.two(secondOfDay / 60 % 60)
    }
    /// `06:30:05`.
    package var timeWithSeconds: String { time + ":" + Self.two(secondOfDay % 60) }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The time of day, with as much of the date as `now` requires: `06:30`, `Mon 06:30`, `24 Dec
    /// 06:30`, `24 Dec 2027 06:30`.
    package func relative(to now: Moment) -> String {
        let ahead = seconds - now.seconds
        if day == now.day || (0..<72_000).contains(ahead) { return time }
        if (0..<6 * 86400).contains(ahead) { return "\(day.weekdayName) \(time)" }
        return "\(day.text(in: now.day.year)) \(time)"
    }
}

extension CalendarDay {
    /// `Mon`.
    package var weekdayName: String { Self.weekdayNames[weekday - 1] }

    /// The short names of the weekdays from Monday.
    package static var weekdayNames: [String] {
        [
            localized("Mon"), localized("Tue"), localized("Wed"), localized("Thu"),
            localized("Fri"), localized("Sat"), localized("Sun"),
        ]
    }

    /// `24 Dec`, with the year if it differs from the given one.
    package func text(in year: Int) -> String {
        let months = [
            localized("Jan"), localized("Feb"), localized("Mar"), localized("Apr"),
            localized("May"), localized("Jun"), localized("Jul"), localized("Aug"),
            localized("Sep"), localized("Oct"), localized("Nov"), localized("Dec"),
        ]
        let text = "\(day) \(months[month - 1])"
        return self.year == year ? text : "\(text) \(self.year)"
    }
}
