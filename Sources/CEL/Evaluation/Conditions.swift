/// Several conditions that are evaluated together, such as the factors of one score.
///
/// The results are those of ``Program/evaluateBool(_:)``, without the counting of references of a
/// loop over programs, which costs more than a simple condition itself.
public struct Conditions: Sendable {
    private let programs: [Program]
    private let layout: Layout?

    /// Conditions in their order; all must come from one environment or those derived from it.
    public init(_ programs: [Program]) {
        precondition(
            programs.allSatisfy { $0.layout === programs[0].layout },
            "the conditions belong to different environments")
        self.programs = programs
        layout = programs.first?.layout
    }

    /// The number of conditions.
    public var count: Int { programs.count }

    /// Evaluates all conditions; `receive` gets each one's index and result, in order.
    public func evaluate(
        _ activation: borrowing Activation,
        _ receive: (Int, Result<Bool, EvaluationError>) -> Void
    ) {
        precondition(
            layout == nil || activation.layout === layout,
            "the activation belongs to another environment")
        for index in programs.indices {
            // The array holds the program for as long as the call runs.
            let result = Unmanaged.passUnretained(programs[index])
                ._withUnsafeGuaranteedRef { $0.evaluateBool(activation.slots) }
            receive(index, result)
        }
    }
}
