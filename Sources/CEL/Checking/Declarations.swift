/// A variable that expressions may read.
public struct Variable: Hashable, Sendable {
    /// The name, with dots where it is qualified: `local.hour`.
    public let name: String
    /// The type of its values.
    public let type: CELType

    /// A variable of a name and type.
    public init(name: String, type: CELType) {
        self.name = name
        self.type = type
    }
}

/// A function or operator with all its overloads.
public struct Function: Sendable {
    /// What overloads do: the arguments, the receiver first, to a result. Pure: the same arguments
    /// give the same result, for the compiler computes calls of constants once.
    public typealias Implementation = @Sendable ([Value]) throws(EvaluationError) -> Value

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
    /// The types of the arguments, the receiver first.
    public let parameters: [CELType]
    /// The type of the result.
    public let result: CELType
    /// Whether it is called as `receiver.name(...)` rather than `name(...)`.
    public let isMember: Bool
    /// What it does; nil for a function known to the checker alone.
    public let implementation: Function.Implementation?

    /// A signature with its implementation.
    public init(
        _ parameters: [CELType], _ result: CELType, isMember: Bool = false,
        implementation: Function.Implementation? = nil
    ) {
        self.parameters = parameters
        self.result = result
        self.isMember = isMember
        self.implementation = implementation
    }

    /// Whether the overload takes these values; decided by their outermost types.
    func accepts(_ values: [Value]) -> Bool {
        parameters.count == values.count
            && zip(parameters, values).allSatisfy { Self.accepts($0, $1) }
    }

    private static func accepts(_ parameter: CELType, _ value: Value) -> Bool {
        switch (parameter, value) {
        case (.dyn, _), (.parameter, _), (.list, .list), (.map, .map), (.type, .type): true
        default: parameter == value.type
        }
    }
}
