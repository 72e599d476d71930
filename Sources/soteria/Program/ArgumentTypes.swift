import API
import ArgumentParser
import Foundation
import Localization
import RuleModel

/// A length of time as a person writes it: `1h`, `90m`, `1h30m`, `45s`, `2d`.
struct Length: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    init?(argument: String) {
        let sizes: [Character: Int] = ["d": 86400, "h": 3600, "m": 60, "s": 1]
        var total = 0
        var number: Int?
        var smallest = Int.max
        for character in argument {
            if let digit = character.wholeNumberValue, character.isASCII {
                number = (number ?? 0) * 10 + digit
                guard number ?? 0 < 1_000_000 else { return nil }
            } else {
                // Units must get smaller, so that none occurs twice.
                guard let count = number, let size = sizes[character], size < smallest else {
                    return nil
                }
                total += count * size
                smallest = size
                number = nil
            }
        }
        guard number == nil, total > 0 else { return nil }
        seconds = total
    }

    /// `1h`, as in help texts.
    var description: String {
        TimeWords.length(seconds: seconds).replacingOccurrences(of: " ", with: "")
    }

    var defaultValueDescription: String { description }
}

extension CalendarDay {
    /// Parses an option's value; the error names the form that is accepted.
    static func parse(_ text: String) throws -> CalendarDay {
        if let day = CalendarDay(text) { return day }
        if let day = CalendarDay(padding: text[...]) { throw ValidationError.padded("\(day)") }
        throw ValidationError(localized("write a date as 2026-12-24"))
    }

    /// The date that a text such as `2026-3-1` was probably meant as.
    fileprivate init?(padding text: Substring) {
        let parts = text.split(whereSeparator: { "-/.".contains($0) })
        guard parts.count == 3, parts[0].count == 4 else { return nil }
        self.init(parts.map { $0.count == 1 ? "0\($0)" : $0 }.joined(separator: "-"))
    }
}

extension ValidationError {
    fileprivate static func padded(_ meant: String) -> ValidationError {
        ValidationError(localized("months and days have two digits; did you mean \"\(meant)\"?"))
    }
}

/// An instant as a person writes it: RFC 3339 with an offset, or a local date, a local time of
/// today, or both; seconds are optional: `2026-12-24`, `22:30`, `2026-12-24 22:30:15`.
struct InstantArgument: Hashable, Sendable {
    /// Parts as written; nil if left out.
    let date: CalendarDay?
    let secondOfDay: Int
    /// The text itself, if it is in RFC 3339.
    let exact: String?

    init?(argument: String) {
        if Moment(argument) != nil {
            exact = argument
            date = nil
            secondOfDay = 0
            return
        }
        exact = nil
        let parts = argument.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let first = parts.first, let last = parts.last, parts.count <= 2 else { return nil }
        date = CalendarDay(String(first))
        guard parts.count == 1 || date != nil else { return nil }
        if parts.count == 1, date != nil {
            secondOfDay = 0
        } else if let time = Self.seconds(last) {
            secondOfDay = time
        } else {
            return nil
        }
    }

    /// Parses an option's value; the error names the forms that are accepted.
    static func parse(_ text: String) throws -> InstantArgument {
        guard let instant = InstantArgument(argument: text) else {
            var parts = text.split(separator: " ", maxSplits: 1)
            if let first = parts.first, let day = CalendarDay(padding: first) {
                parts[0] = "\(day)"
                let meant = parts.joined(separator: " ")
                if InstantArgument(argument: meant) != nil {
                    throw ValidationError.padded(meant)
                }
            }
            throw ValidationError(
                localized(
                    """
                    write a time as 22:30, 2026-12-24 or "2026-12-24 22:30" (seconds are \
                    optional), or in RFC 3339, such as 2026-12-24T22:30:00+01:00
                    """))
        }
        return instant
    }

    /// The instant in RFC 3339: as written if it has that form, else in UTC. Local parts are read
    /// in `zone`; today is the day of `now` there. A time that the zone skips becomes the first one
    /// after the gap; if a time occurs twice, the first one is used.
    func rfc3339(in zone: TimeZoneRules, now: Instant) -> String {
        if let exact { return exact }
        let day = date?.number ?? LocalTime(now, in: zone).daysSince1970
        let local = Int64(day) * 86400 + Int64(secondOfDay)
        return LocalTime.rfc3339(zone.instants(ofLocal: local).first, offset: 0)
    }

    /// Seconds after midnight of `22:30` or `22:30:15`.
    private static func seconds(_ text: Substring) -> Int? {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        let digits = words.joined().utf8
        guard words.count == 2 || words.count == 3, words.allSatisfy({ $0.count == 2 }),
            digits.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let numbers = words.compactMap { Int($0) }
        guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
}
