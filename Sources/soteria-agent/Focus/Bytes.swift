extension RawSpan {
    /// The byte at an index.
    subscript(byte index: Int) -> UInt8 { unsafeLoad(fromByteOffset: index, as: UInt8.self) }
}

extension [UInt8] {
    /// Appends a 32-bit number in the machine's byte order.
    mutating func append(word: UInt32) {
        Swift.withUnsafeBytes(of: word) { append(contentsOf: $0) }
    }

    /// Appends a 16-bit number in the machine's byte order.
    mutating func append(half: UInt16) {
        Swift.withUnsafeBytes(of: half) { append(contentsOf: $0) }
    }

    /// Appends zeros up to a multiple of four.
    mutating func pad() {
        while !count.isMultiple(of: 4) { append(0) }
    }

    /// The 32-bit number at an offset, in the machine's byte order; 0 beyond the end.
    func word(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count - 4 else { return 0 }
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    /// The 16-bit number at an offset, in the machine's byte order; 0 beyond the end.
    func half(at offset: Int) -> UInt16 {
        guard offset >= 0, offset <= count - 2 else { return 0 }
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
    }
}
