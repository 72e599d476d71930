import Foundation

/// The words of the pages in one language, by room and key.
///
/// A text may hold places for values, `{amount}`. Of what is counted there is one text for each
/// number that the language tells apart: English has `moments.one` and `moments.other`.
package struct Texts: Sendable {
    package let language: String
    /// The texts by room, as templates find them under `t`.
    let sections: [String: [String: String]]

    /// The text of a key, `goals.saved`, with values at the places that are named so. A key that
    /// there is no text for stands for itself, so that it is seen; a test finds it before.
    package func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let text = text(key) else { return key }
        return Self.filled(text, values)
    }

    /// The text for so many, with the number at the place `count` where no value is given for it.
    package func callAsFunction(
        _ key: String, count: Int, _ values: [String: String] = [:]
    ) -> String {
        let text = text("\(key).\(count == 1 ? "one" : "other")") ?? key
        return Self.filled(text, ["count": String(count)].merging(values) { $1 })
    }

    /// The text of a key as the catalogue has it; nil where it has none.
    func text(_ key: String) -> String? {
        guard let dot = key.firstIndex(of: ".") else { return nil }
        return sections[String(key[..<dot])]?[String(key[key.index(after: dot)...])]
    }

    /// In one pass, so that a value with braces in it stays as it is.
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

    /// A catalogue that no person reads: every text of this one in letters that look strange, in
    /// brackets, and longer by a third. What stands on a page otherwise did not come from the
    /// catalogue.
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
