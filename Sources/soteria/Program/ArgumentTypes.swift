import API
import ArgumentParser
import Foundation
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

extension CalendarDay: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

/// An instant as a person writes it: RFC 3339 with an offset, or a local date, a local time of
/// today, or both: `2026-12-24`, `22:30`, `2026-12-24 22:30`.
struct InstantArgument: ExpressibleByArgument, Hashable, Sendable {
    /// Parts as written; nil if left out.
    let date: CalendarDay?
    let minutes: Int
    /// The text itself, if it is in RFC 3339.
    let exact: String?

    init?(argument: String) {
        if Moment(argument) != nil {
            exact = argument
            date = nil
            minutes = 0
            return
        }
        exact = nil
        let parts = argument.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let first = parts.first, let last = parts.last, parts.count <= 2 else { return nil }
        date = CalendarDay(String(first))
        guard parts.count == 1 || date != nil else { return nil }
        if parts.count == 1, date != nil {
            minutes = 0
        } else if let time = Self.minutes(last) {
            minutes = time
        } else {
            return nil
        }
    }

    /// The instant in RFC 3339: as written if it has that form, else in UTC. Local parts are read
    /// in `zone`, where today is the day of `now`. A time that is skipped there becomes the first
    /// one after the gap; of a time that occurs twice the first is used.
    func rfc3339(in zone: TimeZoneRules, now: Instant) -> String {
        if let exact { return exact }
        let day = date?.number ?? LocalTime(now, in: zone).daysSince1970
        return LocalTime.rfc3339(zone.instant(ofDay: day, minute: minutes), offset: 0)
    }

    private static func minutes(_ text: Substring) -> Int? {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        let digits = words.joined().utf8
        guard words.map(\.count) == [2, 2], digits.allSatisfy({ (48...57).contains($0) }),
            let hour = Int(words[0]), let minute = Int(words[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}
