import RuleModel

/// A span of time that can be simulated: at most ten years, within the years 1970 to 9998.
package struct SimulatedSpan: Hashable, Sendable {
    package let from: Instant
    package let to: Instant

    package enum Problem: Error, Hashable, Sendable {
        /// The span ends before it begins, or at the same instant.
        case empty
        /// The span is longer than ten years.
        case tooLong
        /// The span lies outside the years 1970 to 9998.
        case outOfReach
    }

    /// The longest span: ten years, three of them leap years.
    package static let longest = TimeSpan.days(3653)
    private static let reach =
        Instant(milliseconds: 0)..<Instant(seconds: 253_370_764_800)

    /// Returns the span between two instants, or the reason why there is none.
    package static func make(
        from: Instant, to: Instant
    ) -> Result<SimulatedSpan, Problem> {
        guard reach.contains(from), reach.contains(to) else { return .failure(.outOfReach) }
        guard from < to else { return .failure(.empty) }
        guard to - from <= longest else { return .failure(.tooLong) }
        return .success(SimulatedSpan(from: from, to: to))
    }

    /// The ends of the local days within the span, and its last moment: the steps of a simulation.
    /// The end itself is not part of the span.
    package func days(in zone: TimeZoneRules) -> [Instant] {
        var ends: [Instant] = []
        var midnight = zone.nextMidnight(after: from)
        while midnight < to {
            ends.append(midnight)
            midnight = zone.nextMidnight(after: midnight)
        }
        return ends + [to - TimeSpan(milliseconds: 1)]
    }
}
