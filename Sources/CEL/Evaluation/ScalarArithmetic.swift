/// Arithmetic of two operands of one scalar type, without boxing.
enum ScalarArithmetic {
    /// The operation that an operator stands for; nil for other operators or operands that are not
    /// both of the representation.
    static func code(
        _ name: String, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        switch representation {
        case .int: ints(name, left.int, right.int)
        case .uint: uints(name, left.uint, right.uint)
        case .double: doubles(name, left.double, right.double)
        case .duration: durations(name, left.int, right.int)
        case .bool, .boxed: nil
        }
    }

    private static func ints(
        _ name: String, _ a: @escaping IntCode, _ b: @escaping IntCode
    ) -> Code? {
        switch name {
        case Operator.multiply:
            .int { slots, locals throws(EvaluationError) in
                try Arithmetic.multiply(try a(slots, locals), try b(slots, locals))
            }
        case Operator.divide:
            .int { slots, locals throws(EvaluationError) in
                try Arithmetic.divide(try a(slots, locals), try b(slots, locals))
            }
        case Operator.modulo:
            .int { slots, locals throws(EvaluationError) in
                try Arithmetic.modulo(try a(slots, locals), try b(slots, locals))
            }
        case Operator.add:
            .int { slots, locals throws(EvaluationError) in
                try Arithmetic.add(try a(slots, locals), try b(slots, locals))
            }
        case Operator.subtract:
            .int { slots, locals throws(EvaluationError) in
                try Arithmetic.subtract(try a(slots, locals), try b(slots, locals))
            }
        default: nil
        }
    }

    private static func durations(
        _ name: String, _ a: @escaping IntCode, _ b: @escaping IntCode
    ) -> Code? {
        switch name {
        case Operator.add:
            .duration { slots, locals throws(EvaluationError) in
                try Arithmetic.add(try a(slots, locals), try b(slots, locals))
            }
        case Operator.subtract:
            .duration { slots, locals throws(EvaluationError) in
                try Arithmetic.subtract(try a(slots, locals), try b(slots, locals))
            }
        default: nil
        }
    }

    private static func uints(
        _ name: String, _ a: @escaping UIntCode, _ b: @escaping UIntCode
    ) -> Code? {
        switch name {
        case Operator.add:
            .uint { slots, locals throws(EvaluationError) in
                try Arithmetic.add(try a(slots, locals), try b(slots, locals))
            }
        case Operator.subtract:
            .uint { slots, locals throws(EvaluationError) in
                try Arithmetic.subtract(try a(slots, locals), try b(slots, locals))
            }
        case Operator.multiply:
            .uint { slots, locals throws(EvaluationError) in
                try Arithmetic.multiply(try a(slots, locals), try b(slots, locals))
            }
        case Operator.divide:
            .uint { slots, locals throws(EvaluationError) in
                try Arithmetic.divide(try a(slots, locals), try b(slots, locals))
            }
        case Operator.modulo:
            .uint { slots, locals throws(EvaluationError) in
                try Arithmetic.modulo(try a(slots, locals), try b(slots, locals))
            }
        default: nil
        }
    }

    private static func doubles(
        _ name: String, _ a: @escaping DoubleCode, _ b: @escaping DoubleCode
    ) -> Code? {
        switch name {
        case Operator.add:
            .double { slots, locals throws(EvaluationError) in
                try a(slots, locals) + b(slots, locals)
            }
        case Operator.subtract:
            .double { slots, locals throws(EvaluationError) in
                try a(slots, locals) - b(slots, locals)
            }
        case Operator.multiply:
            .double { slots, locals throws(EvaluationError) in
                try a(slots, locals) * b(slots, locals)
            }
        case Operator.divide:
            .double { slots, locals throws(EvaluationError) in
                try a(slots, locals) / b(slots, locals)
            }
        default: nil
        }
    }
}
