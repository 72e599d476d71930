import RuleModel

/// The times of recent requests about each target, for waits that grow over a day.
package struct TargetRequests: Hashable, Sendable, Codable {
    /// The times by target, ascending.
    private var times = KeyedValues<[Instant]>()

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
        // In place: the lists are long, and each request lets few times go.
        var hasEmpty = false
        times.updateAll { times in
            Self.forget(before: instant - Self.remembered, in: &times)
            hasEmpty = hasEmpty || times.isEmpty
        }
        if hasEmpty { times.removeAll { $0.isEmpty } }
    }

    private static func insert(_ instant: Instant, into times: inout [Instant]) {
        if let last = times.last, last > instant {
            times.insert(instant, at: (times.lastIndex { $0 <= instant } ?? -1) + 1)
        } else {
            times.append(instant)
        }
    }

    private static func forget(before oldest: Instant, in times: inout [Instant]) {
        let old = max(times.prefix { $0 < oldest }.count, times.count - most)
        if old > 0 { times.removeFirst(old) }
    }

    /// Moves requests from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        times.updateAll { $0 = $0.map { min($0, instant) } }
    }

    /// The number of requests about a target from an instant on.
    func count(of target: String, from instant: Instant) -> Int {
        (times[target] ?? []).reversed().prefix { $0 >= instant }.count
    }
}
