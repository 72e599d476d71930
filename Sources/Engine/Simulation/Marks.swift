import RuleModel

/// The marks of the cadences: multiples of 1, 5 and 15 minutes of the wall clock.
extension Cadences {
    /// The cadences whose marks fall on an instant; none if it is no whole minute.
    init(at instant: Instant) {
        self = []
        for cadence in [Cadences.schedules, .autoProtection, .risk]
        where cadence.mark(from: instant) == instant {
            insert(cadence)
        }
    }

    /// Whether conditions are evaluated at such a mark.
    var isEvaluated: Bool { contains(.autoProtection) || contains(.risk) }

    /// The first mark of a single cadence at an instant or after it.
    func mark(from instant: Instant) -> Instant? {
        let step: Int64
        switch self {
        case .schedules: step = 60_000
        case .autoProtection: step = 300_000
        case .risk: step = 900_000
        default: return nil
        }
        let over = (instant.milliseconds % step + step) % step
        return over == 0 ? instant : Instant(milliseconds: instant.milliseconds - over + step)
    }
}
