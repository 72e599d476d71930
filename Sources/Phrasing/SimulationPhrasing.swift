import API
import Engine
import RuleModel

/// What comes out of a simulation in the types of `org.soteria.rules`: the daemon answers with it,
/// and a client that simulates by itself shows the same.
package struct SimulationPhrasing: Sendable {
    private let zone: TimeZoneRules
    private let names: [String: String]
    private let only: String?

    /// Of decisions about targets with names, by key, at a zone's local times; of one target alone
    /// if it is named.
    package init(_ names: [String: String], zone: TimeZoneRules, only: String?) {
        self.zone = zone
        self.only = only
        self.names = names.filter { only == nil || $0.key == only }
    }

    /// An instant in RFC 3339, to the hundredth of a second.
    package func text(_ instant: Instant) -> String {
        zone.text(instant)
    }

    private func text(_ instant: Instant?) -> String? { instant.map { text($0) } }

    /// The first reply: where it begins, and how the targets stood before.
    ///
    /// The state is the one that the simulation continues; nil where it continues none.
    package func beginning(
        _ simulation: Simulation, continuing state: State?
    ) -> RulesAPI.Simulate.Reply {
        RulesAPI.Simulate.Reply(
            at: text(simulation.now), decisions: [], timeZone: zone.name,
            targets: names.sorted { $0.key < $1.key }.map { key, name in
                RulesAPI.SimulatedTarget(
                    target: key, name: name,
                    blocked: state?.decisions[key]?.decision.isBlocked ?? false)
            })
    }

    /// The decision that came out, if it is one and asked for.
    package func decision(_ outcome: Simulation.Outcome) -> RulesAPI.SimulatedDecision? {
        guard case .decided(let decision) = outcome.kind,
            only == nil || decision.target == only
        else { return nil }
        return RulesAPI.SimulatedDecision(
            at: text(outcome.at), target: decision.target,
            name: names[decision.target] ?? decision.target, verdict: phrase(decision.verdict),
            restrictions: decision.restrictions.map(phrase), until: text(decision.until),
            cause: decision.cause.rawValue, grantedUntil: text(decision.grantedUntil))
    }

    /// What it comes to.
    package func summary(_ totals: Simulation.Totals) -> RulesAPI.SimulationSummary {
        RulesAPI.SimulationSummary(
            targets: names.sorted { $0.key < $1.key }.map { key, name in
                let blocked = totals.targets[key]
                return RulesAPI.SimulatedBlock(
                    target: key, name: name, seconds: Int(blocked?.length.seconds ?? 0),
                    times: blocked?.times ?? 0)
            }, requests: totals.requests, kept: totals.kept, unblocked: totals.unblocked,
            attempts: totals.attempts, autoProtections: totals.autoProtections,
            highestRisk: FixedPoint(thousandths: totals.highestRisk.thousandths))
    }

    private func phrase(_ restriction: Restriction) -> RulesAPI.SimulatedRestriction {
        RulesAPI.SimulatedRestriction(
            kind: phrase(restriction.kind), rule: restriction.rule, name: restriction.name,
            until: text(restriction.until), strict: restriction.isStrict)
    }

    private func phrase(_ kind: Restriction.Kind) -> RulesAPI.SimulatedKind {
        switch kind {
        case .quietHours: .quietHours
        case .autoProtection: .autoProtection
        case .manualProtection: .manualProtection
        case .checkIn: .checkIn
        case .budget: .budget
        }
    }

    private func phrase(_ verdict: Decision.Verdict) -> RulesAPI.SimulatedVerdict {
        switch verdict {
        case .block: .block
        case .unblock: .unblock
        case .update: .update
        }
    }
}
