/// A day of the proleptic Gregorian calendar, in whole numbers and without a time zone.
///
/// Conversions are the constant-time "days from civil" arithmetic over eras of 400 years, with the
/// year taken to begin in March so that the leap day comes last.
public struct CivilDate: Hashable, Sendable {
    /// The year, astronomically counted: 0 is 1 BC.
    public let year: Int
    /// The month, 1 ... 12.
    public let month: Int
    /// The day of the month, 1 ... 31.
    public let day: Int

    private static let daysPerEra = 146_097
    /// Days from 0000-03-01, where an era begins, to 1970-01-01.
    private static let epochOffset = 719_468

    /// The date a number of days after 1970-01-01; the arithmetic is valid below 10^17 days.
    public init(daysSince1970: Int) {
        let days = daysSince1970 + Self.epochOffset
        let era = (days >= 0 ? days : days - (Self.daysPerEra - 1)) / Self.daysPerEra
        let dayOfEra = days - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Nil if the calendar has no such day, or beyond a million years.
    public init?(year: Int, month: Int, day: Int) {
        guard (-1_000_000...1_000_000).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date of a text such as `2026-12-24`: four, two and two digits, and nothing else.
    public init?(_ text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"),
            let month = scanner.number(digits: 2), scanner.skip("-"),
            let day = scanner.number(digits: 2), scanner.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Days after 1970-01-01, negative before it.
    public var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.epochOffset
    }

    /// The day of the week by ISO 8601: 1 is Monday, 7 Sunday.
    public var weekday: Int { Self.weekday(daysSince1970: daysSince1970) }

    /// The day of the year, 1 ... 366.
    public var dayOfYear: Int {
        let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1]
        return before + day + (month > 2 && Self.isLeap(year) ? 1 : 0)
    }

    /// The weekday without building the date; 1970-01-01 was a Thursday (4).
    public static func weekday(daysSince1970 days: Int) -> Int {
        let remainder = (days + 3) % 7
        return (remainder < 0 ? remainder + 7 : remainder) + 1
    }

    /// True if the year has a 29 February.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The length of a month (1 ... 12) in days.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilDate: Comparable {
    /// True if one day lies before another.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date by ISO 8601, such as `2026-12-24`.
    public var description: String {
        let sign = year < 0 ? "-" : ""
        return sign + padded(abs(year), to: 4) + "-" + padded(month, to: 2) + "-"
            + padded(day, to: 2)
    }
}

/// A non-negative number with leading zeros.
func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
