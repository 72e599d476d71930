/// Cleans texts for notification services.
///
/// Names and questions come from rule files, and application ids from the makers of apps: they must
/// contain no markup and no control characters, and have a limited length.
enum NoticeText {
    /// The longest title, in characters; services cut one line at about that length.
    static let titleLimit = 120
    /// The longest text, in characters: about what a screen shows of one notification.
    static let textLimit = 1200

    /// One printable line, cut if it is too long.
    static func title(_ text: String) -> String {
        cut(printable(text, keepsLines: false), to: titleLimit)
    }

    /// Printable lines, cut if they are too long.
    static func body(_ text: String) -> String {
        cut(printable(text, keepsLines: true), to: textLimit)
    }

    /// Escapes text for the markup of the notification specification, which is that of XML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }

    private static func printable(_ text: String, keepsLines: Bool) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                printable.append(keepsLines && scalar == "\n" ? scalar : " ")
            } else {
                printable.append(isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(printable)
    }

    /// Control characters, and those that change the direction of text. D-Bus would reject a text
    /// with NUL.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
