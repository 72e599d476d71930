import CEL
import RuleModel

/// Where two rule sets differ, or a condition is not what it might be.
package enum Witness: Hashable, Sendable {
    /// A minute of every week, counted from Monday 00:00, local time.
    case minuteOfWeek(Int)
    /// A minute of one date, given as days since 1970-01-01, local time.
    case minute(Int, day: Int)
    /// The values of variables, in the order in which the conditions read them.
    case values([Reading])
    case site(String)
    /// An app's id, or the path of an executable.
    case program(String)

    package struct Reading: Hashable, Sendable {
        /// The variable as conditions write it.
        package var name: String
        /// The value as CEL writes it.
        package var value: String
    }

    /// `Friday 23:15`, `2026-12-24 22:00`, `local.hour = 23, unblocks.last_hour = 3`, `amazon.com`.
    package var text: String {
        switch self {
        case .minuteOfWeek(let minute):
            "\(ClockText.weekdays[minute / 1440 % 7]) \(ClockText.time(minute: minute % 1440))"
        case .minute(let minute, let day):
            "\(CivilDate(daysSince1970: day + minute / 1440)) \(ClockText.time(minute: minute % 1440))"
        case .values(let readings):
            Self.time(readings)
                ?? readings.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
        case .site(let name), .program(let name): name
        }
    }

    /// A matter of the local time alone reads as one.
    private static func time(_ readings: [Reading]) -> String? {
        var values: [String: Int] = [:]
        for reading in readings { values[reading.name] = Int(reading.value) }
        guard values.count == readings.count, let hour = values["local.hour"] else { return nil }
        values["local.hour"] = nil
        let minute = values.removeValue(forKey: "local.minute") ?? 0
        let weekday = values.removeValue(forKey: "local.weekday")
        guard values.isEmpty, (0..<24).contains(hour), (0..<60).contains(minute) else {
            return nil
        }
        let time = ClockText.time(minute: hour * 60 + minute)
        guard let weekday else { return time }
        return (1...7).contains(weekday) ? "\(ClockText.weekdays[weekday - 1]) \(time)" : nil
    }
}
