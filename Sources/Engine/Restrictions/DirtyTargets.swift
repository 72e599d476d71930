/// Targets that have to be looked at again before the state is that of now.
enum DirtyTargets: Hashable, Sendable {
    /// All, those included that the rules no longer have.
    case all
    /// These; what the rules do not have was looked at when it went.
    case some(Set<String>)

    var isEmpty: Bool {
        switch self {
        case .all: false
        case .some(let known): known.isEmpty
        }
    }

    /// Whether one of the targets has to be looked at.
    func holds(oneOf targets: [String]) -> Bool {
        switch self {
        case .all: true
        case .some(let known): !known.isEmpty && targets.contains(where: known.contains)
        }
    }

    mutating func add(_ targets: [String]) {
        guard case .some(var known) = self else { return }
        // Let go first, so that the set is changed in place and not copied.
        self = .some([])
        known.formUnion(targets)
        self = .some(known)
    }
}

extension Engine {
    mutating func markDirty(_ targets: [String]) { dirtyTargets.add(targets) }
    mutating func markAllDirty() { dirtyTargets = .all }

    /// Every dirty target has been decided on.
    mutating func cleanTargets() { dirtyTargets = .some([]) }
}
