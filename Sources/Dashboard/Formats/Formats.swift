import API
import Foundation

/// Numbers, dates, lengths of time and amounts as the person's region writes them, in the
/// language of the texts.
///
/// Local times are those of the instants' own offsets, so the machine's zone does not matter.
struct Formats: Sendable {
    let locale: Locale
    let texts: Texts

    /// Formats in the texts' language and the region of the preferred languages: `["de-AT", "en"]`
    /// gives Austria; a language without a region, the region where most people speak it.
    init(_ texts: Texts, languages: [String]) {
        self.texts = texts
        let region = languages.lazy.compactMap(Self.region).first
        locale = Locale(
            identifier: region.map { "\(texts.language)_\($0)" } ?? texts.language)
    }

    private static func region(of language: String) -> String? {
        let named = Locale.Language(identifier: language.replacing("_", with: "-"))
        if let region = named.region?.identifier { return region }
        guard named.languageCode != nil else { return nil }
        return Locale.Language(identifier: named.maximalIdentifier).region?.identifier
    }

    /// `1,234`.
    func number(_ number: Int) -> String {
        number.formatted(.number.locale(locale))
    }

    /// `0.8`, with so many digits after the point.
    func number(_ number: Double, digits: Int) -> String {
        number.formatted(.number.precision(.fractionLength(digits)).locale(locale))
    }

    /// `70 %` in the region's format, without decimals; `whole` is at least 1.
    func percent(_ count: Int, of whole: Int) -> String {
        let share = Double(count) / Double(max(whole, 1))
        return share.formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// `€49.90` for `49.90` and its currency, if any. A text that is not a decimal is unchanged.
    func money(_ amount: String, _ currency: String?) -> String {
        let posix = Locale(identifier: "en_US_POSIX")
        guard let value = Decimal(string: amount, locale: posix) else { return amount }
        let digits = amount.split(separator: ".").dropFirst().first?.count ?? 0
        guard let currency else {
            return value.formatted(.number.precision(.fractionLength(digits)).locale(locale))
        }
        return value.formatted(
            .currency(code: currency).precision(.fractionLength(digits)).locale(locale))
    }

    /// `7 h 12 min`, `12 min`, `40 s`: the two largest units.
    func length(seconds: Int) -> String {
        let magnitude = abs(seconds)
        let units = [(86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")]
        guard let first = units.firstIndex(where: { magnitude >= $0.0 }) else {
            return texts("formats.seconds", ["count": number(0)])
        }
        let (size, name) = units[first]
        let text = texts("formats.\(name)", ["count": number(magnitude / size)])
        // Seconds beside minutes change too fast to be worth reading.
        guard first < 2 else { return text }
        let (smaller, smallerName) = units[first + 1]
        let rest = magnitude % size / smaller
        guard rest > 0 else { return text }
        return text + " " + texts("formats.\(smallerName)", ["count": number(rest)])
    }
}

extension Formats {
    /// `23:30` or `11:30 PM`.
    func time(_ moment: Moment) -> String {
        time(minute: moment.secondOfDay / 60)
    }

    /// A minute of the day, 0 to 1440, as `23:30` or `11:30 PM`; 1440 as the day's end.
    func time(minute: Int) -> String {
        formatted(minute % 1440 * 60, .dateTime.hour().minute())
    }

    /// An hour of the day for an axis: `23` or `11 PM`.
    func hour(_ hour: Int) -> String {
        formatted(hour % 24 * 3600, .dateTime.hour())
    }

    /// `24 December 2026`.
    func day(_ day: CalendarDay) -> String {
        formatted(day, .dateTime.day().month(.wide).year())
    }

    /// `Dec 2026`.
    func month(_ day: CalendarDay) -> String {
        formatted(day, .dateTime.month(.abbreviated).year())
    }

    /// `24 Dec`.
    func shortDay(_ day: CalendarDay) -> String {
        formatted(day, .dateTime.day().month(.abbreviated))
    }

    /// `Thursday, 24 December`.
    func weekdayAndDay(_ day: CalendarDay) -> String {
        formatted(day, .dateTime.weekday(.wide).day().month(.wide))
    }

    /// An instant with as much of its date as is needed when seen from `now`: `06:30`, `Thu 06:30`,
    /// `24 Dec, 06:30`, `24 Dec 2026, 06:30`.
    func moment(_ moment: Moment, now: Moment) -> String {
        let ahead = moment.seconds - now.seconds
        if moment.day == now.day || (0..<72_000).contains(ahead) { return time(moment) }
        let style: Date.FormatStyle =
            (0..<6 * 86400).contains(ahead)
            ? .dateTime.weekday(.abbreviated)
            : moment.day.year == now.day.year
                ? .dateTime.day().month(.abbreviated)
                : .dateTime.day().month(.abbreviated).year()
        return formatted(moment.day, style) + " " + time(moment)
    }

    /// The same for an instant in the daemon's format; any other text is unchanged.
    func moment(_ text: String, now: Moment) -> String {
        Moment(text).map { moment($0, now: now) } ?? text
    }

    /// The weekdays, 1 Monday to 7 Sunday, in the order of the region's week.
    var weekdays: [Int] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        // Foundation's weekdays begin with Sunday as 1.
        let first = (calendar.firstWeekday + 5) % 7
        return (0..<7).map { (first + $0) % 7 + 1 }
    }

    /// `Monday`, of 1 Monday to 7 Sunday.
    func weekday(_ weekday: Int) -> String {
        formatted(Self.day(of: weekday), .dateTime.weekday(.wide))
    }

    /// `Mon`, of 1 Monday to 7 Sunday.
    func shortWeekday(_ weekday: Int) -> String {
        formatted(Self.day(of: weekday), .dateTime.weekday(.abbreviated))
    }

    /// A day with this weekday: 1970-01-05 was a Monday.
    private static func day(of weekday: Int) -> CalendarDay {
        CalendarDay(number: 3 + weekday)
    }

    private func formatted(_ day: CalendarDay, _ style: Date.FormatStyle) -> String {
        formatted(day.number * 86400, style)
    }

    private func formatted(_ seconds: Int, _ style: Date.FormatStyle) -> String {
        var style = style.locale(locale)
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: Double(seconds)).formatted(style)
    }
}
