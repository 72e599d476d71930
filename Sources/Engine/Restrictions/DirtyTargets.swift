/// Targets that have to be looked at again before the state is that of now.
enum DirtyTargets: Hashable, Sendable {
    case none
    case one(String)
    /// These; what the rules do not have was looked at when it went.
    case some(Set<String>)
    /// All, those included that the rules no longer have.
    case all

    var isEmpty: Bool { if case .none = self { true } else { false } }

    /// Whether one of the targets has to be looked at.
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
            // Let go first, so that the set is changed in place and not copied.
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

    /// Every dirty target has been decided on.
    mutating func cleanTargets() { dirtyTargets = .none }
}
