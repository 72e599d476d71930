/// Values in the format of `%s`: texts unchanged and without quotes, also inside lists and maps.
enum FormattedValue {
    static func text(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value): decimal(value)
        case .string(let text): text
        case .bytes(let bytes): decoded(bytes)
        case .timestamp(let instant): "\(instant)"
        case .duration(let span): "\(span)"
        case .type(let type): type.name
        case .list(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
        case .map(let map): entries(map)
        }
    }

    /// In the order of the keys' texts.
    private static func entries(_ map: MapValue) -> String {
        let texts = map.entries.map { (key: text($0.key), value: text($0.value)) }
            .sorted { $0.key.precedesByCodePoints($1.key) }
        return "{" + texts.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// The shortest digits that read back as the same double, never with an exponent.
    static func decimal(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        let shortest = "\(value.magnitude)".split(separator: "e")
        let parts = shortest[0].split(separator: ".")
        let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
        let digits = parts[0] + fraction
        let power = shortest.count > 1 ? Int(shortest[1]) ?? 0 : 0
        let text = placed(Array(digits.utf8), pointAfter: parts[0].utf8.count + power)
        return value.sign == .minus ? "-" + text : text
    }

    /// Digits with the point after the given one, which may lie outside them.
    private static func placed(_ digits: [UInt8], pointAfter whole: Int) -> String {
        let zero = UInt8(ascii: "0")
        var before =
            digits.prefix(max(whole, 0))
            + Array(repeating: zero, count: max(whole - digits.count, 0))
        before = before.drop { $0 == zero }
        if before.isEmpty { before = [zero] }
        let after = Array(repeating: zero, count: max(-whole, 0)) + digits.dropFirst(max(whole, 0))
        let text = String(decoding: before, as: UTF8.self)
        return after.isEmpty ? text : text + "." + String(decoding: after, as: UTF8.self)
    }

    /// Bytes decoded as UTF-8, with one U+FFFD for each invalid sequence.
    private static func decoded(_ bytes: [UInt8]) -> String {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var result = String.UnicodeScalarView()
        var isBroken = false
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                result.append(scalar)
                isBroken = false
            case .error:
                if !isBroken { result.append("\u{FFFD}") }
                isBroken = true
            case .emptyInput:
                return String(result)
            }
        }
    }
}
