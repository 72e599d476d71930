import API
import ArgumentParser

/// A local date as a person writes it: `2026-12-24`.
struct DayArgument: ExpressibleByArgument, Hashable, Sendable {
    let day: CalendarDay

    init?(argument: String) {
        guard let day = CalendarDay(argument) else { return nil }
        self.day = day
    }
}
