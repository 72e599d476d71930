/// A value of a rule file: an example, a default, or a part of the schema.
package indirect enum Literal: Hashable, Sendable {
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
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: Literal

        package init(_ key: String, _ value: Literal) {
            self.key = key
            self.value = value
        }
    }

    package static func count(_ count: Int) -> Literal { .number(String(count)) }

    /// The value of a key; nil if this is not a map or has no such key.
    package subscript(key: String) -> Literal? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension Literal: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }

    package init(integerLiteral number: Int) { self = .count(number) }

    package init(floatLiteral number: Double) { self = .number(String(number)) }

    package init(booleanLiteral truth: Bool) { self = .truth(truth) }

    package init(arrayLiteral items: Literal...) { self = .list(items) }

    package init(dictionaryLiteral members: (String, Literal)...) {
        self = .map(members.map { Member($0.0, $0.1) })
    }
}
