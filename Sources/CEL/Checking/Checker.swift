/// Finds the type of every node and what every name means; collects all mistakes.
///
/// In the unchecked form literals and variables count as `dyn` and mistakes are left to evaluation.
struct Checker {
    let env: Env
    let isChecked: Bool
    var substitution = Substitution()
    private(set) var issues: [Issue] = []
    var references: [Int: Reference] = [:]
    private var types: [CELType]
    private var scopes: [(name: String, type: CELType)] = []
    private var depths: [Int: Int] = [:]
    private var localCount = 0

    init(env: Env, nodeCount: Int, isChecked: Bool) {
        self.env = env
        self.isChecked = isChecked
        types = Array(repeating: .dyn, count: nodeCount)
    }

    /// The result of the walk, parameters that stayed open as `dyn`.
    var resolution: Resolution {
        Resolution(
            types: types.map { substitution.apply($0, openAsDyn: true) }, references: references,
            depths: depths, localCount: localCount)
    }

    /// Names are compared for the first mistakes alone: a broken text can have thousands.
    private static let maxSuggestions = 100

    /// The name that was probably meant, if the search is still worthwhile.
    func suggestion(for name: String, in names: @autoclosure () -> [String]) -> String? {
        guard isChecked, issues.count < Self.maxSuggestions else { return nil }
        return Suggestion.nearest(to: name, in: names())
    }

    mutating func report(_ message: String, at node: Expression, suggestion: String? = nil) {
        guard isChecked else { return }
        issues.append(Issue(offset: node.range, message: message, suggestion: suggestion))
    }

    /// Checks a node and all below it; the type may still hold open parameters.
    @discardableResult
    mutating func visit(_ node: Expression) -> CELType {
        let type = type(of: node)
        types[node.id] = type
        return type
    }

    /// Checks a node that must be of a type.
    mutating func require(_ wanted: CELType, _ node: Expression, _ place: String) {
        let type = visit(node)
        guard !substitution.unify(type, with: wanted) else { return }
        report("\(place) must be \(text(wanted)), found \(text(type))", at: node)
    }

    func text(_ type: CELType) -> String {
        "\(substitution.apply(type, openAsDyn: true))"
    }

    private mutating func type(of node: Expression) -> CELType {
        switch node.kind {
        case .literal(let value): return isChecked ? value.type : .dyn
        case .identifier, .select: return nameOrField(node)
        case .hasField(let operand, _):
            _ = fieldType(of: visit(operand), at: node)
            return .bool
        case .call(let name, let target, let arguments):
            return call(node, name, target, arguments)
        case .list(let elements): return .list(elementType(elements))
        case .map(let entries):
            let keys = elementType(entries.map(\.key))
            for entry in entries { requireKey(entry.key) }
            return .map(keys, elementType(entries.map(\.value)))
        case .comprehension(let macro): return comprehension(macro, node)
        case .invalid: return .error
        }
    }

    private mutating func elementType(_ elements: [Expression]) -> CELType {
        guard let first = elements.first else { return substitution.fresh() }
        var type = visit(first)
        for element in elements.dropFirst() { type = substitution.join(type, visit(element)) }
        return type
    }

    private mutating func requireKey(_ key: Expression) {
        switch substitution.apply(types[key.id]) {
        case .int, .uint, .bool, .string, .dyn, .error, .parameter: break
        case let other: report("a map key cannot be of type \(other)", at: key)
        }
    }

    // MARK: - Names and fields

    private mutating func nameOrField(_ node: Expression) -> CELType {
        guard let name = node.qualifiedName else {
            guard case .select(let operand, _) = node.kind else { return .error }
            return fieldType(of: visit(operand), at: node)
        }
        if let type = resolve(name, at: node) { return type }
        if case .select(let operand, _) = node.kind, hasDeclaredPrefix(operand) {
            return fieldType(of: visit(operand), at: node)
        }
        let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
        report(
            "undeclared reference to '\(plain)'", at: node,
            suggestion: suggestion(for: plain, in: env.names + scopes.map(\.name)))
        return .error
    }

    private func hasDeclaredPrefix(_ node: Expression) -> Bool {
        guard let name = node.qualifiedName else { return false }
        if local(name) != nil || (!isShadowed(name) && env.symbol(name) != nil) { return true }
        guard case .select(let operand, _) = node.kind else { return false }
        return hasDeclaredPrefix(operand)
    }

    /// The type of a whole dotted name; nil if it means nothing as a whole.
    private mutating func resolve(_ name: String, at node: Expression) -> CELType? {
        if let index = local(name) {
            references[node.id] = .local(index)
            return scopes[index].type
        }
        guard !isShadowed(name), let symbol = env.symbol(name) else { return nil }
        references[node.id] = .symbol(symbol)
        switch symbol {
        case .slot(let slot): return isChecked ? env.variables[slot].type : .dyn
        case .named(let program): return isChecked ? program.type : .dyn
        case .type(let type): return .type(type)
        }
    }

    private func local(_ name: String) -> Int? {
        scopes.lastIndex { $0.name == name }
    }

    /// True if a macro's variable hides the meaning of the name's first part.
    func isShadowed(_ name: String) -> Bool {
        !name.hasPrefix(".") && local(String(name.prefix { $0 != "." })) != nil
    }

    private mutating func fieldType(of operand: CELType, at node: Expression) -> CELType {
        switch substitution.apply(operand) {
        case .map(let key, let value):
            guard substitution.unify(.string, with: key) else {
                report(
                    "the keys of this map are of type \(text(key)), so they cannot be written "
                        + "as field names; write map[key]", at: node)
                return .error
            }
            return value
        case .dyn: return .dyn
        case .error: return .error
        case .parameter:
            _ = substitution.unify(.dyn, with: operand)
            return .dyn
        case let other:
            report("\(text(other)) has no fields", at: node)
            return .error
        }
    }

    // MARK: - Macros

    private mutating func comprehension(_ macro: Comprehension, _ node: Expression) -> CELType {
        let (place, element) = placeAndElement(of: visit(macro.range), at: macro.range)
        let isList =
            if case .list = substitution.apply(types[macro.range.id]) { true } else { false }
        let first = macro.variables.count == 1 && isList ? element : place
        let depth = scopes.count
        depths[node.id] = depth
        for (variable, type) in zip(macro.variables, [first, element]) {
            scopes.append((variable, type))
        }
        localCount = max(localCount, scopes.count)
        defer { scopes.removeLast(scopes.count - depth) }
        let condition = "the condition of \(macro.macro.name)()"
        if let filter = macro.filter { require(.bool, filter, condition) }
        switch macro.macro.kind {
        case .list: return .list(visit(macro.body))
        case .map: return .map(place, visit(macro.body))
        case .mapEntries:
            let entries = CELType.map(substitution.fresh(), substitution.fresh())
            require(entries, macro.body, "the result of \(macro.macro.name)()")
            return entries
        case .filter:
            require(.bool, macro.body, condition)
            return .list(first)
        case .all, .exists, .existsOne:
            require(.bool, macro.body, condition)
            return .bool
        }
    }

    /// The types of a list's indexes and elements, or of a map's keys and values.
    private mutating func placeAndElement(
        of range: CELType, at node: Expression
    ) -> (place: CELType, element: CELType) {
        switch substitution.apply(range) {
        case .list(let element): return (isChecked ? .int : .dyn, element)
        case .map(let key, let value): return (key, value)
        case .dyn: return (.dyn, .dyn)
        case .error: return (.error, .error)
        case .parameter:
            _ = substitution.unify(.dyn, with: range)
            return (.dyn, .dyn)
        case let other:
            report("this macro needs a list or a map, found \(text(other))", at: node)
            return (.error, .error)
        }
    }
}

/// The meaning that was found for a name in the tree.
enum Reference: Sendable {
    case symbol(Symbol)
    /// A macro's variable, by its depth among the macros around it.
    case local(Int)
    /// A function; `hasReceiver` is false if the apparent receiver is part of the function's name.
    case function(Function, hasReceiver: Bool)
}

/// The results of checking, by node.
struct Resolution: Sendable {
    let types: [CELType]
    let references: [Int: Reference]
    /// The number of macros around each macro, by its node.
    let depths: [Int: Int]
    /// The largest number of macros' variables alive at once.
    let localCount: Int
}
