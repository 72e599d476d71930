/// Upper bounds of an expression's steps and of the size of its value.
///
/// Each node is a step; a call may take more, depending on the sizes of its arguments, and a macro
/// repeats its computation for every element. ``Meter`` counts by the same rules at evaluation,
/// from the actual sizes of values, and therefore never counts more.
struct CostEstimate {
    private let layout: Layout
    private let resolution: Resolution
    /// The sizes of the macros' variables around the node, by their depth.
    private var locals: [SizeBound]
    /// The steps of each node and all below it.
    private(set) var steps: [Int]

    init(layout: Layout, resolution: Resolution) {
        self.layout = layout
        self.resolution = resolution
        locals = Array(repeating: .unbounded, count: resolution.localCount)
        steps = Array(repeating: 1, count: resolution.types.count)
    }

    @discardableResult
    mutating func visit(_ node: Expression) -> CallEstimate {
        let estimate = estimate(node)
        steps[node.id] = estimate.steps
        return CallEstimate(
            steps: estimate.steps, size: estimate.size.limited(to: resolution.types[node.id]))
    }

    private mutating func estimate(_ node: Expression) -> CallEstimate {
        if let known = reference(of: node) { return known }
        switch node.kind {
        case .literal(let value): return CallEstimate(steps: 1, size: SizeBound(of: value))
        case .identifier, .invalid: return CallEstimate(steps: 1)
        case .select(let operand, let field):
            let range = visit(operand)
            return CallEstimate(
                steps: range.steps.addingSaturated(SizeBound.text(field.utf8.count).weight),
                size: range.size.element)
        case .hasField(let operand, let field):
            let range = visit(operand)
            return CallEstimate(
                steps: range.steps.addingSaturated(SizeBound.text(field.utf8.count).weight))
        case .call(let name, let target, let arguments):
            return call(node, name, target, arguments)
        case .list(let elements):
            let each = elements.map { visit($0) }
            return CallEstimate(
                steps: Self.sum(each), size: .collection(each.count, of: Self.join(each)))
        case .map(let entries):
            let keys = entries.map { visit($0.key) }
            let values = entries.map { visit($0.value) }
            let hashing = keys.reduce(0) { $0.addingSaturated($1.size.weight) }
            return CallEstimate(
                steps: Self.sum(keys + values).addingSaturated(hashing),
                size: .collection(keys.count, of: Self.join(keys + values)))
        case .comprehension(let macro): return comprehension(macro, node)
        }
    }

    private func reference(of node: Expression) -> CallEstimate? {
        switch resolution.references[node.id] {
        case .symbol(.named(let program)):
            CallEstimate(steps: program.cost, size: program.size)
        case .symbol(.slot(let slot)):
            CallEstimate(steps: 1, size: layout.variables[slot].size)
        case .symbol(.type): CallEstimate(steps: 1)
        case .local(let index): CallEstimate(steps: 1, size: locals[index])
        case .function, nil: nil
        }
    }

    // MARK: - Calls

    private mutating func call(
        _ node: Expression, _ name: String, _ target: Expression?, _ arguments: [Expression]
    ) -> CallEstimate {
        switch name {
        case Operator.and, Operator.or:
            return CallEstimate(steps: Self.sum(arguments.map { visit($0) }))
        case Operator.conditional where arguments.count == 3:
            let condition = visit(arguments[0])
            let result = visit(arguments[1]).joined(visit(arguments[2]))
            return CallEstimate(
                steps: result.steps.addingSaturated(condition.steps).addingSaturated(1),
                size: result.size)
        default: break
        }
        guard case .function(let function, let hasReceiver) = resolution.references[node.id] else {
            return CallEstimate(steps: 1)
        }
        let operands = (hasReceiver ? target.map { [$0] } ?? [] : []) + arguments
        let each = operands.map { visit($0) }
        let own = ownEstimate(function, operands, each.map(\.size), isMember: hasReceiver)
        return CallEstimate(
            steps: each.reduce(own.steps) { $0.addingSaturated($1.steps) }, size: own.size)
    }

    private func ownEstimate(
        _ function: Function, _ operands: [Expression], _ sizes: [SizeBound], isMember: Bool
    ) -> CallEstimate {
        if let known = CallCost(function.name, count: sizes.count) {
            var instructions: Int?
            if case .literal(.string(let pattern))? = operands.last?.kind {
                instructions = RegularExpression.size(of: pattern)
            }
            return known.estimate(
                sizes, resolution.types[operands[1].id], instructions: instructions)
        }
        return function.overloads.reduce(CallEstimate(steps: 1)) {
            guard $1.isMember == isMember, $1.parameters.count == sizes.count else { return $0 }
            return $0.joined($1.estimate(sizes))
        }
    }

    // MARK: - Macros

    private mutating func comprehension(
        _ macro: Comprehension, _ node: Expression
    ) -> CallEstimate {
        let range = visit(macro.range)
        let count = range.size.count
        let element = range.size.element
        let isList = if case .list = resolution.types[macro.range.id] { true } else { false }
        let depth = resolution.depths[node.id] ?? 0
        // The index of a list is a scalar.
        let first = macro.variables.count == 2 && isList ? SizeBound.scalar : element
        locals[depth] = first
        if macro.variables.count == 2 { locals[depth + 1] = element }
        let filter = macro.filter.map { visit($0).steps } ?? 0
        let body = visit(macro.body)
        var inner = body.steps.addingSaturated(filter)
        let size: SizeBound
        switch macro.macro.kind {
        case .all, .exists, .existsOne: size = .scalar
        case .filter: size = .collection(count, of: first)
        case .list: size = .collection(count, of: body.size)
        case .map:
            inner = inner.addingSaturated(first.weight)
            size = .collection(count, of: first.joined(body.size))
        case .mapEntries:
            inner = inner.addingSaturated(body.size.weight)
            size = .collection(count.multipliedSaturated(body.size.count), of: body.size.element)
        }
        let loops = inner.addingSaturated(1).multipliedSaturated(count)
        return CallEstimate(
            steps: range.steps.addingSaturated(1).addingSaturated(loops), size: size)
    }

    // MARK: - The limit

    /// The issue that an expression exceeds a limit, at the smallest part that exceeds it.
    func issue(at root: Expression, limit: Int) -> Issue {
        var node = root
        while let part = node.children.first(where: { steps[$0.id] > limit }) { node = part }
        let most = steps[node.id]
        let taken = most < .max ? "\(most) steps" : "an unlimited number of steps"
        return Issue(
            offset: node.range,
            message: "the expression may take \(taken); the limit is \(limit)")
    }

    // MARK: - Sums

    private static func sum(_ parts: [CallEstimate]) -> Int {
        parts.reduce(1) { $0.addingSaturated($1.steps) }
    }

    private static func join(_ parts: [CallEstimate]) -> SizeBound {
        parts.dropFirst().reduce(parts.first?.size ?? .scalar) { $0.joined($1.size) }
    }
}
