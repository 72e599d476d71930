extension CBOR {
    /// The bytes of the value.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .integer(let number):
            let isNegative = number < 0
            let argument = UInt64(bitPattern: isNegative ? ~number : number)
            Self.appendHead(isNegative ? 1 : 0, argument, to: &bytes)
        case .bytes(let content):
            Self.appendHead(2, UInt64(content.count), to: &bytes)
            bytes += content
        case .text(let text): Self.appendText(text.string, to: &bytes)
        case .array(let values):
            Self.appendHead(4, UInt64(values.count), to: &bytes)
            for value in values { value.append(to: &bytes) }
        case .map(let map):
            Self.appendHead(5, UInt64(map.count), to: &bytes)
            for (name, value) in map.members {
                Self.appendText(name, to: &bytes)
                value.append(to: &bytes)
            }
        case .bool(let isTrue): bytes.append(isTrue ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        }
    }

    private static func appendText(_ text: String, to bytes: inout [UInt8]) {
        appendHead(3, UInt64(text.utf8.count), to: &bytes)
        bytes += text.utf8
    }

    /// Appends a type and its argument in the fewest bytes.
    private static func appendHead(_ major: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
        let type = major << 5
        switch argument {
        case 0..<24: bytes.append(type | UInt8(argument))
        case 24...0xFF: bytes += [type | 24, UInt8(argument)]
        case 0x100...0xFFFF:
            bytes.append(type | 25)
            bytes += UInt16(argument).bigEndianBytes
        case 0x1_0000...0xFFFF_FFFF:
            bytes.append(type | 26)
            bytes += UInt32(argument).bigEndianBytes
        default:
            bytes.append(type | 27)
            bytes += argument.bigEndianBytes
        }
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
