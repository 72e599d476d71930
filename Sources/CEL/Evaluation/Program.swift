/// A compiled expression, ready to be evaluated any number of times from any thread.
public struct Program: Sendable {
    /// The source that it was compiled from.
    public var source: String { compiled.source }
    /// The type of its values; `dyn` in the unchecked form.
    public var type: CELType { compiled.type }
    /// The variables that it reads, also through named expressions, in the order of the source and
    /// each once. Evaluation may read fewer.
    public var references: [String] { compiled.references }

    /// An upper estimate of the steps of one evaluation: the nodes of the tree, those under a macro
    /// once for each element.
    public var cost: Int { compiled.cost }

    let compiled: CompiledExpression

    /// The expression's value for these variables.
    ///
    /// The activation must be of the environment that compiled the program, or of one derived from
    /// it or from which it was derived by naming expressions.
    public func evaluate(_ activation: borrowing Activation) -> Result<Value, EvaluationError> {
        compiled.evaluate(activation.slots)
    }

    /// The truth of a condition for these variables, computed without allocation where it reads
    /// scalars alone; of another type of expression an error.
    public func evaluateBool(_ activation: borrowing Activation) -> Result<Bool, EvaluationError> {
        precondition(
            activation.layout === compiled.layout, "the activation is of another environment")
        return compiled.evaluateBool(activation.slots)
    }
}

/// What a program holds, behind one reference so that passing programs around costs one count.
final class CompiledExpression: Sendable {
    let source: String
    let type: CELType
    let references: [String]
    let cost: Int
    let layout: Layout
    /// The code, which needs no macros' variables from outside.
    let code: Code
    private let value: ValueCode
    private let bool: BoolCode

    init(
        source: String, type: CELType, references: [String], cost: Int, layout: Layout,
        code: Code, localCount: Int
    ) {
        self.source = source
        self.type = type
        self.references = references
        self.cost = cost
        self.layout = layout
        self.code = localCount == 0 ? code : Self.code(code, withLocals: localCount)
        value = self.code.value
        bool = self.code.bool
    }

    /// Code that makes the macros' variables at each evaluation.
    private static func code(_ code: Code, withLocals count: Int) -> Code {
        if case .bool(let bool) = code {
            return .bool { slots, _ throws(EvaluationError) in
                try bool(slots, Locals(count: count))
            }
        }
        let value = code.value
        return .boxed { slots, _ throws(EvaluationError) in
            try value(slots, Locals(count: count))
        }
    }

    func evaluate(_ slots: Slots) -> Result<Value, EvaluationError> {
        precondition(slots.layout === layout, "the activation is of another environment")
        do throws(EvaluationError) {
            return .success(try value(slots, nil))
        } catch {
            return .failure(error)
        }
    }

    /// The truth of a condition; the caller has made sure of the layout.
    @inline(__always)
    func evaluateBool(_ slots: Slots) -> Result<Bool, EvaluationError> {
        do throws(EvaluationError) {
            return .success(try bool(slots, nil))
        } catch {
            return .failure(error)
        }
    }
}
