extension Compiler {
    /// A call whose overload is chosen by the values at each evaluation, among those that the
    /// types of the operands leave; with one or two operands no array is made.
    func overloaded(
        _ function: Function, _ operands: [Expression], _ codes: [Code], isMember: Bool
    ) -> Code {
        let overloads = function.overloads.filter {
            $0.isMember == isMember && $0.parameters.count == codes.count
        }
        let types = operands.map { resolution.types[$0.id] }
        let fitting = overloads.filter { overload in
            zip(overload.parameters, types).allSatisfy { Self.mayAccept($0, $1) }
        }
        let values = codes.map(\.value)
        switch codes.count {
        case 1: return Self.unary(function.name, fitting, values[0])
        case 2: return Self.binary(function.name, fitting, values[0], values[1])
        default: return Self.general(function.name, fitting, values)
        }
    }

    private static func mayAccept(_ parameter: CELType, _ type: CELType) -> Bool {
        switch (parameter, type) {
        case (.dyn, _), (.parameter, _), (_, .dyn), (_, .parameter): true
        default: parameter.name == type.name
        }
    }

    private static func unary(
        _ name: String, _ overloads: [Overload], _ operand: @escaping ValueCode
    ) -> Code {
        if overloads.count == 1, case .unary(let apply)? = overloads[0].body {
            let parameter = overloads[0].parameters[0]
            return .boxed { slots, locals throws(EvaluationError) in
                let value = try operand(slots, locals)
                guard Overload.accepts(parameter, value) else { throw noOverload(name, [value]) }
                return try apply(value)
            }
        }
        return .boxed { slots, locals throws(EvaluationError) in
            let value = try operand(slots, locals)
            for overload in overloads where Overload.accepts(overload.parameters[0], value) {
                guard case .unary(let apply)? = overload.body else {
                    return try overload.apply([value], of: name)
                }
                return try apply(value)
            }
            throw noOverload(name, [value])
        }
    }

    private static func binary(
        _ name: String, _ overloads: [Overload], _ left: @escaping ValueCode,
        _ right: @escaping ValueCode
    ) -> Code {
        if overloads.count == 1, case .binary(let apply)? = overloads[0].body {
            let parameters = (overloads[0].parameters[0], overloads[0].parameters[1])
            return .boxed { slots, locals throws(EvaluationError) in
                let (a, b) = (try left(slots, locals), try right(slots, locals))
                guard Overload.accepts(parameters.0, a), Overload.accepts(parameters.1, b) else {
                    throw noOverload(name, [a, b])
                }
                return try apply(a, b)
            }
        }
        return .boxed { slots, locals throws(EvaluationError) in
            let (a, b) = (try left(slots, locals), try right(slots, locals))
            for overload in overloads
            where Overload.accepts(overload.parameters[0], a)
                && Overload.accepts(overload.parameters[1], b)
            {
                guard case .binary(let apply)? = overload.body else {
                    return try overload.apply([a, b], of: name)
                }
                return try apply(a, b)
            }
            throw noOverload(name, [a, b])
        }
    }

    private static func general(
        _ name: String, _ overloads: [Overload], _ values: [ValueCode]
    ) -> Code {
        .boxed { slots, locals throws(EvaluationError) in
            let arguments = try evaluate(values, slots, locals)
            guard let overload = overloads.first(where: { $0.accepts(arguments) }) else {
                throw noOverload(name, arguments)
            }
            return try overload.apply(arguments, of: name)
        }
    }
}
