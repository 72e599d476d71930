import Crypto
import CryptoExtras

/// The code of one pairing: 26 symbols that the keeper shows and the newcomer has typed in.
package struct PairingCode: Sendable {
    private static let count = 26

    /// The symbols as ASCII; as a key, because that is never printed by mistake.
    private let symbols: SymmetricKey

    /// A code that is drawn.
    package init(using generator: inout some RandomNumberGenerator) {
        symbols = SymmetricKey(data: Symbols.drawn(Self.count, using: &generator))
    }

    /// Reads what a person typed. Throws `symbols`.
    package init(reading text: String) throws(Refusal) {
        symbols = SymmetricKey(data: try Symbols.read(text, count: Self.count))
    }

    /// The symbols as they are shown.
    package var text: String { String(decoding: symbols.copiedBytes, as: UTF8.self) }

    /// The name that the request lies under.
    package func join(in space: SpaceID) -> JoinID {
        let name = Label.joinName.derive(from: symbols, salt: space.bytes, count: JoinID.byteCount)
        return JoinID(unchecked: name.copiedBytes)
    }

    /// The key that the request is sealed with.
    func key(in space: SpaceID) -> SymmetricKey {
        Label.joinKey.derive(from: symbols, salt: space.bytes)
    }

    /// The six digits that the newcomer shows and the keeper has typed in. They take scrypt 32 MiB
    /// and a noticeable time, so that nobody finds keys with the same digits meanwhile. Throws
    /// `seal` if there is not enough memory.
    package func digits(of newcomer: PublicKeys, in space: SpaceID) throws(Refusal) -> String {
        let salt = Label.digits.bytes + space.bytes + newcomer.signing + newcomer.agreement
        let derived: SymmetricKey
        do {
            derived = try KDF.Scrypt.deriveKey(
                from: symbols.copiedBytes, salt: salt, outputByteCount: 8, rounds: 1 << 15,
                blockSize: 8, parallelism: 1)
        } catch { throw .seal }
        let number = derived.copiedBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
