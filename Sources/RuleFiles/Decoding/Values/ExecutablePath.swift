/// Executables by their absolute path: `/usr/games/supertux2`.
package enum ExecutablePath {
    /// The largest length of a path in bytes; no rule names a longer one.
    package static let mostBytes = 1024

    /// Reads an absolute path as the kernel names a running executable: no part is empty, "." or
    /// "..". The file need not exist: it may be installed later.
    static func parse(_ text: String) -> Result<String, ValueFault> {
        func fault(_ reason: String, meant: String? = nil) -> Result<String, ValueFault> {
            .fault("\"\(text)\" \(reason)", suggestion: meant)
        }
        guard text.hasPrefix("/") else {
            return fault(
                "is not an absolute path; name an executable by its absolute path, such as "
                    + "/usr/games/supertux2",
                meant: isBareName(text) ? "/usr/bin/\(text)" : nil)
        }
        if text.utf8.count > mostBytes {
            return fault("is longer than \(mostBytes) bytes")
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return fault("contains a control character; a path must be a single line of plain text")
        }
        if isPattern(text) {
            return fault("is a pattern; name each executable by its absolute path")
        }
        if text.hasSuffix("/") {
            return fault("is a directory; name the executable itself by its absolute path")
        }
        let plain = normal(text)
        guard plain == text else {
            return fault(
                "is not the shortest form of the path; write it without \"//\", \"/./\" and "
                    + "\"/../\"",
                meant: plain)
        }
        return .success(text)
    }

    private static func isBareName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isWord || "-+.".utf8.contains($0) }
            && text.utf8.first.map { $0.isLetter || $0.isDigit } ?? false
    }

    /// True if a shell would expand the text to several paths. `/usr/bin/[` is a program.
    private static func isPattern(_ text: String) -> Bool {
        if text.contains("*") || text.contains("?") { return true }
        guard let open = text.firstIndex(of: "[") else { return false }
        return text[open...].contains("]")
    }

    /// The path without empty parts and dots; nil if nothing is left.
    private static func normal(_ text: String) -> String? {
        var parts: [Substring] = []
        for part in text.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if !parts.isEmpty {
                parts.removeLast()
            }
        }
        return parts.isEmpty ? nil : "/" + parts.joined(separator: "/")
    }
}
