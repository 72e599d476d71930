extension Compiler {
    /// Code of a macro: a loop with its variables in the locals of the macro's depth.
    func comprehension(_ macro: Comprehension, _ node: Expression) -> Code {
        let depth = resolution.depths[node.id] ?? 0
        let loop = Loop(
            range: code(macro.range).value, first: depth,
            second: macro.variables.count == 2 ? depth + 1 : nil)
        let filter = macro.filter.map { code($0).bool }
        let body = code(macro.body)
        let general: Code =
            switch macro.macro.kind {
            case .all: .bool(Self.search(loop, for: false, filter, body.bool))
            case .exists: .bool(Self.search(loop, for: true, filter, body.bool))
            case .existsOne: .bool(Self.existsOne(loop, filter, body.bool))
            case .filter: .boxed(Self.filtered(loop, filter, body.bool))
            case .list: .boxed(Self.collect(loop, filter, body.value))
            case .map: .boxed(Self.collectMap(loop, filter, body.value))
            case .mapEntries: .boxed(Self.collectEntries(loop, filter, body.value))
            }
        return folding.foldedMacro(general, of: node, depth: depth) ?? charging(general)
    }

    /// Searches for an element with the wanted answer, which wins over errors of other elements.
    /// Without one, the result is the opposite answer.
    private static func search(
        _ loop: Loop, for wanted: Bool, _ filter: BoolCode?, _ body: @escaping BoolCode
    ) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            var failure: EvaluationError?
            var isFound = false
            try loop.run(slots, locals) { () throws(EvaluationError) in
                do throws(EvaluationError) {
                    if let filter, !(try filter(slots, locals)) { return true }
                    isFound = try body(slots, locals) == wanted
                    return !isFound
                } catch {
                    if error.code == .costExceeded { throw error }
                    failure = failure ?? error
                    return true
                }
            }
            if isFound { return wanted }
            if let failure { throw failure }
            return !wanted
        }
    }

    /// Tests for exactly one element. Unlike in the other searches, every error counts.
    private static func existsOne(
        _ loop: Loop, _ filter: BoolCode?, _ body: @escaping BoolCode
    ) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            var count = 0
            try loop.run(slots, locals) { () throws(EvaluationError) in
                if let filter, !(try filter(slots, locals)) { return true }
                if try body(slots, locals) { count += 1 }
                return true
            }
            return count == 1
        }
    }

    private static func filtered(
        _ loop: Loop, _ filter: BoolCode?, _ body: @escaping BoolCode
    ) -> ValueCode {
        let first = loop.first
        var condition = body
        if let filter {
            condition = { slots, locals throws(EvaluationError) in
                try filter(slots, locals) ? try body(slots, locals) : false
            }
        }
        return collect(loop, condition, { _, locals in locals?[first] ?? .null })
    }

    private static func collect(
        _ loop: Loop, _ filter: BoolCode?, _ result: @escaping ValueCode
    ) -> ValueCode {
        { slots, locals throws(EvaluationError) in
            var results: [Value] = []
            try loop.run(slots, locals) { () throws(EvaluationError) in
                if let filter, !(try filter(slots, locals)) { return true }
                results.append(try result(slots, locals))
                return true
            }
            return .list(results)
        }
    }

    private static func collectMap(
        _ loop: Loop, _ filter: BoolCode?, _ result: @escaping ValueCode
    ) -> ValueCode {
        let first = loop.first
        return { slots, locals throws(EvaluationError) in
            var entries: [(Value, Value)] = []
            try loop.run(slots, locals) { () throws(EvaluationError) in
                if let filter, !(try filter(slots, locals)) { return true }
                let key = locals?[first] ?? .null
                try locals?.charge(SizeBound(of: key).weight)
                entries.append((key, try result(slots, locals)))
                return true
            }
            return .map(try MapValue(entries))
        }
    }

    private static func collectEntries(
        _ loop: Loop, _ filter: BoolCode?, _ result: @escaping ValueCode
    ) -> ValueCode {
        { slots, locals throws(EvaluationError) in
            var entries: [(Value, Value)] = []
            try loop.run(slots, locals) { () throws(EvaluationError) in
                if let filter, !(try filter(slots, locals)) { return true }
                let value = try result(slots, locals)
                guard case .map(let map) = value else {
                    throw EvaluationError(
                        .noSuchOverload,
                        "a map entry made from \(value.type.name)")
                }
                try locals?.charge(SizeBound(of: value).weight)
                for entry in map.entries { entries.append((entry.key, entry.value)) }
                return true
            }
            return .map(try MapValue(entries))
        }
    }
}

/// The range that a macro runs over, and the places of its variables.
private struct Loop: Sendable {
    let range: ValueCode
    /// The local of the only variable, or of the index or key.
    let first: Int
    /// The local of the element or value, if there are two variables.
    let second: Int?

    /// Sets the variables for each element and calls the body, until the body returns false.
    func run(
        _ slots: Slots, _ locals: Locals?, _ body: () throws(EvaluationError) -> Bool
    ) throws(EvaluationError) {
        switch try range(slots, locals) {
        case .list(let elements):
            try locals?.charge(elements.count)
            for (index, element) in elements.enumerated() {
                if let second {
                    locals?[first] = .int(Int64(index))
                    locals?[second] = element
                } else {
                    locals?[first] = element
                }
                guard try body() else { return }
            }
        case .map(let map):
            try locals?.charge(map.count)
            for entry in map.entries {
                locals?[first] = entry.key
                if let second { locals?[second] = entry.value }
                guard try body() else { return }
            }
        case let other:
            throw EvaluationError(.noSuchOverload, "a macro over \(other.type.name)")
        }
    }
}
