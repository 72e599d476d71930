import RuleModel

/// A link of the chain by its number and hash: what is written down elsewhere (the journal), so
/// that a later change of anything up to it can be told.
package struct ChainHead: Hashable, Sendable, Codable {
    /// The sequence of the event; that of the last removed event, or 0, where no event is left.
    package var sequence: Int64
    /// SHA-256 over the event and all that came before it: 64 hexadecimal digits in lower case.
    package var hash: String
    /// When it was written down, as far as that is known.
    package var at: Instant?

    package init(sequence: Int64, hash: String, at: Instant? = nil) {
        self.sequence = sequence
        self.hash = hash
        self.at = at
    }

    /// Reads what `text` gives; nil where it is no number and hash.
    package init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let sequence = Int64(words[0]), EventRow.sequences ~= sequence,
            let hash = ChainHash(hexadecimal: String(words[1]))
        else { return nil }
        self.init(sequence: sequence, hash: hash.hexadecimal)
    }

    /// Number and hash with a space between: `1234 9f86d0…`.
    package var text: String { "\(sequence) \(hash)" }
}
