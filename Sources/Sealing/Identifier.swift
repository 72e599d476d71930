/// A name of a fixed number of bytes, compared byte by byte.
package protocol Identifier: Hashable, Comparable, Sendable {
    static var byteCount: Int { get }
    var bytes: [UInt8] { get }

    /// Takes bytes of the right number.
    init(unchecked bytes: [UInt8])
}

extension Identifier {
    /// The identifier of these bytes; nil if their number is wrong.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(unchecked: Array(bytes))
    }

    /// Parses two lower-case hexadecimal digits for each byte; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        var digits = text.utf8.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            guard let high = Self.digit(high), let low = Self.digit(low) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(unchecked: bytes)
    }

    /// Reads a byte string of the right length.
    init(_ value: CBOR) throws(Refusal) {
        self.init(unchecked: try value.bytes(count: Self.byteCount))
    }

    /// Two digits for each byte, in lower case.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    package static func < (one: Self, other: Self) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    var cbor: CBOR { .bytes(bytes) }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// The id of a device in one space, or of a phrase: a hash of its two public keys.
package struct DeviceID: Identifier {
    package static let byteCount = 16
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The id of the device that has these keys.
    package init(_ keys: PublicKeys) {
        bytes = Array(Label.device.digest(keys.signing, keys.agreement).prefix(Self.byteCount))
    }
}

/// The id of a space: a hash of the keys of its founder and of its phrase, so that nobody makes
/// another beginning for it.
package struct SpaceID: Identifier {
    package static let byteCount = 16
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The id of the space that a device founds; of a pair, which has no phrase, without recovery.
    package init(founder: PublicKeys, recovery: PublicKeys?) {
        let digest = Label.space.digest(
            founder.signing, founder.agreement, recovery?.signing ?? [], recovery?.agreement ?? [])
        bytes = Array(digest.prefix(Self.byteCount))
    }
}

/// The id of an epoch: a hash of its key.
package struct EpochID: Identifier {
    package static let byteCount = 16
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// The name under which the request of a pairing lies, made from its code.
package struct JoinID: Identifier {
    package static let byteCount = 16
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// The hash of a chunk or of an entry, over the bytes that are signed.
package struct ContentHash: Identifier {
    package static let byteCount = 32
    /// The hash before the first chunk and before the first entry.
    package static let zeros = ContentHash(unchecked: [UInt8](repeating: 0, count: byteCount))
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// The id of a shared fact: the first bytes of its event's hash, or of its bucket's.
package struct FactID: Identifier {
    package static let byteCount = 8
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// The random bits of a request that an ally is asked about.
package struct AskID: Identifier {
    package static let byteCount = 16
    package let bytes: [UInt8]

    package init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
