/// Instants as people read them.
///
/// The daemon writes each with the local offset at that instant, so that its own digits are the
/// local clock's and no zone has to be known here.
enum ClockText {
    /// The time of day, with the date where it is another than that of `reference`: `23:13`, `04:00
    /// on 23 Nov`. What is no RFC 3339 instant is left as it is.
    ///
    /// - Parameters:
    ///   - instant: an instant at or after the reference, `2026-11-22T23:13:00+01:00`.
    ///   - reference: an instant that lies before the present moment.
    /// - Returns: the words.
    static func at(_ instant: String, since reference: String) -> String {
        guard let parts = Parts(instant) else { return instant }
        let time = "\(parts.hour):\(parts.minute)"
        return Parts(reference)?.date == parts.date ? time : "\(time) on \(parts.day)"
    }

    /// The time of day with its seconds: `23:13:05`.
    static func withSeconds(_ instant: String) -> String {
        guard let parts = Parts(instant) else { return instant }
        return "\(parts.hour):\(parts.minute):\(parts.second)"
    }

    /// `30 s`, `2 min`, `1 min 5 s`; never less than nothing.
    static func length(seconds: Int) -> String {
        let seconds = max(0, seconds)
        let (minutes, rest) = (seconds / 60, seconds % 60)
        if minutes == 0 { return "\(rest) s" }
        return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
    }

    /// The digits of an instant; their places are fixed.
    private struct Parts {
        let date: String
        let day: String
        let hour: String
        let minute: String
        let second: String

        init?(_ text: String) {
            let bytes = Array(text.utf8)
            func digits(_ range: Range<Int>) -> String? {
                guard range.upperBound <= bytes.count,
                    bytes[range].allSatisfy({ (48...57).contains($0) })
                else { return nil }
                return String(decoding: bytes[range], as: UTF8.self)
            }
            guard let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10),
                let hour = digits(11..<13), let minute = digits(14..<16),
                let second = digits(17..<19), let number = Int(month), let dayNumber = Int(day),
                (1...12).contains(number)
            else { return nil }
            let months = [
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
            ]
            date = year + month + day
            self.day = "\(dayNumber) \(months[number - 1])"
            self.hour = hour
            self.minute = minute
            self.second = second
        }
    }
}
