/// Targets that have to be looked at again before the state is that of now.
enum Unsettled: Hashable, Sendable {
    /// All, those included that the rules no longer have.
    case all
    /// These; what the rules do not have was settled when it went.
    case some(Set<String>)

    /// Whether one of the targets has to be looked at.
    func holds(oneOf targets: [String]) -> Bool {
        switch self {
        case .all: true
        case .some(let known): !known.isEmpty && targets.contains(where: known.contains)
        }
    }

    /// Adds targets.
    mutating func add(_ targets: [String]) {
        guard case .some(let known) = self else { return }
        self = .some(known.union(targets))
    }
}
