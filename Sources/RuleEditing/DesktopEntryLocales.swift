/// The locale names to look up in desktop files, the best match first (Desktop Entry Specification,
/// "Localized values for keys").
struct DesktopEntryLocales {
    /// `de_DE@euro`, `de_DE`, `de@euro`, `de`.
    let names: [String]

    /// The names of a locale, `de_DE.UTF-8@euro` or `de-DE`; none for nil, `C` and `POSIX`.
    init(_ locale: String?) {
        let halves = (locale ?? "").split(separator: "@", maxSplits: 1)
        let plain = halves.first?.prefix { $0 != "." } ?? ""
        let tags = plain.split { $0 == "_" || $0 == "-" }
        guard let language = tags.first?.lowercased(), language != "c", language != "posix" else {
            names = []
            return
        }
        var country = tags.dropFirst().first { (2...3).contains($0.count) }?.uppercased()
        var modifier = halves.count > 1 ? String(halves[1]) : nil
        // Browsers name scripts; desktop files have countries and modifiers for them.
        switch tags.dropFirst().first(where: { $0.count == 4 })?.lowercased() {
        case "hans": country = country ?? "CN"
        case "hant": country = country ?? "TW"
        case "latn": modifier = modifier ?? "latin"
        case "cyrl": modifier = modifier ?? "cyrillic"
        default: break
        }
        let whole = country.map { "\(language)_\($0)" }
        let all = [
            whole.flatMap { whole in modifier.map { "\(whole)@\($0)" } }, whole,
            modifier.map { "\(language)@\($0)" }, language,
        ]
        names = all.compactMap(\.self)
    }
}
