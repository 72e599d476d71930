/// A name as an expression uses it.
public struct Identifier: Hashable, Sendable {
    /// The longest dotted chain as written, such as `unblocks.last_hour`, fields of maps included.
    public let name: String
    /// UTF-8 bytes of the source.
    public let offset: Range<Int>
}

/// A source that was parsed but not checked: enough to see what it depends on.
public struct ParsedExpression: Sendable {
    /// The source as it was given.
    public let source: String
    package let root: Expression
    let nodeCount: Int

    /// The names that the environment must supply, in the order of the source, each once.
    public var freeIdentifiers: [Identifier] {
        var search = FreeIdentifiers()
        search.visit(root, bound: [])
        return search.found
    }
}

private struct FreeIdentifiers {
    var found: [Identifier] = []
    private var names: Set<String> = []

    mutating func visit(_ expression: Expression, bound: Set<String>) {
        if let name = expression.qualifiedName {
            let head = String(name.prefix { $0 != "." })
            guard !bound.contains(head) else { return }
            let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
            if names.insert(plain).inserted {
                found.append(Identifier(name: plain, offset: expression.range))
            }
            return
        }
        guard case .comprehension(let macro) = expression.kind else {
            for child in expression.children { visit(child, bound: bound) }
            return
        }
        visit(macro.range, bound: bound)
        let inner = bound.union(macro.variables)
        if let filter = macro.filter { visit(filter, bound: inner) }
        visit(macro.body, bound: inner)
    }
}
