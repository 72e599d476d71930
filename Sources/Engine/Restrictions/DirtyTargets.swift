/// The targets that must be reevaluated before the state is up to date.
enum DirtyTargets: Hashable, Sendable {
    case none
    case one(String)
    /// These targets; any that the rules lack were reevaluated when they were removed.
    case some(Set<String>)
    /// All targets, including those that the rules no longer have.
    case all

    var isEmpty: Bool { if case .none = self { true } else { false } }

    func holds(oneOf targets: [String]) -> Bool {
        switch self {
        case .none: false
        case .one(let known): targets.contains(known)
        case .some(let known): targets.contains(where: known.contains)
        case .all: true
        }
    }

    mutating func add(_ targets: [String]) {
        if targets.isEmpty { return }
        switch self {
        case .none: self = targets.count == 1 ? .one(targets[0]) : .some(Set(targets))
        case .one(let known) where targets == [known]: break
        case .one(let known): self = .some(Set(targets).union([known]))
        case .some(var known):
            // Released first, so that the set is changed in place and not copied.
            self = .none
            known.formUnion(targets)
            self = .some(known)
        case .all: break
        }
    }
}

extension Engine {
    mutating func markDirty(_ targets: [String]) { dirtyTargets.add(targets) }
    mutating func markAllDirty() { dirtyTargets = .all }

    /// Marks all targets as clean once they are decided.
    mutating func cleanTargets() { dirtyTargets = .none }
}
