/// A variable that expressions may read.
public struct Variable: Hashable, Sendable {
    /// The name, with dots where it is qualified: `local.hour`.
    public let name: String
    /// The type of its values.
    public let type: CELType
    /// The bound of its values, except scalars. An activation accepts no larger value.
    public let size: SizeBound
    /// True if a size was declared, so that values are measured.
    let isBounded: Bool

    /// A variable without a size has an unbounded cost for its texts, lists and maps, and the
    /// caller guarantees the types of its elements.
    public init(name: String, type: CELType, size: SizeBound = .unbounded) {
        self.name = name
        self.type = type
        self.size = size.limited(to: type)
        isBounded = size != .unbounded
    }
}

/// A function or operator with all its overloads.
public struct Function: Sendable {
    /// The arguments, the receiver first, to a result; pure, since the compiler computes calls of
    /// constants once.
    public typealias Implementation = @Sendable ([Value]) throws(EvaluationError) -> Value
    /// The same of one argument, or of a receiver alone.
    public typealias Unary = @Sendable (Value) throws(EvaluationError) -> Value
    /// The same of two arguments, or of a receiver and one argument.
    public typealias Binary = @Sendable (Value, Value) throws(EvaluationError) -> Value

    /// The name as called, with dots where it is qualified.
    public let name: String
    /// The signatures, tried in order.
    public var overloads: [Overload]

    /// A function of a name with its overloads.
    public init(name: String, overloads: [Overload]) {
        self.name = name
        self.overloads = overloads
    }
}

/// One signature of a function.
public struct Overload: Sendable {
    /// A call's steps and result size, from the sizes of its arguments, the receiver first. It is
    /// called with the largest possible sizes and with actual ones, and must not decrease if a size
    /// increases.
    public typealias Estimate = @Sendable ([SizeBound]) -> CallEstimate

    enum Body: Sendable {
        case unary(Function.Unary)
        case binary(Function.Binary)
        case general(Function.Implementation)
    }

    /// The types of the arguments, the receiver first.
    public let parameters: [CELType]
    /// The type of the result.
    public let result: CELType
    /// True if it is called as `receiver.name(...)` rather than `name(...)`.
    public let isMember: Bool
    /// Nil for a function known to the checker alone.
    let body: Body?
    private let ownEstimate: Estimate?

    /// A signature known to the checker alone.
    public init(_ parameters: [CELType], _ result: CELType, isMember: Bool = false) {
        self.init(parameters, result, isMember: isMember, estimate: nil, body: nil)
    }

    /// A signature with its implementation. Without an estimate, a call costs one pass over each
    /// argument, and a result that is not a scalar may have any size.
    public init(
        _ parameters: [CELType], _ result: CELType, isMember: Bool = false,
        estimate: Estimate? = nil, implementation: @escaping Function.Implementation
    ) {
        self.init(
            parameters, result, isMember: isMember, estimate: estimate,
            body: .general(implementation))
    }

    /// As above for one argument, called without making an array.
    public init(
        unary parameter: CELType, _ result: CELType, isMember: Bool = false,
        estimate: Estimate? = nil, apply: @escaping Function.Unary
    ) {
        self.init([parameter], result, isMember: isMember, estimate: estimate, body: .unary(apply))
    }

    /// As above for two arguments, called without making an array.
    public init(
        binary left: CELType, _ right: CELType, _ result: CELType, isMember: Bool = false,
        estimate: Estimate? = nil, apply: @escaping Function.Binary
    ) {
        self.init(
            [left, right], result, isMember: isMember, estimate: estimate, body: .binary(apply))
    }

    private init(
        _ parameters: [CELType], _ result: CELType, isMember: Bool, estimate: Estimate?,
        body: Body?
    ) {
        self.parameters = parameters
        self.result = result
        self.isMember = isMember
        self.body = body
        ownEstimate = estimate
    }

    func estimate(_ arguments: [SizeBound]) -> CallEstimate {
        ownEstimate?(arguments)
            ?? .linear(arguments, size: SizeBound.unbounded.limited(to: result))
    }

    /// The result for arguments that it accepts.
    func apply(_ arguments: [Value], of name: String) throws(EvaluationError) -> Value {
        switch body {
        case .unary(let apply): return try apply(arguments[0])
        case .binary(let apply): return try apply(arguments[0], arguments[1])
        case .general(let apply): return try apply(arguments)
        case nil: throw EvaluationError(.unboundFunction, name)
        }
    }

    /// True if the overload accepts these values, judged by their outermost types.
    func accepts(_ values: [Value]) -> Bool {
        parameters.count == values.count
            && zip(parameters, values).allSatisfy { Self.accepts($0, $1) }
    }

    static func accepts(_ parameter: CELType, _ value: Value) -> Bool {
        switch (parameter, value) {
        case (.dyn, _), (.parameter, _), (.list, .list), (.map, .map), (.type, .type): true
        default: parameter == value.type
        }
    }
}
