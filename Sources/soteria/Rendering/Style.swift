import RuleFiles

/// How text may look where it goes.
struct Style: Hashable, Sendable {
    var width = 80
    var color = false

    /// Plain lines as long as they get.
    static let unbroken = Style(width: .max)

    /// The part that a piece of text plays, from which its looks follow.
    enum Role: String, Sendable {
        case strong = "1", faint = "2", bad = "31", good = "32", doubtful = "33"
    }

    /// The text in its looks; without colour, the text.
    func apply(_ role: Role?, _ text: String) -> String {
        guard color, let role, !text.isEmpty else { return text }
        return "\u{1b}[\(role.rawValue)m\(text)\u{1b}[0m"
    }

    /// `● Shopping (shopping)`, above what is said of it; the mark is hollow if nothing goes on.
    func heading(_ isFilled: Bool, _ role: Role, _ name: String, _ key: String) -> String {
        "\(apply(role, isFilled ? "●" : "○")) \(apply(.strong, Printable.text(name))) "
            + "(\(Printable.text(key)))"
    }
}

extension Array {
    /// One block for each, a blank line between two; `none` if there is none.
    func blocks(none: String, _ block: (Element) -> String) -> String {
        isEmpty ? none : map(block).joined(separator: "\n")
    }

    /// The elements that have the same key, in the order in which the keys first come.
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

/// Texts from the rule files and the socket, made safe to print.
enum Printable {
    /// The text with control characters replaced, so that a name cannot speak to the terminal.
    static func text(_ text: String) -> String { printable(text) }

    /// The text with blanks behind it, up to so many columns.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// How many columns of a terminal the text takes; wide forms count two.
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
