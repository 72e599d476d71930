import Foundation

/// Host names of sites in their normal form: lower case, ASCII, no outer dots.
package enum HostName {
    /// The normal form of a host: letters outside ASCII are encoded (IDNA). A host without such
    /// letters, and a text that is not a host name, is returned unchanged.
    package static func encoded(_ host: String) -> String {
        // Every look-up calls this, and nearly every host is ASCII.
        var all: UInt8 = 0
        for byte in host.utf8 { all |= byte }
        // A text longer than any host name is not worth the work; a letter takes four bytes.
        guard all >= 0x80, host.utf8.count <= 4 * 254,
            case .success(let name) = parse(host)
        else { return host }
        return name
    }

    /// Reads a host name as people write it; a dot at either end is removed.
    ///
    /// Letters outside ASCII are lowercased, composed (NFC) and encoded label by label. An address
    /// with a scheme, port or path is refused, with its host as the suggestion. The advice mentions
    /// paths if the value could be one.
    package static func parse(
        _ text: String, orPath: Bool = false
    ) -> Result<String, ValueFault> {
        if isPlain(text) { return .success(text) }
        if let host = hostOfAddress(text) {
            return .fault(
                "\"\(text)\" is an address; write only its host name, "
                    + (orPath
                        ? "or a path of it such as youtube.com/shorts, "
                            + "without \"https://\" and port"
                        : "without \"https://\", port or path"),
                suggestion: success(host))
        }
        if text.hasPrefix("*.") {
            return .fault(
                "\"\(text)\": leave out \"*.\", because a site already includes all its subdomains",
                suggestion: success(String(text.dropFirst(2))))
        }
        var name = text.lowercased().precomposedStringWithCanonicalMapping
            .split(omittingEmptySubsequences: false) { ".\u{3002}\u{FF0E}\u{FF61}".contains($0) }
        if name.count > 1, name.first?.isEmpty == true { name.removeFirst() }
        if name.count > 1, name.last?.isEmpty == true { name.removeLast() }
        var labels: [String] = []
        for label in name {
            switch encode(String(label), of: text) {
            case .success(let encoded): labels.append(encoded)
            case .failure(let fault): return .failure(fault)
            }
        }
        let host = labels.joined(separator: ".")
        guard host.utf8.count <= 253 else {
            return .fault("\"\(text)\" is longer than 253 characters, the limit of a host name")
        }
        return .success(host)
    }

    /// True if the text is already in its normal form. This is the usual case, and lists may have
    /// 100,000 names.
    private static func isPlain(_ text: String) -> Bool {
        var length = 0
        var previous = UInt8(ascii: ".")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                if length == 0 || length > 63 || previous == UInt8(ascii: "-") { return false }
                length = -1
            case UInt8(ascii: "-"): if length == 0 { return false }
            case 0x30...0x39, 0x61...0x7a: break
            default: return false
            }
            length += 1
            previous = byte
        }
        return (1...63).contains(length) && previous != UInt8(ascii: "-") && text.utf8.count <= 253
    }

    private static func encode(_ label: String, of text: String) -> Result<String, ValueFault> {
        func fault(_ reason: String) -> Result<String, ValueFault> {
            .fault("\"\(text)\" is not a host name: \(reason)")
        }
        if label.isEmpty { return fault("a part between two dots is empty") }
        if label.hasPrefix("-") || label.hasSuffix("-") {
            return fault("\"\(label)\" begins or ends with \"-\"")
        }
        if let wrong = label.unicodeScalars.first(where: { !isAllowed($0) }) {
            return fault("\"\(printable(String(wrong)))\" is not allowed")
        }
        var encoded = label
        if !label.utf8.allSatisfy({ $0 < 0x80 }) {
            // No label that could be valid is longer; the encoder's work grows with its square.
            guard label.unicodeScalars.count <= 63, let ascii = Punycode.encode(label) else {
                return fault("\"\(label)\" is too long")
            }
            encoded = "xn--" + ascii
        }
        guard encoded.utf8.count <= 63 else {
            return fault("\"\(label)\" is longer than 63 characters")
        }
        return .success(encoded)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-"
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
            .decimalNumber, .otherSymbol, .uppercaseLetter, .titlecaseLetter:
            return true
        // Joiners within words, and the middle dot of Catalan.
        default: return ["\u{200C}", "\u{200D}", "\u{00B7}"].contains(scalar)
        }
    }

    /// The host of something like `https://user@www.amazon.com:443/gp`, lower case.
    private static func hostOfAddress(_ text: String) -> String? {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".contains($0) }
        if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
        if let port = rest.lastIndex(of: ":") { rest = rest[..<port] }
        return rest.count == text.count ? nil : String(rest).lowercased()
    }

    /// The host name in a part of a text; nil if there is none. A part longer than any host is
    /// rejected at once: each "*." in it would cause another recursive call.
    private static func success(_ host: String) -> String? {
        guard !host.isEmpty, host.utf8.count <= 4 * 254, case .success(let name) = parse(host)
        else { return nil }
        return name
    }
}
