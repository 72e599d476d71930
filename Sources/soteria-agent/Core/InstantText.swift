import API

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
        guard let moment = Moment(text) else { return nil }
        sinceEpoch = .seconds(moment.seconds)
        let digits = Array(text.utf8.prefix(19))
        date = String(decoding: digits[0..<10], as: UTF8.self)
        day = "\(moment.day.day) \(Self.months[moment.day.month - 1])"
        timeOfDay = String(decoding: digits[11..<16], as: UTF8.self)
        second = String(decoding: digits[17..<19], as: UTF8.self)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
