/// The bindings of type parameters, found while checking, and the unification of types.
struct Substitution {
    private var bindings: [String: CELType] = [:]
    private var freshCount = 0

    /// A parameter that nothing else mentions.
    mutating func fresh() -> CELType {
        freshCount += 1
        return .parameter("#\(freshCount)")
    }

    /// The signature's types with fresh parameters in place of its own.
    mutating func instantiate(_ overload: Overload) -> (parameters: [CELType], result: CELType) {
        var fresh: [String: CELType] = [:]
        let parameters = overload.parameters.map { rename($0, &fresh) }
        return (parameters, rename(overload.result, &fresh))
    }

    private mutating func rename(_ type: CELType, _ names: inout [String: CELType]) -> CELType {
        if case .parameter(let name) = type {
            if let known = names[name] { return known }
            let new = fresh()
            names[name] = new
            return new
        }
        return type.mapParameters { rename($0, &names) }
    }

    /// The type with all known parameters replaced; open ones become `dyn` if `openAsDyn`.
    func apply(_ type: CELType, openAsDyn: Bool = false) -> CELType {
        if case .parameter(let name) = type {
            if let bound = bindings[name] { return apply(bound, openAsDyn: openAsDyn) }
            return openAsDyn ? .dyn : type
        }
        return type.mapParameters { apply($0, openAsDyn: openAsDyn) }
    }

    /// True if values of one type may be used where the other is wanted; then binds parameters.
    mutating func unify(_ type: CELType, with wanted: CELType) -> Bool {
        if case .parameter(let name) = wanted {
            switch bind(name, to: type) {
            case .agreed: return true
            case .contradicted: return false
            case .circular: break
            }
        }
        if case .parameter(let name) = type { return bind(name, to: wanted) == .agreed }
        if type.isDynamic || wanted.isDynamic { return true }
        switch (type, wanted) {
        case (.list(let a), .list(let b)): return unify(a, with: b)
        case (.map(let a, let b), .map(let c, let d)):
            return unify(a, with: c) && unify(b, with: d)
        case (.type, .type): return true
        case (.opaque(let a, let inner), .opaque(let b, let outer)):
            return a == b && unifyAll(inner, with: outer)
        default: return type == wanted
        }
    }

    /// As `unify` for each pair; on failure nothing stays bound.
    mutating func unifyAll(_ types: [CELType], with wanted: [CELType]) -> Bool {
        guard types.count == wanted.count else { return false }
        let before = bindings
        for (type, want) in zip(types, wanted) where !unify(type, with: want) {
            bindings = before
            return false
        }
        return true
    }

    private enum Binding { case agreed, contradicted, circular }

    private mutating func bind(_ name: String, to type: CELType) -> Binding {
        if type == .parameter(name) { return .agreed }
        if let known = bindings[name] {
            guard known != type else { return .agreed }
            guard unify(type, with: known) else { return .contradicted }
            let general = Self.isAsGeneral(type, as: known) ? type : known
            if !mentions(name, in: general) { bindings[name] = general }
            return .agreed
        }
        guard !mentions(name, in: type) else { return .circular }
        bindings[name] = type
        return .agreed
    }

    private func mentions(_ name: String, in type: CELType) -> Bool {
        if case .parameter(let other) = type {
            return other == name || (bindings[other].map { mentions(name, in: $0) } ?? false)
        }
        return type.parameters.contains { mentions(name, in: $0) }
    }

    /// The common type of both types; `dyn` if they do not agree.
    mutating func join(_ first: CELType, _ second: CELType) -> CELType {
        guard unifyAll([first], with: [second]) else { return .dyn }
        return Self.isAsGeneral(first, as: second) ? first : second
    }

    private static func isAsGeneral(_ type: CELType, as other: CELType) -> Bool {
        if case .parameter = type { return true }
        if type.isDynamic { return true }
        if case .parameter = other { return false }
        if other.isDynamic || type.name != other.name { return false }
        return zip(type.parameters, other.parameters).allSatisfy { isAsGeneral($0, as: $1) }
    }
}
