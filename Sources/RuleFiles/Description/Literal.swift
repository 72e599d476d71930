/// A value of a rule file: an example, a default, or a part of the schema.
indirect enum Literal: Hashable, Sendable {
    case text(String)
    /// A decimal numeral as written: `0.40`.
    case number(String)
    case truth(Bool)
    /// `null`, which removes a key.
    case null
    case list([Literal])
    /// An ordered map; keys are unique.
    case map([Member])

    /// A key of a map with its value.
    struct Member: Hashable, Sendable {
        var key: String
        var value: Literal

        init(_ key: String, _ value: Literal) {
            self.key = key
            self.value = value
        }
    }

    static func count(_ count: Int) -> Literal { .number(String(count)) }

    /// The value of a key; nil if this is not a map or has no such key.
    subscript(key: String) -> Literal? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension Literal: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }

    init(integerLiteral number: Int) { self = .count(number) }

    init(floatLiteral number: Double) { self = .number(String(number)) }

    init(booleanLiteral truth: Bool) { self = .truth(truth) }

    init(arrayLiteral items: Literal...) { self = .list(items) }

    init(dictionaryLiteral members: (String, Literal)...) {
        self = .map(members.map { Member($0.0, $0.1) })
    }
}
