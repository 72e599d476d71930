/// The text with control characters made visible, so that it cannot speak to a terminal.
package func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    return String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
}

extension Unicode.Scalar {
    /// True if it changes what is around it instead of being shown: C0, DEL and C1, which terminals
    /// may take for commands, and the bidirectional embeddings, overrides and isolates.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
