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

    /// How many instructions the node makes at most.
    var size: Int {
        switch self {
        case .empty: 0
        case .set, .assertion: 1
        case .sequence(let nodes): Self.sum(nodes)
        case .alternatives(let nodes): Self.sum(nodes).addingSaturated(2 * nodes.count)
        case .repetition(let node, let least, let most):
            max(node.size, 1).addingSaturated(1).multipliedSaturated(max(most ?? (least + 1), 1))
        }
    }

    private static func sum(_ nodes: [RegexNode]) -> Int {
        nodes.reduce(0) { $0.addingSaturated($1.size) }
    }
}
