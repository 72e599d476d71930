/// An instant as the socket writes it, RFC 3339 with an offset: `2026-11-21T22:30:00+01:00`.
struct InstantText: Sendable, Hashable {
    /// The instant since 1970-01-01T00:00:00Z.
    let sinceEpoch: Duration
    /// The date at the offset, `2026-11-21`.
    let date: String
    /// The day and the month at the offset: `21 Nov`.
    let day: String
    /// The time of day at the offset, `22:30`.
    let timeOfDay: String
    /// The second of that minute, `05`.
    let second: String

    /// Reads the text; nil where it is none of that form.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        // A fraction says less than a second: nobody waits for that.
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard let offset = Self.offset(Array(rest)) else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        sinceEpoch = .seconds(days * 86400 + hour * 3600 + minute * 60 + second - offset)
        func digits(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        date = digits(0..<10)
        self.day = "\(day) \(Self.months[month - 1])"
        timeOfDay = digits(11..<16)
        self.second = digits(17..<19)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds east of Greenwich.
    private static func offset(_ bytes: [UInt8]) -> Int? {
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
            let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March, so
    /// that the leap day is the last one.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
