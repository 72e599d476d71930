import Glibc

/// Dates in HTTP's format: `Sun, 06 Nov 1994 08:49:37 GMT`. They are made for each response: a
/// timer that prepares one every second would keep the machine awake.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func now() -> String { text(time(nil)) }

    /// The date of an instant in seconds since 1970.
    static func text(_ instant: time_t) -> String {
        var instant = instant
        var parts = tm()
        guard gmtime_r(&instant, &parts) != nil else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) "
            + "\(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) \(time) GMT"
    }
}
