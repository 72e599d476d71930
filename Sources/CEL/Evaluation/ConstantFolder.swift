/// Computes constant parts at compilation, within a number of steps for the source.
final class ConstantFolder {
    private var remaining = 1_000_000
    private let steps: [Int]
    private let resolution: Resolution
    /// The depth of the outermost macro variable that each macro reads: `Int.max` if it reads none,
    /// -1 if it reads a variable of the environment.
    private var outermost: [Int: Int] = [:]
    /// True if a macro is left to evaluation.
    private(set) var leavesMacros = false

    /// `steps` are those of each node and all below it.
    init(steps: [Int], root: Expression, resolution: Resolution) {
        self.steps = steps
        self.resolution = resolution
        visit(root)
    }

    @discardableResult
    private func visit(_ node: Expression) -> Int {
        let found: Int
        switch resolution.references[node.id] {
        case .symbol(.slot), .symbol(.named): found = -1
        case .symbol(.type): found = .max
        case .local(let index): found = index
        case .function, nil:
            found = node.children.reduce(Int.max) { min($0, visit($1)) }
        }
        if case .comprehension = node.kind { outermost[node.id] = found }
        return found
    }

    /// The value of a call of constants; the call itself if it would take too long.
    func folded(_ code: Code, of node: Expression) -> Code? {
        guard steps[node.id] <= remaining else { return nil }
        remaining -= steps[node.id]
        return folded(code)
    }

    /// The value of a macro that reads nothing outside itself; nil for others.
    func foldedMacro(_ code: Code, of node: Expression, depth: Int) -> Code? {
        if outermost[node.id, default: -1] >= depth, let value = folded(code, of: node) {
            return value
        }
        leavesMacros = true
        return nil
    }

    /// The value of code that takes few steps. An error is left to evaluation, which may absorb it.
    func folded(_ code: Code) -> Code {
        do throws(EvaluationError) {
            let locals =
                resolution.localCount == 0
                ? nil : Locals(count: resolution.localCount, meter: nil)
            return .constant(try code.value(Slots(.empty), locals))
        } catch {
            return .failing(error)
        }
    }
}
