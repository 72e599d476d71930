/// Arithmetic of numbers.
enum ArithmeticLibrary {
    static let functions = [
        Function(
            name: Operator.add,
            overloads: [ints(Arithmetic.add), uints(Arithmetic.add), doubles { $0 + $1 }]),
        Function(
            name: Operator.subtract,
            overloads: [
                ints(Arithmetic.subtract), uints(Arithmetic.subtract), doubles { $0 - $1 },
            ]),
        Function(
            name: Operator.multiply,
            overloads: [
                ints(Arithmetic.multiply), uints(Arithmetic.multiply), doubles { $0 * $1 },
            ]),
        Function(
            name: Operator.divide,
            overloads: [ints(Arithmetic.divide), uints(Arithmetic.divide), doubles { $0 / $1 }]),
        Function(
            name: Operator.modulo,
            overloads: [ints(Arithmetic.modulo), uints(Arithmetic.modulo)]),
        Function(name: Operator.negate, overloads: [negateInt, negateDouble]),
    ]

    private static func ints(
        _ operation: @escaping @Sendable (Int64, Int64) throws(EvaluationError) -> Int64
    ) -> Overload {
        Overload(binary: .int, .int, .int) { (left, right) throws(EvaluationError) in
            guard case (.int(let a), .int(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload)
            }
            return .int(try operation(a, b))
        }
    }

    private static func uints(
        _ operation: @escaping @Sendable (UInt64, UInt64) throws(EvaluationError) -> UInt64
    ) -> Overload {
        Overload(binary: .uint, .uint, .uint) { (left, right) throws(EvaluationError) in
            guard case (.uint(let a), .uint(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload)
            }
            return .uint(try operation(a, b))
        }
    }

    private static func doubles(
        _ operation: @escaping @Sendable (Double, Double) -> Double
    ) -> Overload {
        Overload(binary: .double, .double, .double) { (left, right) throws(EvaluationError) in
            guard case (.double(let a), .double(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload)
            }
            return .double(operation(a, b))
        }
    }

    private static let negateInt = Overload(unary: .int, .int) {
        value throws(EvaluationError) in
        guard case .int(let value) = value else { throw EvaluationError(.noSuchOverload) }
        return .int(try Arithmetic.negate(value))
    }

    private static let negateDouble = Overload(unary: .double, .double) {
        value throws(EvaluationError) in
        guard case .double(let value) = value else { throw EvaluationError(.noSuchOverload) }
        return .double(-value)
    }
}
