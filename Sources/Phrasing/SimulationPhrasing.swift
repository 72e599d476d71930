import API
import Engine
import RuleModel

/// The outcome of a simulation in the types of `org.soteria.rules`: the daemon answers with it, and
/// a client that simulates by itself shows the same.
package struct SimulationPhrasing: Sendable {
    private let clock: LocalClock
    private let names: [String: String]
    private let only: String?

    /// Phrases decisions about targets with these display names, by key, on the person's clock;
    /// about a single target if `only` names one.
    package init(_ names: [String: String], clock: LocalClock, only: String?) {
        self.clock = clock
        self.only = only
        self.names = names.filter { only == nil || $0.key == only }
    }

    /// The first reply: the start, and the state of the targets before.
    ///
    /// `state` is the state that the simulation continues; nil if there is none.
    package func beginning(
        _ simulation: Simulation, continuing state: State?
    ) -> RulesAPI.Simulate.Reply {
        RulesAPI.Simulate.Reply(
            at: clock.text(simulation.now), decisions: [], timeZone: clock.zone.name,
            targets: names.sorted { $0.key < $1.key }.map { key, name in
                RulesAPI.SimulatedTarget(
                    target: key, name: name,
                    blocked: state?.decisions[key]?.decision.isBlocked ?? false)
            })
    }

    /// The decision in an outcome; nil for other outcomes and for targets that were not asked for.
    package func decision(_ outcome: Simulation.Outcome) -> RulesAPI.SimulatedDecision? {
        guard case .decided(let decision) = outcome.kind,
            only == nil || decision.target == only
        else { return nil }
        return RulesAPI.SimulatedDecision(
            at: clock.text(outcome.at), target: decision.target,
            name: names[decision.target] ?? decision.target, verdict: .init(decision.verdict),
            restrictions: decision.restrictions.map { .init($0, clock: clock) },
            until: clock.text(decision.until), cause: decision.cause.rawValue,
            grantedUntil: clock.text(decision.grantedUntil))
    }

    package func summary(_ totals: Simulation.Totals) -> RulesAPI.SimulationSummary {
        RulesAPI.SimulationSummary(
            targets: names.sorted { $0.key < $1.key }.map { key, name in
                let blocked = totals.targets[key]
                return RulesAPI.SimulatedBlock(
                    target: key, name: name, seconds: Int(blocked?.length.seconds ?? 0),
                    times: blocked?.times ?? 0)
            }, requests: totals.requests, kept: totals.kept, unblocked: totals.unblocked,
            attempts: totals.attempts, autoProtections: totals.autoProtections,
            highestRisk: FixedPoint(totals.highestRisk))
    }
}

extension RulesAPI.SimulatedRestriction {
    fileprivate init(_ restriction: Restriction, clock: LocalClock) {
        self.init(
            kind: .init(restriction.kind), rule: restriction.rule, name: restriction.name,
            until: clock.text(restriction.until), strict: restriction.isStrict)
    }
}

extension RulesAPI.SimulatedKind {
    fileprivate init(_ kind: Restriction.Kind) {
        switch kind {
        case .quietHours: self = .quietHours
        case .autoProtection: self = .autoProtection
        case .manualProtection: self = .manualProtection
        case .checkIn: self = .checkIn
        case .budget: self = .budget
        }
    }
}

extension RulesAPI.SimulatedVerdict {
    fileprivate init(_ verdict: Decision.Verdict) {
        switch verdict {
        case .block: self = .block
        case .unblock: self = .unblock
        case .update: self = .update
        }
    }
}

extension FixedPoint {
    /// A score as it is sent on the socket.
    package init(_ score: Score) { self.init(thousandths: score.thousandths) }
}
