import Phrasing
import RuleModel

/// Instants and lengths of time in words, as the daemon writes them.
typealias TimeWords = Phrasing.TimeWords

/// The parts of dates and times as they are written here.
enum ClockWords {
    /// From Monday on: `Mon`.
    static let weekdays = ClockText.shortWeekdays
    /// From Monday on: `Monday`.
    static let wholeWeekdays = ClockText.weekdays

    /// The name of a weekday, 1 Monday to 7 Sunday; nil for any other number.
    static func name(of weekday: Int, in names: [String]) -> String? {
        (1...names.count).contains(weekday) ? names[weekday - 1] : nil
    }

    /// Two digits at least: `07`.
    static func two(_ number: Int) -> String { ClockText.two(number) }
}
