extension Compiler {
    /// Code of a macro: a loop with the element in the local of the macro's depth.
    func comprehension(_ macro: Comprehension, _ node: Expression) -> Code {
        let range = code(macro.range).value
        let index = depth(of: node)
        let filter = macro.filter.map { code($0).bool }
        switch macro.macro {
        case .all: return .bool(Self.search(range, index, for: false, code(macro.body).bool))
        case .exists: return .bool(Self.search(range, index, for: true, code(macro.body).bool))
        case .existsOne: return .bool(Self.existsOne(range, index, code(macro.body).bool))
        case .filter:
            let element: ValueCode = { _, locals in locals?[index] ?? .null }
            return .boxed(Self.collect(range, index, code(macro.body).bool, element))
        case .map: return .boxed(Self.collect(range, index, filter, code(macro.body).value))
        }
    }

    private func depth(of node: Expression) -> Int { resolution.depths[node.id] ?? 0 }

    private static func elements(_ range: Value) throws(EvaluationError) -> [Value] {
        switch range {
        case .list(let elements): return elements
        case .map(let map): return map.entries.map(\.key)
        default: throw EvaluationError(.noSuchOverload, "a macro over \(range.type.name)")
        }
    }

    /// Whether an element with the wanted answer is found; such an element wins over errors of
    /// others. What is not found gives the opposite answer.
    private static func search(
        _ range: @escaping ValueCode, _ index: Int, for wanted: Bool, _ body: @escaping BoolCode
    ) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            var failure: EvaluationError?
            for element in try elements(try range(slots, locals)) {
                locals?[index] = element
                do throws(EvaluationError) {
                    if try body(slots, locals) == wanted { return wanted }
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
            return !wanted
        }
    }

    /// Here, unlike in the other searches, every error counts.
    private static func existsOne(
        _ range: @escaping ValueCode, _ index: Int, _ body: @escaping BoolCode
    ) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            var count = 0
            for element in try elements(try range(slots, locals)) {
                locals?[index] = element
                if try body(slots, locals) { count += 1 }
            }
            return count == 1
        }
    }

    private static func collect(
        _ range: @escaping ValueCode, _ index: Int, _ filter: BoolCode?,
        _ result: @escaping ValueCode
    ) -> ValueCode {
        { slots, locals throws(EvaluationError) in
            var results: [Value] = []
            for element in try elements(try range(slots, locals)) {
                locals?[index] = element
                if let filter, !(try filter(slots, locals)) { continue }
                results.append(try result(slots, locals))
            }
            return .list(results)
        }
    }
}
