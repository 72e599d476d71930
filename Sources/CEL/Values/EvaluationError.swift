/// Why an expression has no value for an activation.
///
/// `&&`, `||` and the macros absorb errors where the other side decides.
public struct EvaluationError: Error, Hashable, Sendable {
    /// The kinds of evaluation error, named after the language definition.
    public enum Code: Hashable, Sendable {
        /// An operator or function is not defined for the types of its operands.
        case noSuchOverload
        /// A map has no entry for the key, or no field of the name.
        case noSuchKey
        case indexOutOfRange
        case divisionByZero
        /// An integer, timestamp or duration left its range in arithmetic.
        case overflow
        /// A conversion's argument has no counterpart in the target type.
        case outOfRange
        /// A text that is no number, duration, timestamp, time zone or regular expression.
        case invalidArgument
        /// A name that nothing declares (in the unchecked form only).
        case undeclaredReference
        case unsetVariable
        /// A function that is not declared, or declared without an implementation.
        case unboundFunction
        case duplicateKey
        /// A map literal's key is of a type that cannot be a key.
        case unsupportedKey
        /// The evaluation took more steps than its environment allows.
        case costExceeded
    }

    /// The kind of error.
    public let code: Code
    /// What it concerns (a key, a name, a text), for people; may be empty.
    public let detail: String

    /// An error of a kind, with what it concerns.
    public init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }
}

extension EvaluationError: CustomStringConvertible {
    /// One line for people: "no such key: 'colour'".
    public var description: String {
        let text =
            switch code {
            case .noSuchOverload: "no such overload"
            case .noSuchKey: "no such key"
            case .indexOutOfRange: "index out of range"
            case .divisionByZero: "division by zero"
            case .overflow: "overflow"
            case .outOfRange: "out of range"
            case .invalidArgument: "invalid argument"
            case .undeclaredReference: "undeclared reference"
            case .unsetVariable: "variable has no value"
            case .unboundFunction: "unbound function"
            case .duplicateKey: "repeated key"
            case .unsupportedKey: "unsupported key type"
            case .costExceeded: "cost limit exceeded"
            }
        return detail.isEmpty ? text : text + ": " + detail
    }
}
