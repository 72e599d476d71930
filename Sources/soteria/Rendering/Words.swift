import API
import Engine
import Localization
import Phrasing
import RuleModel

typealias ClockText = RuleModel.ClockText
typealias TimeWords = Phrasing.TimeWords

/// Without the current time to compare with, an instant is shown unchanged.
extension TimeWords {
    static func ahead(_ instant: String, now: Moment?) -> String {
        now.map { ahead(instant, now: $0) } ?? instant
    }

    static func at(_ instant: String, now: Moment?) -> String {
        now.map { at(instant, now: $0) } ?? instant
    }
}

enum WeekdayText {
    /// The short names from Monday to Sunday: `Mon`.
    static var short: [String] { CalendarDay.weekdayNames }

    /// The name of a weekday, 1 Monday to 7 Sunday; nil for any other number.
    static func name(_ weekday: Int) -> String? {
        let names = [
            localized("Monday"), localized("Tuesday"), localized("Wednesday"),
            localized("Thursday"), localized("Friday"), localized("Saturday"),
            localized("Sunday"),
        ]
        return (1...7).contains(weekday) ? names[weekday - 1] : nil
    }
}

enum ByteText {
    /// `1 byte`, `12.3 kB`, `4.0 MB`.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return Count.bytes(bytes) }
        let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
        let (unit, name) = units.first { bytes >= $0.0 } ?? (1000, "kB")
        let tenths = bytes / (unit / 10)
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }
}

/// Sites and apps, as people call them.
enum PlaceText {
    /// The name of an app: its id, or the file name of its executable.
    static func app(_ app: String) -> String {
        guard app.hasPrefix("/"), let name = app.split(separator: "/").last else { return app }
        return String(name)
    }
}

/// Formats values of variables, which arrive in the syntax of the Common Expression Language.
enum ValueText {
    /// Rounded down like every length in words, so that nothing below 30 minutes reads as 30
    /// minutes: `20 min` for `duration("1200s")`, `none yet` for the time that means never, `0.67`
    /// for `0.6666666666666666`; other values are unchanged.
    static func text(_ value: String) -> String {
        if let span = inner(value, of: "duration"), span.last == "s",
            let seconds = Double(span.dropLast()),
            let whole = Int(exactly: seconds.rounded(.towardZero))
        {
            if whole >= Int(Vocabulary.never.milliseconds / 1000) { return localized("none yet") }
            return (whole < 0 ? "-" : "") + TimeWords.length(seconds: whole)
        }
        // A double has a point, or no digits at all.
        if value.contains("."), let number = Double(value), number.isFinite {
            return decimals(number) ?? value
        }
        return timestamp(value) ?? value
    }

    /// An instant without its wrapping and fraction; nil for anything else.
    static func timestamp(_ value: String) -> String? {
        guard let inner = inner(value, of: "timestamp")?.prefix(19), inner.count == 19 else {
            return nil
        }
        return "\(inner)Z"
    }

    /// The argument in `function("...")`.
    private static func inner(_ value: String, of function: String) -> Substring? {
        let (start, end) = ("\(function)(\"", "\")")
        guard value.hasPrefix(start), value.hasSuffix(end), value.count >= start.count + end.count
        else { return nil }
        return value.dropFirst(start.count).dropLast(end.count)
    }

    /// Two decimals; nil for a number that is too large for them.
    private static func decimals(_ number: Double) -> String? {
        guard let hundredths = Int(exactly: (number * 100).rounded()) else { return nil }
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
