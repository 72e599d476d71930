/// Arithmetic of numbers.
enum ArithmeticLibrary {
    static let functions = [
        function(Operator.add, Add.self), function(Operator.subtract, Subtract.self),
        function(Operator.multiply, Multiply.self), function(Operator.divide, Divide.self),
        Function(name: Operator.modulo, overloads: [ints(Modulo.self), uints(Modulo.self)]),
        Function(name: Operator.negate, overloads: [negateInt, negateDouble]),
    ]

    private static func function<O: NumberOperation>(_ name: String, _: O.Type) -> Function {
        let doubles = Overload(binary: .double, .double, .double) {
            (left, right) throws(EvaluationError) in
            guard case (.double(let a), .double(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload)
            }
            return .double(O.apply(a, b))
        }
        return Function(name: name, overloads: [ints(O.self), uints(O.self), doubles])
    }

    private static func ints<O: Operation>(_: O.Type) -> Overload {
        Overload(binary: .int, .int, .int) { (left, right) throws(EvaluationError) in
            guard case (.int(let a), .int(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload)
            }
            return .int(try O.apply(a, b))
        }
    }

    private static func uints<O: Operation>(_: O.Type) -> Overload {
        Overload(binary: .uint, .uint, .uint) { (left, right) throws(EvaluationError) in
            guard case (.uint(let a), .uint(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload)
            }
            return .uint(try O.apply(a, b))
        }
    }

    private static let negateInt = Overload(unary: .int, .int) {
        value throws(EvaluationError) in
        guard case .int(let value) = value else { throw EvaluationError(.noSuchOverload) }
        return .int(try Subtract.apply(0, value))
    }

    private static let negateDouble = Overload(unary: .double, .double) {
        value throws(EvaluationError) in
        guard case .double(let value) = value else { throw EvaluationError(.noSuchOverload) }
        return .double(-value)
    }
}
