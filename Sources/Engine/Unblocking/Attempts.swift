import RuleModel

/// Openings of what is blocked.
extension Engine {
    /// Openings of one entry of the rules within this time count once: a page may open a hundred
    /// hosts below one domain.
    private static let attemptPause = TimeSpan.seconds(1)

    /// Counts the opening of a blocked place.
    mutating func attempt(_ place: Place) -> Answer {
        let blocked = blocked(of: targets(of: place))
        guard !blocked.isEmpty else { return .attempted([]) }
        guard !isRepeated(place) else { return .attempted(blocked) }
        // A pause that nobody has said a word in asks nothing.
        let isAsked = overlapping(blocked).map { !$0.isSilentPause } ?? false
        record(
            .attempted(Attempt(place: place, targets: blocked, isAsked: isAsked ? true : nil)))
        return .attempted(blocked)
    }

    /// Whether the same entry was opened just now; notes that it was.
    private mutating func isRepeated(_ place: Place) -> Bool {
        recentAttempts = recentAttempts.filter {
            (now - $0.value).magnitude < Self.attemptPause
        }
        var entry = place
        if case .site(let host) = place { entry = .site(index.entry(site: host) ?? host) }
        guard recentAttempts[entry] == nil else { return true }
        recentAttempts[entry] = now
        return false
    }
}
