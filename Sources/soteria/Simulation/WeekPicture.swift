import API
import Localization
import RuleModel

/// Draws the times at which targets are blocked: hours across, days (weeks for long spans) down.
struct WeekPicture {
    let zone: TimeZoneRules
    let span: Range<Int64>
    let isUTF8: Bool
    let style: Style

    /// Longer spans are shown week by week.
    private static let mostDays = 70
    /// The columns of the dates.
    private static let margin = 11
    private static let quarter: Int64 = 15 * 60_000

    /// One line: the length of each cell, and its blocked part.
    private struct Row {
        var label: String
        var there: [Int64]
        var blocked: [Int64]
        /// The length of the day, if it is not 24 hours.
        var length: String?
    }

    /// The cells per hour that fit.
    private var cellsPerHour: Int { style.width >= Self.margin + 48 + 6 ? 2 : 1 }
    private var isByWeeks: Bool {
        span.upperBound - span.lowerBound > Int64(Self.mostDays) * 86_400_000
    }

    /// Draws one target's stretches, in milliseconds since 1970, in order.
    func text(of stretches: [Range<Int64>]) -> String {
        var text = axis
        for row in rows(stretches) {
            let label = row.label + String(repeating: " ", count: Self.margin - row.label.count)
            var line = style.apply(.faint, label) + cells(row)
            if let length = row.length { line += style.apply(.faint, "  " + length) }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }

    var legend: String {
        let signs = signs
        let some = isByWeeks ? localized("on some days") : localized("partly")
        return localized("\(signs.full) blocked  \(signs.part) \(some)  \(signs.open) open\n")
    }

    private var signs: (full: Character, part: Character, open: Character) {
        isUTF8 ? ("█", "▒", "·") : ("#", "+", ".")
    }

    /// The hours above the cells: every third, or every sixth if there is little room.
    private var axis: String {
        var text = String(repeating: " ", count: Self.margin)
        for hour in stride(from: 0, to: 24, by: 3) {
            let name = ClockText.two(hour)
            text += name + String(repeating: " ", count: 3 * cellsPerHour - name.count)
        }
        while text.last == " " { text.removeLast() }
        return style.apply(.faint, text) + "\n"
    }

    private func cells(_ row: Row) -> String {
        let signs = signs
        var text = ""
        var run = ""
        var isBlocked = false
        func flush() {
            text += style.apply(isBlocked ? .bad : nil, run)
            run = ""
        }
        for (there, blocked) in zip(row.there, row.blocked) {
            if (blocked > 0) != isBlocked {
                flush()
                isBlocked = blocked > 0
            }
            run.append(
                there == 0
                    ? " " : blocked == 0 ? signs.open : blocked >= there ? signs.full : signs.part)
        }
        flush()
        return text
    }

    /// Iterates over the span in quarters of an hour, because no clock changes within one.
    private func rows(_ stretches: [Range<Int64>]) -> [Row] {
        var rows: [Row] = []
        var day = Int.min
        var line = Int.min
        var next = 0
        var moment = span.lowerBound
        while moment < span.upperBound {
            let over = (moment % Self.quarter + Self.quarter) % Self.quarter
            let end = min(moment - over + Self.quarter, span.upperBound)
            let local = LocalTime(Instant(milliseconds: moment), in: zone)
            if local.date.daysSince1970 != day {
                day = local.date.daysSince1970
                let first = isByWeeks ? day - (local.date.weekday - 1) : day
                if first != line {
                    line = first
                    rows.append(row(first))
                }
            }
            let cell = local.secondOfDay / 60 * cellsPerHour / 60
            while next < stretches.count, stretches[next].upperBound <= moment { next += 1 }
            var index = next
            var blocked: Int64 = 0
            while index < stretches.count, stretches[index].lowerBound < end {
                let part = stretches[index].clamped(to: moment..<end)
                blocked += part.upperBound - part.lowerBound
                index += 1
            }
            rows[rows.count - 1].there[cell] += end - moment
            rows[rows.count - 1].blocked[cell] += blocked
            moment = end
        }
        return rows
    }

    private func row(_ number: Int) -> Row {
        let date = CalendarDay(number: number)
        let count = 24 * cellsPerHour
        let label =
            isByWeeks ? date.description : "\(date.weekdayName) \(date.text(in: date.year))"
        var row = Row(
            label: label, there: Array(repeating: 0, count: count),
            blocked: Array(repeating: 0, count: count))
        let length = zone.midnight(ofDay: number + 1) - zone.midnight(ofDay: number)
        if !isByWeeks, length != .days(1) { row.length = Self.hours(length) }
        return row
    }

    /// `25 h`, or `24 h 30 min` if the clock changes by half an hour.
    private static func hours(_ length: TimeSpan) -> String {
        let (hours, minutes) = (length.seconds / 60).quotientAndRemainder(dividingBy: 60)
        return minutes == 0 ? localized("\(hours) h") : localized("\(hours) h \(minutes) min")
    }
}

extension TimeZoneRules {
    func midnight(of instant: Instant) -> Instant {
        midnight(ofDay: LocalTime(instant, in: self).date.daysSince1970)
    }

    /// The start of a local day, given as days since 1970-01-01.
    func midnight(ofDay day: Int) -> Instant {
        instants(ofLocal: Int64(day) * 86400).first
    }

    /// The same local time `count` days later, or earlier if it is negative.
    func instant(_ count: Int, daysFrom instant: Instant) -> Instant {
        let local = LocalTime(instant, in: self)
        let day = Int64(local.date.daysSince1970 + count)
        return instants(ofLocal: day * 86400 + Int64(local.secondOfDay)).first
    }
}
