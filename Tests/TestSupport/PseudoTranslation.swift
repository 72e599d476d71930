/// A translation for tests into strange letters: a word in plain letters comes from no catalogue.
package enum PseudoTranslation {
    /// Each text in strange letters, by itself.
    package static func texts(_ keys: some Sequence<String>) -> [String: String] {
        keys.reduce(into: [:]) { $0[$1] = strange($1) }
    }

    /// The text with every letter replaced by a strange one; placeholders stay.
    package static func strange(_ text: String) -> String {
        String(text.map { letters[$0] ?? $0 })
    }

    /// The words in plain letters, of two letters at least.
    package static func plainWords(in text: String) -> Set<String> {
        Set(text.matches(of: /[A-Za-z]{2,}/).map { String($0.output) })
    }

    private static let letters = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "åƀçđéƒğħîĵķłɱñøþɋřšŧüʋŵӿÿžÅƁÇĐÉƑĞĦÎĴĶŁƜÑØÞɊŘŠŦÜɅŴӾŸŽ"))
}
