/// A node of the syntax tree.
package struct Expression: Sendable {
    /// A number of its own within one source, from 0.
    let id: Int
    /// UTF-8 bytes of the source.
    package let range: Range<Int>
    package let kind: Kind
    /// Levels of the tree under and with this node; the parser bounds it.
    let height: Int

    package indirect enum Kind: Sendable {
        case literal(Value)
        /// A name, with the leading dot that asks for the outermost scope if it was written.
        case identifier(String)
        case select(Expression, field: String)
        /// `has(operand.field)`.
        case hasField(Expression, field: String)
        /// A function, method or operator; operators bear names such as `_+_`.
        case call(String, target: Expression?, arguments: [Expression])
        case list([Expression])
        case map([(key: Expression, value: Expression)])
        case comprehension(Comprehension)
        /// A part that could not be parsed; an issue was reported.
        case invalid
    }

    /// The node as a dotted chain of names (`a.b.c`, `.a.b`); nil if it is none.
    package var qualifiedName: String? {
        switch kind {
        case .identifier(let name): name
        case .select(let operand, let field): operand.qualifiedName.map { "\($0).\(field)" }
        default: nil
        }
    }

    package var children: [Expression] {
        switch kind {
        case .literal, .identifier, .invalid: []
        case .select(let operand, _), .hasField(let operand, _): [operand]
        case .call(_, let target, let arguments): (target.map { [$0] } ?? []) + arguments
        case .list(let elements): elements
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        case .comprehension(let macro):
            [macro.range] + (macro.filter.map { [$0] } ?? []) + [macro.body]
        }
    }
}

/// A macro over the elements of a list or the keys of a map.
package struct Comprehension: Sendable {
    let macro: Macro
    let range: Expression
    /// The names that stand for one element within `filter` and `body`, one or two.
    let variables: [String]
    /// The condition before the last argument, if the macro has one.
    let filter: Expression?
    let body: Expression
}

/// Names of the operators, as the language's definition writes them.
enum Operator {
    static let and = "_&&_"
    static let or = "_||_"
    static let not = "!_"
    static let negate = "-_"
    static let conditional = "_?_:_"
    static let index = "_[_]"
    static let `in` = "@in"
    static let equal = "_==_"
    static let notEqual = "_!=_"
    static let add = "_+_"
    static let subtract = "_-_"
    static let multiply = "_*_"
    static let divide = "_/_"
    static let modulo = "_%_"
    static let less = "_<_"
    static let lessOrEqual = "_<=_"
    static let greater = "_>_"
    static let greaterOrEqual = "_>=_"

    /// The operator as a person writes it: `+` for `_+_`.
    static func symbol(_ name: String) -> String {
        name == index ? "[]" : String(name.filter { $0 != "_" && $0 != "@" })
    }

    /// True if a function's name is an operator's: such names contain characters that no identifier
    /// has.
    static func contains(_ name: String) -> Bool {
        !name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == .dot }
    }
}
