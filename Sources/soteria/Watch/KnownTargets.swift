import API

/// The last known state of the targets. A state that is reported again, as after a restart of the
/// daemon, is turned into the decisions that the daemon must have made since.
struct KnownTargets {
    private var known: [String: TargetState] = [:]
    private var hasBegun = false

    /// The part of a target's state that matters for decisions.
    private struct TargetState: Hashable {
        var name: String
        var blocked: Bool
        var restrictions: [ProtectionAPI.Restriction]
        var until: String?
        var grantedUntil: String?

        /// True if the target is open without a grant.
        var isPlainlyOpen: Bool { !blocked && grantedUntil == nil }
    }

    /// The decisions of a reply, in order: its own, or the differences between its state and the
    /// known one. For the first state: all targets with `initial`, else none.
    mutating func decisions(_ reply: ProtectionAPI.Monitor.Reply, initial: Bool)
        -> [ProtectionAPI.Decision]
    {
        var decisions: [ProtectionAPI.Decision] = []
        if let targets = reply.targets {
            decisions = differences(targets, sequence: reply.sequence ?? 0, initial: initial)
            hasBegun = true
        }
        if let decision = reply.decision {
            known[decision.target] = TargetState(
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
            let standing = TargetState(
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
            // A target that was removed from the rules is no longer blocked.
            guard before.blocked else { continue }
            let open = TargetState(name: before.name, blocked: false, restrictions: [])
            decisions.append(Self.decision(key, open, before, at: nil, sequence))
        }
        return decisions
    }

    private func isTold(_ standing: TargetState, _ before: TargetState?, initial: Bool) -> Bool {
        guard hasBegun else { return initial }
        guard let before else { return !standing.isPlainlyOpen }
        var renamed = before
        renamed.name = standing.name
        return standing != renamed
    }

    private static func decision(
        _ key: String, _ standing: TargetState, _ before: TargetState?, at: String?, _ sequence: Int
    ) -> ProtectionAPI.Decision {
        let verdict: ProtectionAPI.Verdict =
            standing.blocked ? (before?.blocked == true ? .update : .block) : .unblock
        return ProtectionAPI.Decision(
            sequence: sequence, at: at ?? "", target: key, name: standing.name, verdict: verdict,
            restrictions: standing.restrictions, until: standing.until, cause: .start,
            grantedUntil: standing.grantedUntil)
    }
}
