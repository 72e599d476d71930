import Foundation
import RuleFiles

/// The style that the output supports.
struct Style: Hashable, Sendable {
    var width = 80
    var color = false

    /// Plain lines of unlimited length.
    static let unbroken = Style(width: .max)

    /// The role of a piece of text, which determines its style.
    enum Role: String, Sendable {
        case strong = "1", faint = "2", bad = "31", good = "32", doubtful = "33"
    }

    /// The styled text; without colour, the text unchanged.
    func apply(_ role: Role?, _ text: String) -> String {
        guard color, let role, !text.isEmpty else { return text }
        return "\u{1b}[\(role.rawValue)m\(text)\u{1b}[0m"
    }

    /// `● Shopping (shopping)`, the heading of an entry; the mark is hollow for an inactive one.
    func heading(_ isFilled: Bool, _ role: Role, _ name: String, _ key: String) -> String {
        "\(apply(role, isFilled ? "●" : "○")) \(apply(.strong, Printable.text(name))) "
            + "(\(Printable.text(key)))"
    }
}

extension Array {
    /// One block for each element, separated by blank lines; `none` if there is no element.
    func blocks(none: String, _ block: (Element) -> String) -> String {
        isEmpty ? none : map(block).joined(separator: "\n")
    }

    /// The elements grouped by key, in the order of each key's first element.
    func grouped<Key: Equatable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if let index = groups.firstIndex(where: { $0.key == key }) {
                groups[index].elements.append(element)
            } else {
                groups.append((key, [element]))
            }
        }
        return groups
    }
}

/// Makes texts from rule files and the socket safe to print.
enum Printable {
    /// Replaces control characters, so that a name cannot control the terminal.
    static func text(_ text: String) -> String { printable(text) }

    /// The text in ASCII: our marks become similar ones, accents are dropped, and other characters
    /// become question marks. Marks that stand in columns keep their width.
    static func ascii(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 > 127 }) else { return text }
        var plain = ""
        for character in text {
            if character.isASCII {
                plain.append(character)
            } else if let mark = marks[character] {
                plain += mark
            } else {
                let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars
                plain += base.first.flatMap { $0.isASCII ? String($0) : nil } ?? "?"
            }
        }
        return plain
    }

    private static let marks: [Character: String] = [
        "●": "*", "○": "o", "█": "#", "▒": "+", "░": ".", "·": "-", "•": "*", "→": ">", "✓": "+",
        "✗": "x", "–": "-", "…": "...", "“": "\"", "”": "\"", "‘": "'", "’": "'", "×": "x",
    ]

    /// The text padded with blanks to a number of columns.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// The number of terminal columns of the text; wide characters count two.
    static func columns(_ text: String) -> Int {
        text.reduce(0) { sum, character in
            guard let first = character.unicodeScalars.first?.value else { return sum }
            switch first {
            case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
                0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff,
                0x20000...0x3fffd:
                return sum + 2
            default: return sum + 1
            }
        }
    }
}
