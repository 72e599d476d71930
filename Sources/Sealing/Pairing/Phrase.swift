import Crypto

/// The recovery phrase of a space: 28 symbols in seven groups of four. Whoever knows it owns the
/// space.
package struct Phrase: Sendable {
    private static let groupCount = 7
    private static let groupLength = 4

    /// The symbols as ASCII; as a key, because that is never printed by mistake.
    private let symbols: SymmetricKey

    /// A phrase that is drawn.
    package init(using generator: inout some RandomNumberGenerator) {
        symbols = SymmetricKey(
            data: Symbols.drawn(Self.groupCount * Self.groupLength, using: &generator))
    }

    /// Reads what a person typed. Throws `symbols`, or `checkSymbol` with the first group that is
    /// mistyped or in another place.
    package init(reading text: String) throws(Refusal) {
        let length = Self.groupLength + 1
        let typed = try Symbols.read(text, count: Self.groupCount * length, of: Symbols.checks)
        let groups = (0..<Self.groupCount).map { typed[$0 * length..<($0 + 1) * length] }
        for group in groups {
            guard group.dropLast().allSatisfy(Symbols.alphabet.contains) else { throw .symbols }
        }
        for (index, group) in groups.enumerated()
        where group.last != Self.check(group.dropLast(), at: index + 1) {
            throw .checkSymbol(group: index + 1)
        }
        symbols = SymmetricKey(data: groups.flatMap { $0.dropLast() })
    }

    /// The phrase as it is written down: each group with its check symbol, joined by hyphens.
    package var text: String {
        let symbols = symbols.copiedBytes
        let groups = (0..<Self.groupCount).map { index in
            let group = symbols[index * Self.groupLength..<(index + 1) * Self.groupLength]
            return String(decoding: group + [Self.check(group, at: index + 1)], as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }

    /// The keys that sign beginnings and that each epoch's key is sealed to.
    package var keys: IdentityKeys {
        get throws(Refusal) {
            try IdentityKeys(
                signing: Label.phraseSigning.derive(from: symbols),
                agreement: Label.phraseAgreement.derive(from: symbols))
        }
    }

    /// The check symbol of a group at its place (from 1): its bits after the place's, modulo 37.
    private static func check(_ group: ArraySlice<UInt8>, at place: Int) -> UInt8 {
        let bits = group.reduce(place) { bits, symbol in
            bits << 5 | (Symbols.alphabet.firstIndex(of: symbol) ?? 0)
        }
        return Symbols.checks[bits % Symbols.checks.count]
    }
}
