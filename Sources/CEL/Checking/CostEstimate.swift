/// How many steps an expression takes at most, as far as its source tells: each node is one, and a
/// macro repeats its condition for every element.
///
/// Texts count more the longer they are, and what comes boxed from outside as ten: joining doubles
/// sizes. Lists and maps from outside are taken to have ``assumedSize`` elements.
struct CostEstimate {
    let layout: Layout
    let resolution: Resolution

    /// Elements that a list or map is taken to have where the source does not tell.
    static let assumedSize = 100

    /// The steps of a node and all below it, at most `Int.max`.
    func cost(_ node: Expression) -> Int {
        switch resolution.references[node.id] {
        case .symbol(.named(let program)): return program.cost
        case .symbol(.slot(let slot)): return layout.representations[slot] == .boxed ? 10 : 1
        default: break
        }
        guard case .comprehension(let macro) = node.kind else {
            return node.children.reduce(Self.ownCost(node)) { Self.sum($0, cost($1)) }
        }
        let inner = Self.sum(cost(macro.body), macro.filter.map { cost($0) } ?? 0)
        let (repeated, overflow) = Self.sum(inner, 1)
            .multipliedReportingOverflow(by: size(macro.range))
        return Self.sum(Self.sum(cost(macro.range), 1), overflow ? Int.max : repeated)
    }

    private static func ownCost(_ node: Expression) -> Int {
        switch node.kind {
        case .literal(.string(let text)): 1 + text.utf8.count / 16
        case .literal(.bytes(let bytes)): 1 + bytes.count / 16
        default: 1
        }
    }

    /// How many elements a list or map has at most.
    private func size(_ node: Expression) -> Int {
        switch node.kind {
        case .list(let elements): elements.count
        case .map(let entries): entries.count
        case .comprehension(let macro) where macro.macro == .map || macro.macro == .filter:
            size(macro.range)
        case .call(Operator.add, _, let arguments):
            arguments.reduce(0) { Self.sum($0, size($1)) }
        case .call(Operator.conditional, _, let arguments):
            arguments.dropFirst().map { size($0) }.max() ?? Self.assumedSize
        default: Self.assumedSize
        }
    }

    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? Int.max : sum
    }
}
