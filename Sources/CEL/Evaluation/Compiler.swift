/// Turns a checked tree into closures over slots.
struct Compiler {
    let env: Env
    let resolution: Resolution
    /// True if the code counts its steps.
    let isMetered: Bool
    let folding: ConstantFolder

    /// The code of a node and all below it.
    func code(_ node: Expression) -> Code {
        switch node.kind {
        case .literal(let value): return .constant(value)
        case .identifier: return name(node) ?? undeclared(node)
        case .select(let operand, let field):
            if let whole = name(node) { return whole }
            if isUndeclaredChain(node) { return undeclared(node) }
            let range = code(operand)
            return selection(.boxed(Self.field(field, of: range.value)), of: range, field)
        case .hasField(let operand, let field):
            let range = code(operand)
            let operand = range.value
            let code: BoolCode = { slots, locals throws(EvaluationError) in
                try Self.entry(field, of: try operand(slots, locals)) != nil
            }
            return selection(.bool(code), of: range, field)
        case .call(let name, let target, let arguments):
            return call(node, name, target, arguments)
        case .list(let elements): return list(elements)
        case .map(let entries): return map(entries)
        case .comprehension(let macro): return comprehension(macro, node)
        case .invalid: return .failing(EvaluationError(.invalidArgument))
        }
    }

    /// The representation of a node's result: that of its code, or the one that its type
    /// guarantees.
    func representation(_ code: Code, _ node: Expression) -> Representation {
        if case .boxed = code { return Representation(resolution.types[node.id]) }
        return code.representation
    }

    // MARK: - Names

    private func name(_ node: Expression) -> Code? {
        switch resolution.references[node.id] {
        case .symbol(.slot(let slot)):
            let representation = env.layout.representations[slot]
            guard representation == .boxed else { return charging(.slot(slot, representation)) }
            return charging(
                .boxed { slots, _ throws(EvaluationError) in try slots.readBoxed(slot) })
        case .symbol(.named(let program)):
            // One that counts its steps goes on with the count of this one.
            return program.isMetered ? program.code : charging(program.code, program.cost)
        case .symbol(.type(let type)): return .constant(.type(type))
        case .local(let index):
            return charging(.boxed { _, locals in locals?[index] ?? .null })
        case .function, nil: return nil
        }
    }

    private func undeclared(_ node: Expression) -> Code {
        .failing(EvaluationError(.undeclaredReference, node.qualifiedName ?? ""))
    }

    /// A dotted name of which no part means anything.
    private func isUndeclaredChain(_ node: Expression) -> Bool {
        switch node.kind {
        case .identifier: resolution.references[node.id] == nil
        case .select(let operand, _):
            resolution.references[node.id] == nil && isUndeclaredChain(operand)
        default: false
        }
    }

    /// The variables under a node, in the order of the source and each once.
    func references(of node: Expression) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        func visit(_ node: Expression) {
            switch resolution.references[node.id] {
            case .symbol(.slot(let slot)):
                let name = env.variables[slot].name
                if seen.insert(name).inserted { names.append(name) }
            case .symbol(.named(let program)):
                for name in program.references where seen.insert(name).inserted {
                    names.append(name)
                }
            case .local, .symbol(.type): break
            case .function(_, hasReceiver: false):
                guard case .call(_, _, let arguments) = node.kind else { break }
                for argument in arguments { visit(argument) }
            case .function, nil:
                for child in node.children { visit(child) }
            }
        }
        visit(node)
        return names
    }

    // MARK: - Lists, maps and fields

    private func list(_ elements: [Expression]) -> Code {
        let codes = elements.map(code)
        if let constants = Self.constants(codes) { return .constant(.list(constants)) }
        let values = codes.map(\.value)
        return charging(
            .boxed { slots, locals throws(EvaluationError) in
                .list(try Self.evaluate(values, slots, locals))
            })
    }

    private func map(_ entries: [(key: Expression, value: Expression)]) -> Code {
        let keyCodes = entries.map { code($0.key) }
        let valueCodes = entries.map { code($0.value) }
        let keys = keyCodes.map(\.value)
        let values = valueCodes.map(\.value)
        let build: ValueCode = { slots, locals throws(EvaluationError) in
            let keys = try Self.evaluate(keys, slots, locals)
            for key in keys { try locals?.charge(SizeBound(of: key).weight) }
            let pairs = zip(keys, try Self.evaluate(values, slots, locals))
            return .map(try MapValue(Array(pairs)))
        }
        let isConstant = Self.constants(keyCodes + valueCodes) != nil
        return isConstant ? folding.folded(.boxed(build)) : charging(.boxed(build))
    }

    /// A field's value or presence, computed at once if the operand is a constant.
    private func selection(_ code: Code, of range: Code, _ field: String) -> Code {
        if case .constant = range { return folding.folded(code) }
        return charging(code, SizeBound.text(field.utf8.count).weight)
    }

    private static func field(_ field: String, of operand: @escaping ValueCode) -> ValueCode {
        { slots, locals throws(EvaluationError) in
            guard let value = try entry(field, of: try operand(slots, locals)) else {
                throw EvaluationError(.noSuchKey, field)
            }
            return value
        }
    }

    private static func entry(_ field: String, of value: Value) throws(EvaluationError) -> Value? {
        guard case .map(let map) = value else {
            throw EvaluationError(.noSuchOverload, ".\(field)")
        }
        return map[.string(field)]
    }

    // MARK: - Constants

    /// The values of codes that are all constants, else nil.
    static func constants(_ codes: [Code]) -> [Value]? {
        var values: [Value] = []
        for code in codes {
            guard case .constant(let value) = code else { return nil }
            values.append(value)
        }
        return values
    }

    static func evaluate(
        _ codes: [ValueCode], _ slots: Slots, _ locals: Locals?
    ) throws(EvaluationError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(codes.count)
        for code in codes { values.append(try code(slots, locals)) }
        return values
    }
}
