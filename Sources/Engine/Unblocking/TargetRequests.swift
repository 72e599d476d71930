import RuleModel

/// The times of recent requests about each target, for waits that grow over a day.
package struct TargetRequests: Hashable, Sendable, Codable {
    /// The times by target, ascending.
    private var times: [String: [Instant]] = [:]

    /// Longer than any local day, whatever the clock and the zone do.
    private static let remembered = TimeSpan.days(2)
    /// More of them would not lengthen any wait: the rules allow no wait over two hours, and each
    /// request adds at least a second.
    private static let most = 7200

    package init() {}

    /// Records a request about targets.
    mutating func add(_ targets: [String], at instant: Instant) {
        for target in targets {
            var known = times[target, default: []]
            let place = (known.lastIndex { $0 <= instant } ?? -1) + 1
            known.insert(instant, at: place)
            times[target] = known
        }
        let oldest = instant - Self.remembered
        times = times.compactMapValues { known in
            let recent = known.drop { $0 < oldest }.suffix(Self.most)
            return recent.isEmpty ? nil : Array(recent)
        }
    }

    /// Moves requests from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        times = times.mapValues { $0.map { min($0, instant) } }
    }

    /// The number of requests about a target from an instant on.
    func count(of target: String, from instant: Instant) -> Int {
        (times[target] ?? []).reversed().prefix { $0 >= instant }.count
    }
}
