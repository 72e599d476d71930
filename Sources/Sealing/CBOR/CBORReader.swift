extension CBOR {
    /// Reads the one value of these bytes. Refuses what `encoded` would write otherwise, and
    /// anything after the value, but for zeros if it is padded.
    package init(_ bytes: Span<UInt8>, isPadded: Bool = false) throws(Refusal) {
        var reader = CBORReader()
        self = try reader.value(in: bytes, depth: 0)
        for index in reader.position..<bytes.count where !isPadded || bytes[index] != 0 {
            throw .cbor
        }
    }

    package init(_ bytes: [UInt8], isPadded: Bool = false) throws(Refusal) {
        try self.init(bytes.span, isPadded: isPadded)
    }
}

/// Reads values one after the other. Recursion ends at the depth that a value may have.
private struct CBORReader {
    /// The offset of the next byte.
    private(set) var position = 0

    mutating func value(in bytes: Span<UInt8>, depth: Int) throws(Refusal) -> CBOR {
        guard depth <= CBOR.maximumDepth else { throw .cbor }
        let (major, argument) = try head(in: bytes)
        switch major {
        case 0: return .integer(try number(argument))
        case 1: return .integer(~(try number(argument)))
        case 2:
            let range = try next(argument, in: bytes)
            return .bytes(bytes.extracting(range).withUnsafeBufferPointer { Array($0) })
        case 3: return .text(ExactText(try text(argument, in: bytes)))
        case 4:
            var values: [CBOR] = []
            for _ in 0..<(try count(argument, in: bytes)) {
                values.append(try value(in: bytes, depth: depth + 1))
            }
            return .array(values)
        case 5: return .map(try map(argument, in: bytes, depth: depth))
        case 7 where argument == 20 || argument == 21: return .bool(argument == 21)
        case 7 where argument == 22: return .null
        default: throw .cbor
        }
    }

    private mutating func map(
        _ argument: UInt64, in bytes: Span<UInt8>, depth: Int
    ) throws(Refusal) -> CBORMap {
        var map = CBORMap()
        for _ in 0..<(try count(argument, in: bytes)) {
            let (major, length) = try head(in: bytes)
            guard major == 3 else { throw .cbor }
            let name = try text(length, in: bytes)
            guard name.utf8.allSatisfy({ $0 < 0x80 }),
                map.append(name, try value(in: bytes, depth: depth + 1))
            else { throw .cbor }
        }
        return map
    }

    /// A type and its argument, which stands in the fewest bytes.
    private mutating func head(
        in bytes: Span<UInt8>
    ) throws(Refusal) -> (major: UInt8, argument: UInt64) {
        guard position < bytes.count else { throw .cbor }
        let first = bytes[position]
        position += 1
        let (major, short) = (first >> 5, first & 31)
        if short < 24 { return (major, UInt64(short)) }
        guard short < 28, major != 7 else { throw .cbor }
        let length = 1 << Int(short - 24)
        var argument: UInt64 = 0
        for index in try next(UInt64(length), in: bytes) {
            argument = argument << 8 | UInt64(bytes[index])
        }
        let least: UInt64 = length == 1 ? 24 : 1 << (4 * UInt64(length))
        guard argument >= least else { throw .cbor }
        return (major, argument)
    }

    private func number(_ argument: UInt64) throws(Refusal) -> Int64 {
        guard let number = Int64(exactly: argument) else { throw .cbor }
        return number
    }

    private mutating func text(
        _ length: UInt64, in bytes: Span<UInt8>
    ) throws(Refusal) -> String {
        let range = try next(length, in: bytes)
        let text = bytes.extracting(range).withUnsafeBufferPointer {
            String(validating: $0, as: UTF8.self)
        }
        guard let text else { throw .cbor }
        return text
    }

    /// A number of values of which each has a byte at least.
    private func count(_ argument: UInt64, in bytes: Span<UInt8>) throws(Refusal) -> Int {
        guard argument <= UInt64(bytes.count - position) else { throw .cbor }
        return Int(argument)
    }

    /// The offsets of the next bytes, which are then behind.
    private mutating func next(
        _ length: UInt64, in bytes: Span<UInt8>
    ) throws(Refusal) -> Range<Int> {
        let start = position
        position += try count(length, in: bytes)
        return start..<position
    }
}
