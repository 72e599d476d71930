import Foundation

extension ToolsFile {
    /// A key for a new entry, made of the name that people see: `Überraschung & Co` becomes
    /// `uberraschung_co`, a name without letters the section's own word.
    ///
    /// It has lower-case ASCII letters, digits and `_`, begins with a letter, and is none of this
    /// file's keys nor of `taken`: two files of one directory may not set one key.
    package func newKey(
        for name: String, in section: ToolsSection, besides taken: some Sequence<String>
    ) -> String {
        let used = keys(of: section).union(taken)
        let stem = Self.stem(of: name, noun: section.noun)
        if !used.contains(stem) { return stem }
        var number = 2
        while used.contains("\(stem)_\(number)") { number += 1 }
        return "\(stem)_\(number)"
    }

    /// Words that YAML or conditions take for something else.
    private static let reserved: Set<String> = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "in",
    ]
    /// The length of a key's stem, which leaves room for a number within the length of a key.
    private static let stemLength = 40
    /// Letters that are no base letter with a mark.
    private static let spelled: [Character: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "ħ": "h", "ı": "i",
    ]

    private static func stem(of name: String, noun: String) -> String {
        var stem = ""
        // A longer name would only be cut off.
        let start = String(name.prefix(4 * stemLength))
        for character in latin(start) {
            if character.isASCII, character.isLetter || character.isNumber {
                stem.append(character)
            } else if let letters = spelled[character] {
                stem += letters
            } else if character != "'", character != "’", !stem.isEmpty, stem.last != "_" {
                stem.append("_")
            }
        }
        stem = String(stem.prefix(stemLength))
        while stem.last == "_" { stem.removeLast() }
        if stem.isEmpty { return noun }
        let isUsable = stem.first?.isLetter == true && !reserved.contains(stem)
        return isUsable ? stem : "\(noun)_\(stem)"
    }

    /// The name in lower-case Latin letters without marks.
    private static func latin(_ name: String) -> String {
        (name.applyingTransform(.toLatin, reverse: false) ?? name)
            .folding(
                options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    }
}
