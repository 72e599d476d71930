import Foundation

/// The texts of the pages in one language, by section and key.
///
/// A text may contain placeholders for values, `{amount}`. A text with a count exists once for each
/// plural form of the language: English has `moments.one` and `moments.other`.
package struct Texts: Sendable {
    package let language: String
    /// The texts by section, which templates find under `t`.
    let sections: [String: [String: String]]

    /// The text of a key, `goals.saved`, with values in place of its placeholders. A key without a
    /// text is shown itself, so that the mistake is visible; a test finds it before.
    package func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let text = text(key) else { return key }
        return Self.filled(text, values)
    }

    /// The text for a count, with the number at the placeholder `count` unless `values` has that.
    package func callAsFunction(
        _ key: String, count: Int, _ values: [String: String] = [:]
    ) -> String {
        let text = text("\(key).\(count == 1 ? "one" : "other")") ?? key
        return Self.filled(text, ["count": String(count)].merging(values) { $1 })
    }

    /// The text of a key in the catalogue; nil if there is none.
    func text(_ key: String) -> String? {
        guard let dot = key.firstIndex(of: ".") else { return nil }
        return sections[String(key[..<dot])]?[String(key[key.index(after: dot)...])]
    }

    /// Fills in the values in one pass, so that braces in a value are kept.
    private static func filled(_ text: String, _ values: [String: String]) -> String {
        guard text.contains("{") else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let name = rest[rest.index(after: open)...].prefix { $0 != "}" }
            guard name.endIndex < rest.endIndex, let value = values[String(name)] else {
                result.append("{")
                rest = rest[rest.index(after: open)...]
                continue
            }
            result += value
            rest = rest[rest.index(after: name.endIndex)...]
        }
        return result + rest
    }
}

extension Texts {
    static func english() throws -> Texts {
        var sections: [String: [String: String]] = [:]
        for (section, bytes) in PageFiles.english {
            sections[section] = try JSONDecoder().decode([String: String].self, from: Data(bytes))
        }
        return Texts(language: "en", sections: sections)
    }

    /// A pseudo-translation for tests: every text in strange letters, in brackets, and longer by a
    /// third. Any other text on a page did not come from the catalogue.
    package var pseudo: Texts {
        Texts(
            language: language,
            sections: sections.mapValues { $0.mapValues(Self.pseudo) })
    }

    private static func pseudo(_ text: String) -> String {
        var isName = false
        let strange = text.map { character -> Character in
            if character == "{" { isName = true }
            if character == "}" { isName = false }
            return isName ? character : letters[character] ?? character
        }
        let filling = String(repeating: "~", count: text.count / 3)
        return "⟦" + String(strange) + filling + "⟧"
    }

    private static let letters: [Character: Character] = [
        "a": "å", "e": "é", "i": "î", "o": "ø", "u": "ü", "c": "ç", "n": "ñ", "y": "ÿ", "s": "š",
        "A": "Å", "E": "É", "I": "Î", "O": "Ø", "U": "Ü", "C": "Ç", "N": "Ñ", "Y": "Ÿ", "S": "Š",
    ]
}
