/// Arithmetic of the language. Operations are types, not closures, so that each is compiled into
/// the closure that uses it.
protocol Operation: SendableMetatype {
    /// Of integers; a result that leaves the range is an error, never wrapped.
    static func apply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T
}

/// An operation that doubles have too.
protocol NumberOperation: Operation {
    static func apply(_ a: Double, _ b: Double) -> Double
}

enum Add: NumberOperation {
    @inline(__always)
    static func apply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        try inRange(a.addingReportingOverflow(b))
    }

    static func apply(_ a: Double, _ b: Double) -> Double { a + b }
}

enum Subtract: NumberOperation {
    @inline(__always)
    static func apply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        try inRange(a.subtractingReportingOverflow(b))
    }

    static func apply(_ a: Double, _ b: Double) -> Double { a - b }
}

enum Multiply: NumberOperation {
    @inline(__always)
    static func apply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        try inRange(a.multipliedReportingOverflow(by: b))
    }

    static func apply(_ a: Double, _ b: Double) -> Double { a * b }
}

/// Division, of integers towards zero.
enum Divide: NumberOperation {
    @inline(__always)
    static func apply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        guard b != 0 else { throw EvaluationError(.divisionByZero) }
        return try inRange(a.dividedReportingOverflow(by: b))
    }

    static func apply(_ a: Double, _ b: Double) -> Double { a / b }
}

/// The remainder, with the sign of the dividend.
enum Modulo: Operation {
    @inline(__always)
    static func apply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        guard b != 0 else { throw EvaluationError(.divisionByZero) }
        return try inRange(a.remainderReportingOverflow(dividingBy: b))
    }
}

@inline(__always)
private func inRange<T>(_ result: (partialValue: T, overflow: Bool)) throws(EvaluationError) -> T {
    guard !result.overflow else { throw EvaluationError(.overflow) }
    return result.partialValue
}

/// Arithmetic of two operands of one scalar type, without boxing.
enum ScalarArithmetic {
    /// Nil for operators and representations without such an operation.
    static func code(
        _ name: String, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        switch name {
        case Operator.add: spans(Add.self, representation, left, right)
        case Operator.subtract: spans(Subtract.self, representation, left, right)
        case Operator.multiply: numbers(Multiply.self, representation, left, right)
        case Operator.divide: numbers(Divide.self, representation, left, right)
        case Operator.modulo: integers(Modulo.self, representation, left, right)
        default: nil
        }
    }

    /// An operation that durations have too.
    private static func spans<O: NumberOperation>(
        _: O.Type, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        representation == .duration
            ? .duration(ints(O.self, left, right))
            : numbers(O.self, representation, left, right)
    }

    private static func numbers<O: NumberOperation>(
        _: O.Type, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        guard representation == .double else {
            return integers(O.self, representation, left, right)
        }
        let (a, b) = (left.double, right.double)
        return .double { slots, locals throws(EvaluationError) in
            O.apply(try a(slots, locals), try b(slots, locals))
        }
    }

    private static func integers<O: Operation>(
        _: O.Type, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        switch representation {
        case .int: return .int(ints(O.self, left, right))
        case .uint:
            let (a, b) = (left.uint, right.uint)
            return .uint { slots, locals throws(EvaluationError) in
                try O.apply(try a(slots, locals), try b(slots, locals))
            }
        default: return nil
        }
    }

    private static func ints<O: Operation>(_: O.Type, _ left: Code, _ right: Code) -> IntCode {
        let (a, b) = (left.int, right.int)
        return { slots, locals throws(EvaluationError) in
            try O.apply(try a(slots, locals), try b(slots, locals))
        }
    }
}
