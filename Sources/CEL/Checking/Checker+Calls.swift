extension Checker {
    mutating func call(
        _ node: Expression, _ name: String, _ target: Expression?, _ arguments: [Expression]
    ) -> CELType {
        if name == Operator.and || name == Operator.or {
            for argument in arguments {
                require(.bool, argument, "an operand of '\(Operator.symbol(name))'")
            }
            return .bool
        }
        if name == Operator.conditional, arguments.count == 3 {
            return conditional(arguments)
        }
        // `a.b.f(x)` calls the function `a.b.f` if there is one, else the method `f` of `a.b`.
        if let prefix = target?.qualifiedName, !isShadowed(prefix),
            let function = env.function("\(prefix).\(name)")
        {
            references[node.id] = .function(function, hasReceiver: false)
            return overload(of: function, arguments, isMember: false, node)
        }
        let operands = (target.map { [$0] } ?? []) + arguments
        guard let function = target == nil ? env.function(name) : env.functions[name] else {
            for operand in operands { visit(operand) }
            if target == nil, name.lowercased() == "not" {
                report("'\(name)' is not a function; use '!'", at: node)
            } else {
                report(
                    "undeclared function '\(name)'", at: node,
                    suggestion: suggestion(for: name, in: functionNames))
            }
            return .error
        }
        references[node.id] = .function(function, hasReceiver: target != nil)
        return overload(of: function, operands, isMember: target != nil, node)
    }

    private var functionNames: [String] {
        env.functions.keys.filter { !Operator.contains($0) }.sorted()
            + env.macros.names + ["has"]
    }

    private mutating func conditional(_ arguments: [Expression]) -> CELType {
        require(.bool, arguments[0], "the condition of '?:'")
        let yes = visit(arguments[1])
        let no = visit(arguments[2])
        guard substitution.unifyAll([yes], with: [no]) else {
            report(
                "both results of '?:' must have the same type, found \(text(yes)) and \(text(no))",
                at: arguments[2])
            return .error
        }
        return substitution.join(yes, no)
    }

    private mutating func overload(
        of function: Function, _ operands: [Expression], isMember: Bool, _ node: Expression
    ) -> CELType {
        let types = operands.map { visit($0) }
        var result: CELType?
        for overload in function.overloads where overload.isMember == isMember {
            let signature = substitution.instantiate(overload)
            guard substitution.unifyAll(types, with: signature.parameters) else { continue }
            let type = substitution.apply(signature.result)
            // Several overloads fit operands of type dyn: the result is what they agree on.
            result = result.map { $0 == type ? $0 : .dyn } ?? type
        }
        if let result {
            checkLiterals(function, operands)
            return result
        }
        report(mismatch(function, types, isMember: isMember), at: node)
        return .error
    }

    private func mismatch(_ function: Function, _ types: [CELType], isMember: Bool) -> String {
        let texts = types.map { text($0) }
        if Operator.contains(function.name) {
            let symbol = Operator.symbol(function.name)
            return "'\(symbol)' is not defined for " + texts.joined(separator: " and ")
        }
        guard isMember, let receiver = texts.first else {
            return "\(function.name)(\(texts.joined(separator: ", "))) is not defined"
        }
        let arguments = texts.dropFirst().joined(separator: ", ")
        return "\(receiver).\(function.name)(\(arguments)) is not defined"
    }
}
