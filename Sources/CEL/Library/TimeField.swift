/// The parts of an instant that an expression can read, by the name of the method.
enum TimeField: String, CaseIterable, Sendable {
    case getFullYear
    /// 0 ... 11.
    case getMonth
    /// 1 ... 31.
    case getDate
    /// 0 ... 30.
    case getDayOfMonth
    /// 0 is Sunday.
    case getDayOfWeek
    /// 0 ... 365.
    case getDayOfYear
    case getHours
    case getMinutes
    case getSeconds
    case getMilliseconds

    /// The part as calendar and clock show it at an offset in seconds east of UTC.
    func value(of instant: Timestamp, offset: Int) -> Int64 {
        let local = CivilTime(instant, offset: offset)
        let value =
            switch self {
            case .getFullYear: local.date.year
            case .getMonth: local.date.month - 1
            case .getDate: local.date.day
            case .getDayOfMonth: local.date.day - 1
            case .getDayOfWeek: local.date.weekday % 7
            case .getDayOfYear: local.date.dayOfYear - 1
            case .getHours: local.hour
            case .getMinutes: local.minute
            case .getSeconds: local.second
            case .getMilliseconds: Int(instant.nanoseconds) / 1_000_000
            }
        return Int64(value)
    }
}
