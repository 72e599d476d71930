import CEL

/// The uses that conditions make of the variables that they read.
struct ConditionReading: Sendable {
    private let setting: ConditionSpace.Setting
    /// The variables in the order in which they are met.
    private(set) var names: [String] = []
    private(set) var uses: [String: Use] = [:]
    private var features: Set<String> = []

    struct Use: Sendable {
        let type: CELType
        /// The constants that it is compared with; they alone decide if it is not computed with.
        var constants: [Constant] = []
        /// True if the variable is used in anything but a comparison with a constant.
        var isComputedWith = false

        /// A constant, and which of its two sides the comparison distinguishes.
        struct Constant: Sendable {
            var value: Value
            var sides: [VariableScale.Side]
        }
    }

    /// The limit of a chain of features that name one another.
    private static let depth = 50

    init(_ setting: ConditionSpace.Setting) { self.setting = setting }

    /// Reads a condition, and every feature that it names, itself or through others.
    mutating func read(_ source: String) {
        guard let parsed = try? setting.environment.parse(source).get() else { return }
        var left = [parsed]
        while let next = left.popLast() { visit(next.root, of: next, &left) }
    }

    private mutating func visit(
        _ node: Expression, of parsed: ParsedExpression, _ left: inout [ParsedExpression]
    ) {
        if let name = node.qualifiedName {
            switch setting.meaning(of: name) {
            case .feature(let name, let feature):
                if features.insert(name).inserted { left.append(feature) }
            case .variable(let name, let type):
                // A truth has two values, however it is used.
                use(name, type) { if type != .bool { $0.isComputedWith = true } }
            case nil: break
            }
            return
        }
        if case .call(let function, nil, let arguments) = node.kind, arguments.count == 2,
            compare(function, arguments, parsed)
        {
            return
        }
        for child in node.children { visit(child, of: parsed, &left) }
    }

    /// Adds a comparison of a variable with a constant; false if the expression is none.
    private mutating func compare(
        _ function: String, _ arguments: [Expression], _ parsed: ParsedExpression
    ) -> Bool {
        let operands = arguments.map { Operand(expression: $0, parsed: parsed) }
        if function == "@in" {
            guard let (name, type) = variable(operands[0]),
                case .list(let elements) = arguments[1].kind
            else { return false }
            let values = elements.compactMap { constant(Operand(expression: $0, parsed: parsed)) }
            guard values.count == elements.count else { return false }
            use(name, type) { use in
                use.constants += values.map { Use.Constant(value: $0, sides: [.notBelow, .above]) }
            }
            return true
        }
        guard let sides = Self.sides[function] else { return false }
        if let (name, type) = variable(operands[0]), let value = constant(operands[1]) {
            use(name, type) { $0.constants.append(Use.Constant(value: value, sides: sides)) }
            return true
        }
        guard let (name, type) = variable(operands[1]), let value = constant(operands[0]) else {
            return false
        }
        // From the other side: 3 < x is x > 3.
        let mirrored = sides.count == 2 ? sides : sides == [.above] ? [.notBelow] : [.above]
        use(name, type) { $0.constants.append(Use.Constant(value: value, sides: mirrored)) }
        return true
    }

    /// The points at which `x < c` and the others cut the values of x, with x on the left.
    private static let sides: [String: [VariableScale.Side]] = [
        "_<_": [.notBelow], "_>=_": [.notBelow], "_<=_": [.above], "_>_": [.above],
        "_==_": [.notBelow, .above], "_!=_": [.notBelow, .above],
    ]

    private mutating func use(_ name: String, _ type: CELType, _ change: (inout Use) -> Void) {
        if uses[name] == nil {
            names.append(name)
            uses[name] = Use(type: type)
        }
        change(&uses[name, default: Use(type: type)])
    }

    /// A node with its source.
    private struct Operand {
        var expression: Expression
        var parsed: ParsedExpression
    }

    /// The operand itself, or the expression of the feature that it names; nil if the chain is too
    /// long.
    private func resolved(_ operand: Operand) -> Operand? {
        var operand = operand
        for _ in 0..<Self.depth {
            guard let name = operand.expression.qualifiedName,
                case .feature(_, let feature) = setting.meaning(of: name)
            else { return operand }
            operand = Operand(expression: feature.root, parsed: feature)
        }
        return nil
    }

    private func variable(_ operand: Operand) -> (String, CELType)? {
        guard let name = resolved(operand)?.expression.qualifiedName,
            case .variable(let plain, let type) = setting.meaning(of: name)
        else { return nil }
        return (plain, type)
    }

    /// The value of an operand that reads nothing.
    private func constant(_ operand: Operand) -> Value? {
        guard let operand = resolved(operand) else { return nil }
        if case .literal(let value) = operand.expression.kind { return value }
        guard case .call = operand.expression.kind, readsNothing(operand.expression) else {
            return nil
        }
        guard let source = operand.parsed.text(of: operand.expression),
            let program = try? setting.environment.compile(source).get()
        else { return nil }
        return try? program.evaluate(Activation(setting.environment)).get()
    }

    private func readsNothing(_ expression: Expression) -> Bool {
        expression.qualifiedName == nil && expression.children.allSatisfy(readsNothing)
    }
}

extension ParsedExpression {
    /// A node of it as written.
    func text(of node: Expression) -> String? {
        String(source.utf8.dropFirst(node.range.lowerBound).prefix(node.range.count))
    }
}
