// Closures must not go through generic code on their way (arrays, optionals, tuples are fine as
// `Code`, not as functions): each passage would wrap them in a thunk that costs more than the
// comparison inside.

typealias BoolCode = @Sendable (Slots, Locals?) throws(EvaluationError) -> Bool
typealias IntCode = @Sendable (Slots, Locals?) throws(EvaluationError) -> Int64
typealias UIntCode = @Sendable (Slots, Locals?) throws(EvaluationError) -> UInt64
typealias DoubleCode = @Sendable (Slots, Locals?) throws(EvaluationError) -> Double
typealias ValueCode = @Sendable (Slots, Locals?) throws(EvaluationError) -> Value

/// A compiled expression: closures over slots, typed where the type is a scalar, so that neither
/// boxing nor a look at a value's type is left for evaluation.
enum Code: Sendable {
    case constant(Value)
    /// A variable kept as raw bits.
    case slot(Int, Representation)
    case bool(BoolCode)
    /// A truth value that one variable's range decides.
    case range(RangeTest)
    case int(IntCode)
    case uint(UIntCode)
    case double(DoubleCode)
    /// Nanoseconds.
    case duration(IntCode)
    case boxed(ValueCode)

    /// The representation of the result; `boxed` if only the value itself shows its type.
    var representation: Representation {
        switch self {
        case .constant(let value): Representation(value.type)
        case .slot(_, let representation): representation
        case .bool, .range: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .duration: .duration
        case .boxed: .boxed
        }
    }

    var value: ValueCode {
        switch self {
        case .constant(let value): return { _, _ in value }
        case .slot(let slot, let representation):
            return { slots, _ throws(EvaluationError) in
                representation.value(try slots.read(slot)) ?? .null
            }
        case .bool, .range:
            let code = bool
            return { slots, locals throws(EvaluationError) in .bool(try code(slots, locals)) }
        case .int(let code):
            return { slots, locals throws(EvaluationError) in .int(try code(slots, locals)) }
        case .uint(let code):
            return { slots, locals throws(EvaluationError) in .uint(try code(slots, locals)) }
        case .double(let code):
            return { slots, locals throws(EvaluationError) in .double(try code(slots, locals)) }
        case .duration(let code):
            return { slots, locals throws(EvaluationError) in
                .duration(CELDuration(nanoseconds: try code(slots, locals)))
            }
        case .boxed(let code): return code
        }
    }

    /// The result as a truth value; another type is an error at evaluation.
    var bool: BoolCode {
        switch self {
        case .bool(let code): return code
        case .range(let test): return test.bool
        case .slot(let slot, .bool): return RangeTest(bool: slot).bool
        case .constant(.bool(let value)): return { _, _ in value }
        default:
            let code = value
            return { slots, locals throws(EvaluationError) in
                guard case .bool(let value) = try code(slots, locals) else {
                    throw EvaluationError(.noSuchOverload)
                }
                return value
            }
        }
    }

    /// The result as an int, or as a duration's nanoseconds; another type is an error.
    var int: IntCode {
        switch self {
        case .int(let code), .duration(let code): return code
        case .slot(let slot, .int), .slot(let slot, .duration):
            return { slots, _ throws(EvaluationError) in try slots.read(slot) }
        case .constant(.int(let value)): return { _, _ in value }
        case .constant(.duration(let value)): return { _, _ in value.nanoseconds }
        default:
            let code = value
            return { slots, locals throws(EvaluationError) in
                switch try code(slots, locals) {
                case .int(let value): return value
                case .duration(let value): return value.nanoseconds
                default: throw EvaluationError(.noSuchOverload)
                }
            }
        }
    }

    /// The result as a uint; another type is an error.
    var uint: UIntCode {
        switch self {
        case .uint(let code): return code
        case .slot(let slot, .uint):
            return { slots, _ throws(EvaluationError) in
                UInt64(bitPattern: try slots.read(slot))
            }
        case .constant(.uint(let value)): return { _, _ in value }
        default:
            let code = value
            return { slots, locals throws(EvaluationError) in
                guard case .uint(let value) = try code(slots, locals) else {
                    throw EvaluationError(.noSuchOverload)
                }
                return value
            }
        }
    }

    /// The result as a double; another type is an error.
    var double: DoubleCode {
        switch self {
        case .double(let code): return code
        case .slot(let slot, .double):
            return { slots, _ throws(EvaluationError) in
                Double(raw: try slots.read(slot))
            }
        case .constant(.double(let value)): return { _, _ in value }
        default:
            let code = value
            return { slots, locals throws(EvaluationError) in
                guard case .double(let value) = try code(slots, locals) else {
                    throw EvaluationError(.noSuchOverload)
                }
                return value
            }
        }
    }

    /// Code that has no value but an error.
    static func failing(_ error: EvaluationError) -> Code {
        .boxed { _, _ throws(EvaluationError) in throw error }
    }
}
