import RuleModel

/// The waits and grants of one rule set.
package struct UnblockTerms: Sendable {
    private let general: Times
    /// The times of the targets that have a wait or a grant of their own, by key.
    private let own: [String: Times]

    package init(_ set: RuleSet) {
        general = Times(set.unblock)
        own = Dictionary(
            set.targets.lazy.filter { $0.unblock != Target.Unblock() }
                .map { ($0.key, Times(set.unblock.adopting($0.unblock))) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether waits depend on earlier requests.
    var haveGrowth: Bool { general.eachFurther > .zero }

    /// The length of a grant of targets: the shortest of theirs.
    package func grant(of targets: [String]) -> TimeSpan {
        targets.lazy.map { times(of: $0).grant }.min() ?? general.grant
    }

    /// The wait before an impulse unblock of targets, without growth: the longest of theirs.
    func impulseWait(of targets: [String]) -> TimeSpan {
        targets.lazy.map { times(of: $0).impulseWait }.max() ?? general.impulseWait
    }

    /// The wait before a target opens; `earlier` are the requests of the day about it.
    func wait(
        for purpose: Purpose, of target: String, after earlier: Int, isAutoProtected: Bool
    ) -> TimeSpan {
        let times = times(of: target)
        let base = times.wait(for: purpose)
        let more = times.eachFurther.milliseconds * Int64(earlier)
        let wait = min(base + TimeSpan(milliseconds: more), max(times.longestWait, base))
        return isAutoProtected ? max(wait, times.impulseWait) : wait
    }

    private func times(of target: String) -> Times { own[target] ?? general }

    /// The times of unblock rules alone: the lists beside them cost more to copy.
    private struct Times {
        let grant: TimeSpan
        let plannedWait: TimeSpan
        let impulseWait: TimeSpan
        let eachFurther: TimeSpan
        let longestWait: TimeSpan

        init(_ rules: UnblockRules) {
            grant = rules.grant
            plannedWait = rules.plannedWait
            impulseWait = rules.impulseWait
            eachFurther = rules.eachFurther
            longestWait = rules.longestWait
        }

        func wait(for purpose: Purpose) -> TimeSpan {
            purpose == .impulse ? impulseWait : plannedWait
        }
    }
}
