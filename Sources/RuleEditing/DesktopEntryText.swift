import RuleFiles

/// The group `[Desktop Entry]` of a desktop file, as written.
struct DesktopEntryText {
    /// Lines with a key, as bytes, because most lines of hundreds of files are in other languages.
    private var lines: [Substring.UTF8View] = []

    /// The length beyond which names and comments are cut off.
    private static let lineLength = 200

    /// Reads a file's text; nil if it has no such group and is therefore not a desktop file.
    init?(_ text: String) {
        var isThere = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "[") {
                if isThere { break }
                isThere = String(Substring(line)).trimmed == "[Desktop Entry]"
            } else if isThere, line.first != UInt8(ascii: "#") {
                lines.append(line)
            }
        }
        guard isThere else { return nil }
    }

    /// The value of a key, without blanks at its ends; if the key is repeated, its first value.
    private func value(_ key: String) -> String? {
        for line in lines where line.starts(with: key.utf8) {
            let rest = line.dropFirst(key.utf8.count).drop { $0 == UInt8(ascii: " ") }
            if rest.first == UInt8(ascii: "=") {
                return String(String(Substring(rest.dropFirst())).trimmed)
            }
        }
        return nil
    }

    func isTrue(_ key: String) -> Bool { value(key) == "true" || value(key) == "1" }

    /// True if menus show the app on one of these desktops, or on any desktop if none is given.
    func isShown(on desktops: [String]) -> Bool {
        guard value("Type") == "Application", !isTrue("NoDisplay"), !isTrue("Hidden") else {
            return false
        }
        let only = list("OnlyShowIn")
        let not = list("NotShowIn")
        for desktop in desktops {
            if only.contains(desktop) { return true }
            if not.contains(desktop) { return false }
        }
        return desktops.isEmpty || value("OnlyShowIn") == nil
    }

    /// A text in the first available language, on one line; nil if it is empty.
    func line(_ key: String, in locales: DesktopEntryLocales) -> String? {
        let written = locales.names.lazy.compactMap { value("\(key)[\($0)]") }
            .first { !$0.isEmpty }
        guard let value = written ?? value(key) else { return nil }
        let words = Self.parts(of: value, separator: nil).joined().unicodeScalars
            .split { $0.properties.isWhitespace || $0.isControl }
        let line = words.map(String.init).joined(separator: " ")
        if line.isEmpty { return nil }
        return line.count <= Self.lineLength ? line : line.prefix(Self.lineLength - 1) + "…"
    }

    /// A list of texts with a semicolon after each.
    func list(_ key: String) -> [String] {
        value(key).map { Self.parts(of: $0, separator: ";").filter { !$0.isEmpty } } ?? []
    }

    /// The unescaped value, split at each unescaped separator.
    private static func parts(of value: String, separator: Unicode.Scalar?) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in value.unicodeScalars {
            if isEscaped {
                parts[parts.count - 1] += unescaped(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == separator {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(character)
            }
        }
        if isEscaped { parts[parts.count - 1].append("\\") }
        return parts
    }

    private static func unescaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "s": " "
        case "n": "\n"
        case "t": "\t"
        case "r": "\r"
        case "\\", ";": String(character)
        default: "\\\(character)"
        }
    }
}
