import CEL
import Engine
import RuleModel
import Testing

/// An instant as RFC 3339 text.
func at(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> Instant {
    try #require(Instant(rfc3339: text), "not an instant: \(text)", sourceLocation: location)
}

/// Local time as `2026-03-29T02:30`, in seconds since 1970 as the local clock shows them.
func local(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> Int64 {
    try at(text + ":00Z", location).seconds
}

/// An instant in the words of the tables: RFC 3339 in the zone.
func text(_ instant: Instant?, in zone: TimeZoneRules) -> String {
    instant.map { LocalTime.rfc3339($0, offset: zone.offset(at: $0)) } ?? "none"
}

/// A span of time as `90s`, `15m`, `10h`, `2d`, with a sign where it is negative.
func span(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> TimeSpan {
    let count = try #require(Int64(text.dropLast()), "not a span", sourceLocation: location)
    switch text.last {
    case "s": return .seconds(count)
    case "m": return .minutes(count)
    case "h": return .hours(count)
    case "d": return .days(count)
    default: throw UnreadableLiteral(text: text)
    }
}

struct UnreadableLiteral: Error { var text: String }

/// A range as rule files write it, of weekdays or dates, with its exceptions behind it:
/// `fri-mon 22:30-06:30 except 2026-12-24`, `2026-11-27..2026-11-30 00:00-24:00`.
func range(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> DailyRange {
    let words = text.split(separator: " ").map(String.init)
    let times = words[1].split(separator: "-").map { time in
        time.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
    }
    func span(_ word: String) throws -> ClosedRange<Int> {
        let ends = try word.split(separator: ".").map { end in
            try #require(CivilDate(String(end)), sourceLocation: location).daysSince1970
        }
        return ends[0]...ends[ends.count - 1]
    }
    let except = Dates(spans: try words.dropFirst(3).map(span))
    if words[0].first?.isNumber == true {
        return DailyRange(
            dates: Dates(spans: [try span(words[0])]), start: times[0], end: times[1],
            except: except)
    }
    return DailyRange(days: try days(words[0]), start: times[0], end: times[1], except: except)
}

private func days(_ text: String) throws -> Weekdays {
    switch text {
    case "daily": return .daily
    case "weekdays": return .weekdays
    case "weekends": return .weekends
    default:
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let ends = try text.split(separator: "-").map { name in
            guard let index = names.firstIndex(of: String(name)) else {
                throw UnreadableLiteral(text: text)
            }
            return index + 1
        }
        guard let first = ends.first, let last = ends.last else {
            throw UnreadableLiteral(text: text)
        }
        return .through(first, last)
    }
}

/// Where the ranges lie in a zone.
func calendar(_ ranges: [String], in name: String) throws -> RangeCalendar {
    RangeCalendar(try ranges.map { try range($0) }, in: try zone(name))
}

/// An amount as `49.90 EUR`, or without a currency.
func money(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> Money {
    let words = text.split(separator: " ").map(String.init)
    return try Money(decimal: words[0], currency: words.dropFirst().first)
}

/// A day as `2026-11-18`, in days since 1970-01-01.
func day(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> Int {
    try #require(CivilDate(text), "no day: \(text)", sourceLocation: location).daysSince1970
}
