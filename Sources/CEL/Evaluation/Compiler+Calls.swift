extension Compiler {
    /// Code of an operator or function: typed where its operands are scalars, else by overload.
    func call(
        _ node: Expression, _ name: String, _ target: Expression?, _ arguments: [Expression]
    ) -> Code {
        switch name {
        case Operator.and: return charging(Self.joined(And.self, arguments.map(code)))
        case Operator.or: return charging(Self.joined(Or.self, arguments.map(code)))
        case Operator.conditional where arguments.count == 3:
            return charging(conditional(arguments))
        default: break
        }
        guard case .function(let function, let hasReceiver) = resolution.references[node.id] else {
            return .failing(EvaluationError(.unboundFunction, name))
        }
        let operands = (hasReceiver ? target.map { [$0] } ?? [] : []) + arguments
        let codes = operands.map { code($0) }
        let general =
            unchosen(name, codes) ?? overloaded(function, operands, codes, isMember: hasReceiver)
        if Self.constants(codes) != nil, let constant = folding.folded(general, of: node) {
            return constant
        }
        if isMetered { return metered(function, codes, isMember: hasReceiver) }
        return typed(name, operands, codes) ?? membership(name, operands, codes)
            ?? prepared(name, operands, codes) ?? general
    }

    /// Code over scalars or a comparison of any values; nil for other operators and types.
    private func typed(_ name: String, _ operands: [Expression], _ codes: [Code]) -> Code? {
        if codes.count == 1 {
            switch (name, representation(codes[0], operands[0])) {
            case (Operator.not, .bool): return Self.not(codes[0])
            case (Operator.negate, .int):
                let operand = codes[0].int
                return .int { slots, locals throws(EvaluationError) in
                    try Subtract.apply(0, try operand(slots, locals))
                }
            case (Operator.negate, .double):
                let operand = codes[0].double
                return .double { slots, locals throws(EvaluationError) in
                    -(try operand(slots, locals))
                }
            default: return nil
            }
        }
        guard codes.count == 2 else { return nil }
        var (left, right) = (codes[0], codes[1])
        let wanted = (representation(left, operands[0]), representation(right, operands[1]))
        if wanted == (.int, .double) { left = Self.asDouble(left) ?? left }
        if wanted == (.double, .int) { right = Self.asDouble(right) ?? right }
        let types = (representation(left, operands[0]), representation(right, operands[1]))
        guard types.0 == types.1 else { return Self.comparison(name, left.value, right.value) }
        return ScalarComparison.code(name, types.0, left, right)
            ?? ScalarArithmetic.code(name, types.0, left, right)
            ?? Self.comparison(name, left.value, right.value)
    }

    /// An int constant as the double of the same value, so that it compares without boxing.
    private static func asDouble(_ code: Code) -> Code? {
        guard case .constant(.int(let value)) = code, let double = Double(exactly: value) else {
            return nil
        }
        return .constant(.double(double))
    }

    /// Equality of any values, and order of those that have one.
    private static func comparison(
        _ name: String, _ left: @escaping ValueCode, _ right: @escaping ValueCode
    ) -> Code? {
        guard let test = Comparison.tests[name] else { return nil }
        return .bool { slots, locals throws(EvaluationError) in
            try test(try left(slots, locals), try right(slots, locals))
        }
    }

    /// An operator that looks at its operands itself.
    private func unchosen(_ name: String, _ codes: [Code]) -> Code? {
        guard codes.count == 2, let apply = CollectionLibrary.operators[name] else { return nil }
        let (left, right) = (codes[0].value, codes[1].value)
        return .boxed { slots, locals throws(EvaluationError) in
            try apply(try left(slots, locals), try right(slots, locals))
        }
    }

    static func noOverload(_ name: String, _ arguments: [Value]) -> EvaluationError {
        let symbol = Operator.contains(name) ? Operator.symbol(name) : name
        let types = arguments.map { "\($0.type.name)" }.joined(separator: ", ")
        return EvaluationError(.noSuchOverload, "\(symbol) of \(types)")
    }
}
