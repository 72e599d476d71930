/// The tree of a regular expression. Groups are not recorded: only a match of the whole is tested.
indirect enum RegexNode: Sendable {
    case empty
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([RegexNode])
    case alternatives([RegexNode])
    /// A repetition; `most` is nil without an upper bound.
    case repetition(RegexNode, least: Int, most: Int?)

    /// A condition between two code points.
    enum Assertion: Sendable {
        case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    /// The largest number of instructions of the node.
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
