/// A compiled expression, ready to be evaluated any number of times from any thread.
///
/// A class, so that passing programs around costs one count.
public final class Program: Sendable {
    /// The source that it was compiled from.
    public let source: String
    /// The type of its values; `dyn` in the unchecked form.
    public let type: CELType
    /// The variables that it reads, also through named expressions, in the order of the source and
    /// each once. Evaluation may read fewer.
    public let references: [String]
    /// The steps of one evaluation at most: the tree's nodes, those under a macro for each element,
    /// and calls by their arguments' sizes. `Int.max` if a list or text may be of any size.
    public let cost: Int
    /// The largest size of the value.
    let size: SizeBound
    let layout: Layout
    /// True if the code counts its steps.
    let isMetered: Bool
    /// The steps that an evaluation may take, if they are counted.
    private let budget: Int
    /// The code, which needs no macros' variables from outside.
    let code: Code
    private let value: ValueCode
    private let bool: BoolCode

    init(
        source: String, type: CELType, references: [String], estimate: CallEstimate,
        layout: Layout, code: Code, localCount: Int, isMetered: Bool, budget: Int
    ) {
        self.source = source
        self.type = type
        self.references = references
        cost = estimate.steps
        size = estimate.size
        self.layout = layout
        self.isMetered = isMetered
        self.budget = budget
        let needsLocals = localCount > 0 || isMetered
        self.code =
            needsLocals
            ? Self.code(code, withLocals: localCount, budget: isMetered ? budget : nil) : code
        value = self.code.value
        bool = self.code.bool
    }

    /// The expression's value for an activation of the environment that compiled the program, or of
    /// one that differs by named expressions.
    public func evaluate(_ activation: borrowing Activation) -> Result<Value, EvaluationError> {
        evaluate(activation.slots, nil)
    }

    /// The truth of a condition for these variables, computed without allocation if it reads only
    /// scalars; an error for an expression of another type.
    public func evaluateBool(_ activation: borrowing Activation) -> Result<Bool, EvaluationError> {
        precondition(activation.layout === layout, "the activation belongs to another environment")
        return evaluateBool(activation.slots)
    }

    /// The expression's value and the steps that it took, never more than ``cost``; that itself if
    /// the program was compiled without `tracksCost` and needs no count for a limit.
    public func evaluateTrackingCost(
        _ activation: borrowing Activation
    ) -> (result: Result<Value, EvaluationError>, steps: Int) {
        guard isMetered else { return (evaluate(activation), cost) }
        let meter = Meter(limit: budget)
        let result = evaluate(activation.slots, meter)
        return (result, meter.steps)
    }

    /// Creates the macros' variables at each evaluation, and continues the surrounding count of
    /// steps, or begins one if there is a budget.
    private static func code(_ code: Code, withLocals count: Int, budget: Int?) -> Code {
        if case .constant = code { return code }
        if case .bool(let bool) = code {
            return .bool { slots, outer throws(EvaluationError) in
                let meter = outer?.meter ?? budget.map { Meter(limit: $0) }
                let result = try bool(slots, Locals(count: count, meter: meter))
                if let meter, meter.isExhausted { throw meter.exhausted }
                return result
            }
        }
        let value = code.value
        return .boxed { slots, outer throws(EvaluationError) in
            let meter = outer?.meter ?? budget.map { Meter(limit: $0) }
            let result = try value(slots, Locals(count: count, meter: meter))
            if let meter, meter.isExhausted { throw meter.exhausted }
            return result
        }
    }

    private func evaluate(_ slots: Slots, _ meter: Meter?) -> Result<Value, EvaluationError> {
        precondition(slots.layout === layout, "the activation belongs to another environment")
        do throws(EvaluationError) {
            return .success(try value(slots, meter.map { Locals(count: 0, meter: $0) }))
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
