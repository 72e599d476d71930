extension Literal {
    /// Reads a part of a file that is to be written again: plain numerals, truth values and `null`
    /// as such, every other text as a text.
    init(_ node: Node, isItem: Bool = false) {
        switch node.content {
        case .list(let items): self = .list(items.map { Literal($0, isItem: true) })
        case .map(let map): self = .map(map.entries.map { Member($0.key, Literal($0.value)) })
        case .scalar(let scalar):
            if node.isNull {
                self = .null
            } else if scalar.style != .plain {
                self = .text(scalar.text)
            } else if scalar.text.isEmpty {
                // Left empty, as it was: it is an error, and must not become a text. An item of a
                // list cannot be left out between commas, and is the same error as null.
                self = isItem ? .null : .number("")
            } else if let truth = Bool(scalar.text) {
                self = .truth(truth)
            } else {
                self = Self.isNumeral(scalar.text) ? .number(scalar.text) : .text(scalar.text)
            }
        }
    }

    private static func isNumeral(_ text: String) -> Bool {
        text.utf8.first != UInt8(ascii: ".") && text.utf8.count { $0 == UInt8(ascii: ".") } <= 1
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// The scalar as written; nil for `null`, lists and maps, and for nothing.
    var words: String? {
        switch self {
        case .text(let text): text
        case .number(let number): number.isEmpty ? nil : number
        case .truth(let truth): truth ? "true" : "false"
        case .null, .list, .map: nil
        }
    }

    /// The texts of a list, or a single text in its place.
    var texts: [String] {
        if case .list(let items) = self { return items.compactMap(\.words) }
        return words.map { [$0] } ?? []
    }

    var isTrue: Bool? {
        if case .truth(let truth) = self { truth } else { nil }
    }

    var members: [Member]? {
        if case .map(let members) = self { members } else { nil }
    }

    var items: [Literal]? {
        if case .list(let items) = self { items } else { nil }
    }
}

extension [Literal.Member] {
    /// The value of a key. Setting nil removes the key; a new key comes last.
    subscript(key: String) -> Literal? {
        get { first { $0.key == key }?.value }
        set {
            let index = firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): self[index].value = value
            case (let index?, nil): remove(at: index)
            case (nil, let value?): append(Element(key, value))
            case (nil, nil): break
            }
        }
    }
}
