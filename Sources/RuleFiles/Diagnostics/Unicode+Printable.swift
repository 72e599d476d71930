/// The text with control characters made visible, so that it cannot control a terminal.
package func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    return String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
}

extension Unicode.Scalar {
    /// True for characters that affect their surroundings instead of being shown: C0, DEL and C1,
    /// which terminals may interpret as commands, and bidirectional embeddings, overrides and
    /// isolates.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
