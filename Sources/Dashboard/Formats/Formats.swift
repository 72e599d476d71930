import API
import Foundation

/// Numbers, dates, lengths of time and amounts as the person's region writes them, in the
/// language of the texts.
///
/// Local times are those of the instants' own offsets, so the machine's zone does not matter.
struct Formats: Sendable {
    let locale: Locale
    let texts: Texts

    /// Formats in the texts' language as the region has them that the languages name: of
    /// `["de-AT", "en"]` Austria; of a language without a region the one where most speak it.
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
        let likely = Locale.Language(identifier: named.maximalIdentifier)
        return likely.region?.identifier
    }

    /// `1,234`.
    func number(_ number: Int) -> String {
        number.formatted(.number.locale(locale))
    }

    /// `0.8`, with so many digits after the point.
    func number(_ number: Double, digits: Int) -> String {
        number.formatted(.number.precision(.fractionLength(digits)).locale(locale))
    }

    /// `70 %` in the region's way, without digits after the point; of a part of a whole that is
    /// at least 1.
    func percent(_ count: Int, of whole: Int) -> String {
        let share = Double(count) / Double(max(whole, 1))
        return share.formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// An amount, `49.90`, with its currency where it has one: `€49.90`. What is no decimal stands
    /// as it is.
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
