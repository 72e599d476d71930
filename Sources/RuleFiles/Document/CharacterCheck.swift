/// Finds forbidden characters in a rule file, before the YAML parser sees them.
enum CharacterCheck {
    /// The first character that YAML does not allow or that `Composer` needs for itself.
    static func firstFault(in bytes: [UInt8]) -> (offset: Int, message: String)? {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if (byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d) || byte == 0x7f {
                    return (index, message(UInt32(byte)))
                }
                index += 1
                continue
            }
            let length = byte < 0xe0 ? 2 : (byte < 0xf0 ? 3 : 4)
            guard index + length <= bytes.count else { return nil }
            var value = UInt32(byte) & (0x7f >> UInt32(length))
            for next in bytes[index + 1..<index + length] {
                value = value << 6 | UInt32(next & 0x3f)
            }
            switch value {
            case 0x80...0x84, 0x86...0x9f, 0xfeff, 0xfffe, 0xffff: return (index, message(value))
            case 0xe000...0xf8ff:
                return (
                    index,
                    "\(name(value)) is a private-use character, which a rule file cannot contain"
                )
            default: index += length
            }
        }
        return nil
    }

    private static func message(_ value: UInt32) -> String {
        "\(name(value)) is a control character, which a rule file cannot contain"
    }

    private static func name(_ value: UInt32) -> String {
        "U+" + value.hex(width: 4, uppercase: true)
    }
}
