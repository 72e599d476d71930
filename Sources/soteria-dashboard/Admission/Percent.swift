/// Percent-encoding of addresses and forms.
enum Percent {
    /// The text decoded once; nil for a bad escape, invalid UTF-8, or control characters that are
    /// not `allowed`. `+` is a space in forms and queries but not in paths.
    static func decoded(
        _ encoded: some Sequence<UInt8>, plusIsSpace: Bool, allowed: Set<UInt8> = []
    ) -> String? {
        var bytes: [UInt8] = []
        var rest = encoded.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(where: { ($0 < 0x20 || $0 == 0x7f) && !allowed.contains($0) })
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The names and values of a form or a query; nil if unreadable. Without `=` a value is empty.
    static func pairs(
        _ text: some Collection<UInt8>, allowed: Set<UInt8> = []
    ) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: UInt8(ascii: "&")) {
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let value = part[end...].dropFirst()
            guard let name = decoded(part[..<end], plusIsSpace: true),
                let value = decoded(value, plusIsSpace: true, allowed: allowed)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// An address for a header, with disallowed characters encoded.
    static func encoded(_ address: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = address.utf8.flatMap { byte in
            (0x21...0x7e).contains(byte)
                ? [byte]
                : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
