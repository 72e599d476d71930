/// The tree of a regular expression. Groups leave no trace: only whether a text matches is asked.
indirect enum RegexNode: Sendable {
    case empty
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([RegexNode])
    case alternatives([RegexNode])
    /// Repetition; without an upper bound where that is nil.
    case repetition(RegexNode, least: Int, most: Int?)

    /// A condition between two code points.
    enum Assertion: Sendable {
        case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    /// How many instructions the node makes, or a number above any limit.
    var size: Int {
        switch self {
        case .empty: 0
        case .set, .assertion: 1
        case .sequence(let nodes): Self.sum(nodes)
        case .alternatives(let nodes): Self.sum(nodes) + 2 * nodes.count
        case .repetition(let node, let least, let most):
            Self.bounded(
                (max(node.size, 1) + 1).multipliedReportingOverflow(
                    by: max(most ?? (least + 1), 1)))
        }
    }

    private static func sum(_ nodes: [RegexNode]) -> Int {
        nodes.reduce(0) { bounded($0.addingReportingOverflow($1.size)) }
    }

    private static func bounded(_ result: (partialValue: Int, overflow: Bool)) -> Int {
        result.overflow ? Int.max / 4 : min(result.partialValue, Int.max / 4)
    }
}
