extension Env {
    /// Parses a source without looking at what its names mean.
    public func parse(_ source: String) -> Result<ParsedExpression, Issues> {
        let (parsed, issues) = parseCollecting(source)
        return issues.isEmpty ? .success(parsed) : .failure(Issues(issues))
    }

    /// Parses, checks and compiles a source to a program, or gives every mistake that was found.
    ///
    /// Its values must be of the type `expecting`, if that is given. Without `check` names, types
    /// and costs are settled at evaluation, and ``maxCost`` is a budget. `tracksCost` makes
    /// evaluation slower; see ``Program/evaluateTrackingCost(_:)``.
    public func compile(
        _ source: String, expecting: CELType? = nil, check: Bool = true, tracksCost: Bool = false
    ) -> Result<Program, Issues> {
        let (parsed, syntaxIssues) = parseCollecting(source)
        var checker = Checker(env: self, nodeCount: parsed.nodeCount, isChecked: check)
        if let expecting, check {
            checker.require(expecting, parsed.root, "the expression")
        } else {
            checker.visit(parsed.root)
        }
        let issues = syntaxIssues + checker.issues
        guard issues.isEmpty else { return .failure(Issues(issues)) }
        let resolution = checker.resolution
        var costs = CostEstimate(layout: layout, resolution: resolution)
        let estimate = costs.visit(parsed.root)
        let isTooCostly = estimate.steps > maxCost
        if check, isTooCostly {
            return .failure(Issues([costs.issue(at: parsed.root, limit: maxCost)]))
        }
        let isMetered = tracksCost || isTooCostly
        let folding = ConstantFolder(steps: costs.steps, root: parsed.root, resolution: resolution)
        let compiler = Compiler(
            env: self, resolution: resolution, isMetered: isMetered, folding: folding)
        let code = compiler.code(parsed.root)
        return .success(
            Program(
                source: source, type: check ? resolution.types[parsed.root.id] : .dyn,
                references: compiler.references(of: parsed.root), estimate: estimate,
                layout: layout, code: code,
                localCount: folding.leavesMacros ? resolution.localCount : 0,
                isMetered: isMetered, budget: maxCost))
    }

    private func parseCollecting(_ source: String) -> (ParsedExpression, [Issue]) {
        let size = source.utf8.count
        guard size <= maxSize else {
            let nothing = Expression(id: 0, range: 0..<0, kind: .invalid, height: 1)
            let issue = Issue(
                offset: maxSize..<size,
                message: "the expression is longer than \(maxSize) bytes")
            return (ParsedExpression(source: source, root: nothing, nodeCount: 1), [issue])
        }
        var parser = Parser(source, maxDepth: maxDepth, maxNodes: maxNodes, macros: macros)
        let root = parser.parse()
        return (
            ParsedExpression(source: source, root: root, nodeCount: parser.nodeCount),
            parser.issues
        )
    }
}
