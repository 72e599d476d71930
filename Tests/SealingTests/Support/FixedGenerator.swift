@testable import Sealing

/// Gives the bytes that it is made of, and zeros after them.
struct FixedGenerator: RandomNumberGenerator {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func next() -> UInt64 {
        let word = bytes.prefix(8)
        bytes = bytes.dropFirst(8)
        return word.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
