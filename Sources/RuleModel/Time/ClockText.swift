/// The parts of local times as people read them.
package enum ClockText {
    /// From Monday on.
    package static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    /// From Monday on: `Mon`.
    package static let shortWeekdays = weekdays.map { String($0.prefix(3)) }

    /// Two digits at least: `07`.
    package static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    /// Minutes after midnight as `22:30`.
    package static func time(minute: Int) -> String {
        two(minute / 60) + ":" + two(minute % 60)
    }
}
