/// An instant in the form of the socket, with the local zone's offset at that instant.
///
/// Because every instant has its offset, local times need no zone database here and are those of
/// the daemon, regardless of this process's `TZ`.
package struct Moment: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int
    /// The local offset from UTC, in seconds east.
    package let offset: Int

    package init(seconds: Int, offset: Int) {
        self.seconds = seconds
        self.offset = offset
    }

    /// Parses RFC 3339, `2026-11-21T22:30:00+01:00`; fractions of a second are dropped.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard let offset = Self.offset(Array(rest)) else { return nil }
        self.offset = offset
        let days = CalendarDay(year: year, month: month, day: day).number
        seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
    }

    /// Parses an offset, `Z` or sign, hours and minutes, to seconds east of Greenwich.
    private static func offset(_ bytes: [UInt8]) -> Int? {
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
            let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// The instant `seconds` later, or earlier if negative, at the same offset.
    package func later(by seconds: Int) -> Moment {
        Moment(seconds: self.seconds + seconds, offset: offset)
    }

    /// RFC 3339, `2026-11-21T22:30:00+01:00`.
    package var rfc3339: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        func clock(_ seconds: Int) -> String {
            "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
        }
        let sign = offset < 0 ? "-" : "+"
        return "\(day)T\(clock(secondOfDay)):\(two(secondOfDay % 60))\(sign)\(clock(abs(offset)))"
    }

    /// Earlier is less; offsets do not matter.
    package static func < (left: Moment, right: Moment) -> Bool { left.seconds < right.seconds }

    package var day: CalendarDay { CalendarDay(number: dayNumber) }
    /// Seconds since the local midnight.
    package var secondOfDay: Int { seconds + offset - dayNumber * 86400 }
    private var dayNumber: Int { Int((Double(seconds + offset) / 86400).rounded(.down)) }
}

/// A date of the Gregorian calendar; its description is `2026-12-24`.
package struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// Of the month, from 1.
    package let day: Int

    /// Creates a date without checking its parts.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses `2026-12-24`; nil for a date that does not exist.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isInDigits = parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard parts.map(\.utf8.count) == [4, 2, 2], isInDigits else { return nil }
        let numbers = parts.compactMap { Int($0) }
        let date = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        // A day that no month has comes back as another date.
        guard (1...12).contains(date.month), date.day >= 1,
            CalendarDay(number: date.number) == date
        else { return nil }
        self = date
    }

    /// The date of a day counted from 1970-01-01. The computed year begins in March, so that the
    /// leap day comes last.
    package init(number: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    package var number: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    package var description: String {
        func digits(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// The weekday, 1 Monday to 7 Sunday.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 + 1 }
}
