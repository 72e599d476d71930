/// Builds HTML or SVG that is also well-formed XML. Texts and attributes are escaped here and
/// nowhere else; only another `Markup` is not. An attribute without a value is left out.
struct Markup: Equatable {
    private(set) var html = ""

    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:],
        _ content: (inout Markup) -> Void
    ) {
        html += "<\(name)"
        write(attributes)
        html += ">"
        content(&self)
        html += "</\(name)>"
    }

    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], text: String
    ) {
        element(name, attributes) { $0.text(text) }
    }

    /// Adds an SVG element, with a tooltip if one is given.
    mutating func shape(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String?>, tip: String? = nil
    ) {
        if let tip {
            element(name, attributes) { $0.element("title", text: tip) }
        } else {
            html += "<\(name)"
            write(attributes)
            html += "/>"
        }
    }

    mutating func text(_ text: String) { html += HTML.escaped(Self.printable(text)) }

    mutating func append(_ other: Markup) { html += other.html }

    private mutating func write(_ attributes: KeyValuePairs<String, String?>) {
        for case (let name, let value?) in attributes {
            html += " \(name)=\"\(HTML.escaped(Self.printable(value)))\""
        }
    }

    /// The text with spaces in place of control characters, which neither XML nor HTML allows.
    private static func printable(_ text: String) -> String {
        let isFit = { (scalar: Unicode.Scalar) in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && scalar.value & 0xFFFE != 0xFFFE
        }
        guard !text.unicodeScalars.allSatisfy(isFit) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { isFit($0) ? $0 : " " }))
    }
}

/// A length in a picture with at most two decimals, always with a point.
func coordinate(_ length: Double) -> String {
    let hundredths = Int((length * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    switch (rest, rest % 10) {
    case (0, _): return "\(sign)\(whole)"
    case (_, 0): return "\(sign)\(whole).\(rest / 10)"
    default: return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
