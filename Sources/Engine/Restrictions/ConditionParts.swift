import CEL

/// The parts of a condition that are joined by `&&` or `||`, so that each can be shown by itself.
enum ConditionParts {
    /// The parts as they are written, compiled; none where a part means nothing by itself.
    static func split(_ source: String, in environment: Env) -> [Program] {
        guard let parsed = try? environment.parse(source).get() else { return [] }
        let texts = leaves(of: parsed.root).map { node in
            String(
                parsed.source.utf8.dropFirst(node.range.lowerBound).prefix(node.range.count))
                ?? ""
        }
        let programs = texts.compactMap {
            try? environment.compile($0, expecting: .bool).get()
        }
        return programs.count == texts.count ? programs : []
    }

    private static func leaves(of node: Expression) -> [Expression] {
        guard case .call(let function, nil, let arguments) = node.kind,
            function == "_&&_" || function == "_||_"
        else { return [node] }
        return arguments.flatMap(leaves)
    }
}
