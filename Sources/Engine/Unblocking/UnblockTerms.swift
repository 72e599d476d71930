import RuleModel

/// The waits and grants of one rule set.
package struct UnblockTerms: Sendable {
    private let general: UnblockRules
    /// The rules for the targets that have a wait or a grant of their own, by key.
    private let own: [String: UnblockRules]

    package init(_ set: RuleSet) {
        general = set.unblock
        own = Dictionary(
            set.targets.lazy.filter { $0.unblock != Target.Unblock() }
                .map { ($0.key, set.unblock.adopting($0.unblock)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The values that the wait for a target depends on.
    struct Asked {
        let target: String
        /// The earlier requests of the day about it.
        var earlier = 0
        var isAutoProtected = false
    }

    /// Whether waits depend on earlier requests.
    var haveGrowth: Bool { general.eachFurther > .zero }

    /// The length of a grant of targets: the shortest of theirs.
    package func grant(of targets: [String]) -> TimeSpan {
        targets.map { rules(of: $0).grant }.min() ?? general.grant
    }

    /// The wait before targets open together: the longest of theirs.
    func wait(for purpose: Purpose, of targets: [Asked]) -> TimeSpan {
        targets.map { wait(for: purpose, of: $0) }.max() ?? general.wait(for: purpose)
    }

    /// The wait before an impulse unblock of targets, without growth: the longest of theirs.
    func impulseWait(of targets: [String]) -> TimeSpan {
        targets.map { rules(of: $0).impulseWait }.max() ?? general.impulseWait
    }

    private func wait(for purpose: Purpose, of asked: Asked) -> TimeSpan {
        let rules = rules(of: asked.target)
        let base = rules.wait(for: purpose)
        let more = rules.eachFurther.milliseconds * Int64(asked.earlier)
        let wait = min(base + TimeSpan(milliseconds: more), max(rules.longestWait, base))
        return asked.isAutoProtected ? max(wait, rules.impulseWait) : wait
    }

    private func rules(of target: String) -> UnblockRules { own[target] ?? general }
}

extension UnblockRules {
    fileprivate func wait(for purpose: Purpose) -> TimeSpan {
        purpose == .impulse ? impulseWait : plannedWait
    }
}
