import RuleModel

/// Openings of what is blocked.
extension Engine {
    /// Counts the opening of a blocked place; returns those of its targets that are blocked.
    mutating func attempt(_ place: Place) -> [String] {
        let blocked = blocked(of: targets(of: place).filter { bears($0, on: place) })
        guard !blocked.isEmpty else { return [] }
        guard unblocking.attempt(entry(of: place), at: now) else { return blocked }
        // A pause that nobody has said a word in asks nothing.
        let isAsked = overlapping(blocked).map { !$0.isSilentPause } ?? false
        record(
            .attempted(Attempt(place: place, targets: blocked, isAsked: isAsked ? true : nil)))
        return blocked
    }

    /// The entry of the rules that a place stands for.
    private func entry(of place: Place) -> Place {
        guard case .site(let host) = place else { return place }
        return .site(rules.index.entry(site: host) ?? host)
    }
}
