/// The parts of dates and times as they are written here.
enum ClockWords {
    /// From Monday on: `Mon`.
    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// From Monday on: `Monday`.
    static let wholeWeekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// The name of a weekday, 1 Monday to 7 Sunday; nil for any other number.
    static func name(of weekday: Int, in names: [String]) -> String? {
        (1...names.count).contains(weekday) ? names[weekday - 1] : nil
    }

    /// Two digits at least: `07`.
    static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
