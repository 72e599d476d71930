/// A value of the one encoding of all that is signed or sealed: deterministic CBOR (RFC 8949,
/// section 4.2.1) without tags and floats. What is read and written again is the same bytes.
package enum CBOR: Hashable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case text(ExactText)
    case array([CBOR])
    case map(CBORMap)
    case bool(Bool)
    case null

    /// The number of containers that a value may lie in.
    static let maximumDepth = 8

    /// The number of containers on the longest way down to a value; 0 for what contains nothing.
    var height: Int {
        switch self {
        case .array(let values): values.map { $0.height + 1 }.max() ?? 0
        case .map(let map): map.height
        case .integer, .bytes, .text, .bool, .null: 0
        }
    }
}

extension CBOR {
    /// The text of a string.
    package static func text(_ string: String) -> CBOR { .text(ExactText(string)) }
}

/// A text that is compared by its bytes. `String` takes one letter written in two ways as equal.
package struct ExactText: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.string.utf8.elementsEqual(other.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
        hasher.combine(string.utf8.count)
    }
}
