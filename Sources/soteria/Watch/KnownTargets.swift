import API

/// How the targets stood when they were last told, so that a state that comes again, as after a
/// restart of the daemon, can be told as the decisions that must have been taken meanwhile.
struct KnownTargets {
    private var known: [String: Standing] = [:]
    private var hasBegun = false

    /// The part of a target's state that can differ from one telling to the next.
    private struct Standing: Hashable {
        var name: String
        var blocked: Bool
        var restrictions: [ProtectionAPI.Restriction]
        var until: String?
        var grantedUntil: String?

        /// Whether nothing holds the target, and no permission runs.
        var isPlainlyOpen: Bool { !blocked && grantedUntil == nil }
    }

    /// The decisions that a reply tells, in order: its own, or those by which its state differs
    /// from what is known; of the very first state every target's with `initial`, else none.
    mutating func decisions(_ reply: ProtectionAPI.Monitor.Reply, initial: Bool)
        -> [ProtectionAPI.Decision]
    {
        var decisions: [ProtectionAPI.Decision] = []
        if let targets = reply.targets {
            decisions = differences(targets, sequence: reply.sequence ?? 0, initial: initial)
            hasBegun = true
        }
        if let decision = reply.decision {
            known[decision.target] = Standing(
                name: decision.name, blocked: decision.verdict != .unblock,
                restrictions: decision.restrictions, until: decision.until,
                grantedUntil: decision.grantedUntil)
            decisions.append(decision)
        }
        return decisions
    }

    private mutating func differences(
        _ targets: [ProtectionAPI.TargetState], sequence: Int, initial: Bool
    ) -> [ProtectionAPI.Decision] {
        var decisions: [ProtectionAPI.Decision] = []
        var gone = known
        for target in targets {
            let standing = Standing(
                name: target.name, blocked: target.blocked, restrictions: target.restrictions,
                until: target.until, grantedUntil: target.grantedUntil)
            let before = gone.removeValue(forKey: target.target)
            known[target.target] = standing
            guard isTold(standing, before, initial: initial) else { continue }
            decisions.append(
                Self.decision(target.target, standing, before, at: target.since, sequence))
        }
        for (key, before) in gone.sorted(by: { $0.key < $1.key }) {
            known[key] = nil
            // A target that the rules no longer name is blocked no longer.
            guard before.blocked else { continue }
            let open = Standing(name: before.name, blocked: false, restrictions: [])
            decisions.append(Self.decision(key, open, before, at: nil, sequence))
        }
        return decisions
    }

    private func isTold(_ standing: Standing, _ before: Standing?, initial: Bool) -> Bool {
        guard hasBegun else { return initial }
        guard let before else { return !standing.isPlainlyOpen }
        var renamed = before
        renamed.name = standing.name
        return standing != renamed
    }

    private static func decision(
        _ key: String, _ standing: Standing, _ before: Standing?, at: String?, _ sequence: Int
    ) -> ProtectionAPI.Decision {
        let verdict: ProtectionAPI.Verdict =
            standing.blocked ? (before?.blocked == true ? .update : .block) : .unblock
        return ProtectionAPI.Decision(
            sequence: sequence, at: at ?? "", target: key, name: standing.name, verdict: verdict,
            restrictions: standing.restrictions, until: standing.until, cause: .start,
            grantedUntil: standing.grantedUntil)
    }
}
