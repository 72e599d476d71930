import ArgumentParser

/// A local date as a person writes it: `2026-12-24`.
struct DayArgument: ExpressibleByArgument, Hashable, Sendable {
    let day: CalendarDay

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        let isInDigits = parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard parts.map(\.utf8.count) == [4, 2, 2], isInDigits else { return nil }
        let numbers = parts.compactMap { Int($0) }
        let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        // What no month has comes back as another date.
        guard (1...12).contains(day.month), day.day >= 1, CalendarDay(number: day.number) == day
        else { return nil }
        self.day = day
    }
}
