/// Swift source with every comment and the inside of every string literal blanked out, so that a
/// word found in it is a word of the program. Lines stay where they were.
struct SwiftCode {
    /// The replacement for each byte of a literal.
    static let literal: Character = "\0"

    let bytes: [UInt8]

    init(_ text: String, keepingComments: Bool = false) {
        var blanker = Blanker(text, keepsComments: keepingComments)
        bytes = blanker.blanked()
    }

    /// The code line by line.
    var lines: [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Walks through source text once and blanks what is not code.
private struct Blanker {
    private var bytes: [UInt8]
    private var at = 0
    private let keepsComments: Bool
    private let space = UInt8(ascii: " ")

    init(_ text: String, keepsComments: Bool) {
        bytes = Array(text.utf8)
        self.keepsComments = keepsComments
    }

    mutating func blanked() -> [UInt8] {
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "/") where matches("//"):
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { passComment() }
            case UInt8(ascii: "/") where matches("/*"):
                blankComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                hashesBeforeQuote().map { blankString(hashes: $0) } ?? (at += 1)
            default:
                at += 1
            }
        }
        return bytes
    }

    private func matches(_ word: String) -> Bool {
        bytes[at...].starts(with: word.utf8)
    }

    /// Overwrites the next bytes with NUL, or with the given byte; line ends stay.
    private mutating func blank(_ count: Int = 1, with blank: UInt8 = 0) {
        for index in at..<min(at + count, bytes.count) where bytes[index] != UInt8(ascii: "\n") {
            bytes[index] = blank
        }
        at += count
    }

    private mutating func passComment(_ count: Int = 1) {
        if keepsComments {
            at += count
        } else {
            blank(count, with: space)
        }
    }

    /// Comments nest in Swift.
    private mutating func blankComment() {
        var depth = 0
        repeat {
            if matches("/*") {
                depth += 1
                passComment(2)
            } else if matches("*/") {
                depth -= 1
                passComment(2)
            } else {
                passComment()
            }
        } while depth > 0 && at < bytes.count
    }

    /// The number of `#` before a quote here; nil if no string begins here.
    private func hashesBeforeQuote() -> Int? {
        let hashes = bytes[at...].prefix { $0 == UInt8(ascii: "#") }.count
        let quote = at + hashes
        return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
    }

    /// Blanks the text between the quotes, including interpolations.
    private mutating func blankString(hashes: Int) {
        at += hashes
        let quotes = matches("\"\"\"") ? 3 : 1
        let pad = String(repeating: "#", count: hashes)
        let closing = String(repeating: "\"", count: quotes) + pad
        at += quotes
        while at < bytes.count {
            if matches(closing) {
                at += closing.utf8.count
                return
            }
            if quotes == 1, bytes[at] == UInt8(ascii: "\n") { return }
            if matches("\\\(pad)(") {
                blank(hashes + 1)
                blankInterpolation()
            } else if matches("\\\(pad)") {
                blank(hashes + 2)
            } else {
                blank()
            }
        }
    }

    /// Blanks up to the parenthesis that closes an interpolation, strings within it included.
    private mutating func blankInterpolation() {
        var depth = 0
        repeat {
            if let hashes = hashesBeforeQuote() {
                let start = at
                blankString(hashes: hashes)
                let end = at
                at = start
                blank(end - start)
                continue
            }
            if bytes[at] == UInt8(ascii: "(") { depth += 1 }
            if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
            blank()
        } while depth > 0 && at < bytes.count
    }
}
