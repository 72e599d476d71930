import Crypto
import RuleModel

/// The SHA-256 of an event and of the previous hash. A stored hash may be damaged and hold any
/// bytes.
struct ChainHash: Hashable, Sendable {
    let bytes: [UInt8]

    init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Parses 64 lower-case hexadecimal digits; nil for anything else.
    init?(hexadecimal text: String) {
        var digits: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        guard digits.count == 2 * SHA256.byteCount else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The hash that the first event of a device is chained to.
    static func anchor(device: String) -> ChainHash {
        let zeros = [UInt8](repeating: 0, count: SHA256.byteCount)
        return ChainHash(bytes: SHA256.hash(data: zeros + Array(device.utf8)))
    }

    var hexadecimal: String { bytes.hexadecimal }
}

extension [UInt8] {
    /// Two digits for each byte, in lower case.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Chains events. Each hash is SHA-256 over the previous hash; then sequence, instant, offset and
/// elapsed time (eight bytes each, most significant first); then boot, kind and fact (eight bytes
/// of length, then the stored bytes; a length of all ones if there is no text). Because every
/// length is included, no two rows have the same coding.
struct ChainLinker {
    private(set) var head: ChainHash
    private var coding: [UInt8] = []

    init(after head: ChainHash) { self.head = head }

    /// Appends an event and returns its hash, which is the new head.
    mutating func link(
        sequence: Int64, at: Int64, offset: Int64, elapsed: Int64,
        texts: (boot: [UInt8]?, kind: [UInt8]?, fact: [UInt8]?)
    ) -> ChainHash {
        coding.removeAll(keepingCapacity: true)
        coding += head.bytes
        for number in [sequence, at, offset, elapsed] { append(UInt64(bitPattern: number)) }
        for text in [texts.boot, texts.kind, texts.fact] {
            append(text.map { UInt64($0.count) } ?? .max)
            if let text { coding += text }
        }
        head = ChainHash(bytes: SHA256.hash(data: coding))
        return head
    }

    mutating func link(_ row: RecordedRow) -> ChainHash {
        link(
            sequence: row.sequence, at: row.at, offset: row.offset, elapsed: row.elapsed,
            texts: (row.boot.map { Array($0.utf8) }, Array(row.kind.utf8), Array(row.fact.utf8)))
    }

    private mutating func append(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            coding.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}

/// A link of the chain: number and hash of an event. A copy elsewhere (in the journal) reveals
/// later changes of anything up to that event.
package struct ChainHead: Hashable, Sendable, Codable {
    /// The sequence of the event; if no event is left, that of the last removed event, or 0.
    package var sequence: Int64
    /// SHA-256 over the event and everything before it: 64 hexadecimal digits in lower case.
    package var hash: String
    /// The time at which it was written down, if known.
    package var at: Instant?

    package init(sequence: Int64, hash: String, at: Instant? = nil) {
        self.sequence = sequence
        self.hash = hash
        self.at = at
    }

    /// Parses the form of `text`; nil if it is invalid.
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
