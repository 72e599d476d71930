/// The reason why an expression has no value for an activation.
///
/// `&&`, `||` and the macros absorb errors if the other side decides.
public struct EvaluationError: Error, Hashable, Sendable {
    /// The kinds of evaluation error, named after the language definition, with a text for people.
    public enum Code: String, Sendable {
        /// An operator or function is not defined for the types of its operands.
        case noSuchOverload = "no such overload"
        /// A map has no entry for the key, or no field of the name.
        case noSuchKey = "no such key"
        case indexOutOfRange = "index out of range"
        case divisionByZero = "division by zero"
        /// An integer, timestamp or duration left its range in arithmetic.
        case overflow
        /// A conversion's argument has no counterpart in the target type.
        case outOfRange = "out of range"
        /// A text that is no number, duration, timestamp, time zone or regular expression.
        case invalidArgument = "invalid argument"
        /// A name that nothing declares (in the unchecked form only).
        case undeclaredReference = "undeclared reference"
        case unsetVariable = "variable has no value"
        /// A function that is not declared, or declared without an implementation.
        case unboundFunction = "unbound function"
        case duplicateKey = "repeated key"
        /// A map literal's key is of a type that cannot be a key.
        case unsupportedKey = "unsupported key type"
        /// The evaluation took more steps than its environment allows.
        case costExceeded = "cost limit exceeded"
    }

    /// The kind of error.
    public let code: Code
    /// The subject (a key, a name, a text), for people; may be empty.
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
        detail.isEmpty ? code.rawValue : code.rawValue + ": " + detail
    }
}
