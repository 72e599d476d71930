/// An instant of the years 1 to 9999, in seconds and nanoseconds of UTC without leap seconds.
public struct Timestamp: Hashable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded towards the past.
    public let seconds: Int64
    /// Nanoseconds after `seconds`, 0 ..< 1 000 000 000.
    public let nanoseconds: Int32

    /// The first instant, 0001-01-01T00:00:00Z.
    public static let min = Timestamp(uncheckedSeconds: -62_135_596_800, nanoseconds: 0)
    /// The last instant, 9999-12-31T23:59:59.999999999Z.
    public static let max = Timestamp(uncheckedSeconds: 253_402_300_799, nanoseconds: 999_999_999)

    /// An instant; nil outside the years 1 to 9999 or with nanoseconds outside a second.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard seconds >= Self.min.seconds, seconds <= Self.max.seconds,
            nanoseconds >= 0, nanoseconds < 1_000_000_000
        else { return nil }
        self.init(uncheckedSeconds: seconds, nanoseconds: nanoseconds)
    }

    private init(uncheckedSeconds: Int64, nanoseconds: Int32) {
        seconds = uncheckedSeconds
        self.nanoseconds = nanoseconds
    }

    /// The instant later by a duration; nil if it leaves the range.
    func adding(_ span: CELDuration) -> Timestamp? {
        moved(bySeconds: span.seconds, nanoseconds: span.nanoseconds % 1_000_000_000)
    }

    /// The instant earlier by a duration; nil if it leaves the range.
    func subtracting(_ span: CELDuration) -> Timestamp? {
        moved(bySeconds: -span.seconds, nanoseconds: -(span.nanoseconds % 1_000_000_000))
    }

    private func moved(bySeconds seconds: Int64, nanoseconds: Int64) -> Timestamp? {
        let sum = Int64(self.nanoseconds) + nanoseconds
        let carry: Int64 = sum < 0 ? -1 : sum >= 1_000_000_000 ? 1 : 0
        return Timestamp(
            seconds: self.seconds + seconds + carry,
            nanoseconds: Int32(sum - carry * 1_000_000_000))
    }

    /// The span since another instant; nil if it is longer than a duration can be.
    func since(_ other: Timestamp) -> CELDuration? {
        CELDuration(seconds: seconds - other.seconds, nanoseconds: nanoseconds - other.nanoseconds)
    }
}

extension Timestamp: Comparable {
    /// True if one instant lies before another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The instant of a text by RFC 3339, such as `2026-03-29T02:30:00.5+02:00`; nil for another
    /// form or outside the range. A leap second is refused.
    public init?(rfc3339 text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"),
            let month = scanner.number(digits: 2), scanner.skip("-"),
            let day = scanner.number(digits: 2), scanner.skip("T"),
            let date = CivilDate(year: year, month: month, day: day),
            let clock = scanner.hoursAndMinutes(), scanner.skip(":"),
            let second = scanner.number(digits: 2), second < 60
        else { return nil }
        var nanoseconds = 0
        if scanner.skip(".") {
            guard let fraction = scanner.nanoseconds() else { return nil }
            nanoseconds = fraction
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let seconds = date.daysSince1970 * 86_400 + clock + second - offset
        self.init(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds))
    }

    /// The instant by RFC 3339 in UTC, with as many digits of a second as it needs.
    public var description: String {
        let local = CivilTime(self, offset: 0)
        let fraction = fractionText(Int(nanoseconds))
        return "\(local.date)T" + padded(local.hour, to: 2) + ":" + padded(local.minute, to: 2)
            + ":" + padded(local.second, to: 2) + fraction + "Z"
    }
}

extension DigitScanner {
    /// One to nine digits after a decimal point, as nanoseconds.
    fileprivate mutating func nanoseconds() -> Int? {
        var value = 0
        var digits = 0
        while let digit = digit() {
            guard digits < 9 else { return nil }
            value = value * 10 + digit
            digits += 1
        }
        guard digits > 0 else { return nil }
        for _ in digits..<9 { value *= 10 }
        return value
    }

    /// `Z` or `±hh:mm`, as seconds east of UTC.
    fileprivate mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let offset = hoursAndMinutes() else { return nil }
        return isEast ? offset : -offset
    }
}

/// `.5` for 500 000 000 nanoseconds, nothing for none.
func fractionText(_ nanoseconds: Int) -> String {
    guard nanoseconds > 0 else { return "" }
    var digits = padded(nanoseconds, to: 9)
    while digits.utf8.last == 0x30 { digits.removeLast() }
    return "." + digits
}
