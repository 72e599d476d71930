import RuleModel

/// The times of recent requests about each target, for waits that grow over a day.
package struct TargetRequests: Hashable, Sendable, Codable {
    /// The times by target, ascending, after some that are forgotten. Those are removed together
    /// and rarely, because a removal moves all others.
    private var times = KeyedValues<[Instant]>()

    private enum CodingKeys: String, CodingKey { case times }

    /// Longer than any day of requests, whatever the clock and the zone do.
    private static let remembered = TimeSpan.days(2)
    /// More of them would not lengthen any wait: the rules allow no wait over two hours, and each
    /// request adds at least a second.
    private static let most = 7200

    package init() {}

    /// Records a request about targets.
    mutating func add(_ targets: [String], at instant: Instant) {
        for target in targets {
            times.update(target, default: []) { Self.insert(instant, into: &$0) }
        }
        // Each removal takes away as much as it moves.
        let oldest = instant - Self.remembered
        var hasEmpty = false
        times.updateAll { times in
            guard times.isEmpty || times[times.count / 2] < oldest || times.count > 2 * Self.most
            else { return }
            Self.forget(before: oldest, in: &times)
            hasEmpty = hasEmpty || times.isEmpty
        }
        if hasEmpty { times.removeAll { $0.isEmpty } }
    }

    /// The times without those that are forgotten: whatever is older than the last one by more than
    /// is remembered.
    private var known: KeyedValues<[Instant]> {
        guard let last = times.values.compactMap(\.last).max() else { return times }
        var known = times
        known.updateAll { Self.forget(before: last - Self.remembered, in: &$0) }
        known.removeAll { $0.isEmpty }
        return known
    }

    private static func insert(_ instant: Instant, into times: inout [Instant]) {
        if let last = times.last, last > instant {
            times.insert(instant, at: (times.lastIndex { $0 <= instant } ?? -1) + 1)
        } else {
            times.append(instant)
        }
    }

    private static func forget(before oldest: Instant, in times: inout [Instant]) {
        let old = max(times.prefixCount { $0 < oldest }, times.count - most)
        if old > 0 { times.removeFirst(old) }
    }

    /// Moves requests from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        times = known
        times.updateAll { $0 = $0.map { min($0, instant) } }
    }

    /// The number of requests about a target from an instant on.
    func count(of target: String, from instant: Instant) -> Int {
        (times[target] ?? []).reversed().prefix { $0 >= instant }.count
    }

    package static func == (left: TargetRequests, right: TargetRequests) -> Bool {
        left.known == right.known
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(known) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(known, forKey: .times)
    }
}
