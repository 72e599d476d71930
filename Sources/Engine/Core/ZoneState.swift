import RuleModel

/// The machine's zone, and what the person's zone says of the time around the last input: it is
/// asked once, not with every input.
struct ZoneState: Sendable {
    /// The machine's zone.
    private(set) var machine = TimeZoneRules.utc
    private var known: LocalStretch?

    mutating func change(to zone: TimeZoneRules) {
        machine = zone
        known = nil
    }

    /// Forgets what the person's zone said: the rules may name another one.
    mutating func forget() { known = nil }

    mutating func know(_ stretch: LocalStretch) { known = stretch }

    /// Whether it is known what the person's zone says of an instant.
    func holds(_ instant: Instant) -> Bool { known?.holds(instant) ?? false }

    /// The known stretch of local time, if it holds an instant; nil: the zone has to be asked.
    func stretch(at instant: Instant) -> LocalStretch? {
        known.flatMap { $0.holds(instant) ? $0 : nil }
    }
}
