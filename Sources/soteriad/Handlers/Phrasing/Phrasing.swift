import API
import CEL
import Engine
import Phrasing
import RuleModel
import Varlink

/// The engine's values in the types of the socket.
extension Daemon {
    /// An instant as the socket writes it, at the local zone's offset then.
    func text(_ instant: Instant) -> String { engine.zone.text(instant) }

    func text(_ instant: Instant?) -> String? { instant.map { text($0) } }

    func phrase(_ restriction: Restriction) -> ProtectionAPI.Restriction {
        ProtectionAPI.Restriction(
            kind: phrase(restriction.kind), rule: restriction.rule, name: restriction.name,
            until: text(restriction.until), strict: restriction.isStrict)
    }

    func phrase(_ kind: Restriction.Kind) -> ProtectionAPI.RestrictionKind {
        switch kind {
        case .quietHours: .quietHours
        case .autoProtection: .autoProtection
        case .manualProtection: .manualProtection
        case .checkIn: .checkIn
        case .budget: .budget
        }
    }

    func phrase(_ decided: State.Decided) -> ProtectionAPI.Decision {
        let decision = decided.decision
        return ProtectionAPI.Decision(
            sequence: Int(decided.sequence), at: text(decided.at), target: decision.target,
            name: names[decision.target] ?? decision.target, verdict: phrase(decision.verdict),
            restrictions: decision.restrictions.map(phrase), until: text(decision.until),
            cause: phrase(decision.cause), grantedUntil: text(decision.grantedUntil))
    }

    func phrase(_ verdict: Decision.Verdict) -> ProtectionAPI.Verdict {
        switch verdict {
        case .block: .block
        case .unblock: .unblock
        case .update: .update
        }
    }

    func phrase(_ cause: Decision.Cause) -> ProtectionAPI.Cause {
        switch cause {
        case .schedule: .schedule
        case .protection: .protection
        case .grant: .grant
        case .rules: .rules
        case .checkIn: .checkIn
        case .budget: .budget
        case .switch: .switch
        case .clock: .clock
        case .start: .start
        }
    }

    /// How every target stands, by key.
    func targetStates() -> [ProtectionAPI.TargetState] {
        engine.rules.targets.map { target in
            let decided = engine.state.decisions[target.key]
            let decision = decided?.decision
            let isBlocked = decision?.isBlocked ?? false
            let restrictions = isBlocked ? decision?.restrictions ?? [] : []
            return ProtectionAPI.TargetState(
                target: target.key, name: target.name, blocked: isBlocked,
                strict: restrictions.contains(where: \.isStrict), since: text(decided?.at),
                until: text(decision?.until), restrictions: restrictions.map(phrase),
                monitored: engine.isMonitored(target.key), sites: target.siteCount,
                apps: target.apps.count + target.executables.count,
                grantedUntil: text(grantedUntil(target.key)))
        }
    }

    /// Until when a permission keeps a target open that restrictions hold for; nil where none
    /// does.
    func grantedUntil(_ target: String) -> Instant? {
        guard let end = engine.grantEnd(of: target) else { return nil }
        return engine.restrictions(of: target).isEmpty ? nil : end
    }

    func phrase(_ level: RiskLevel) -> RiskAPI.Level {
        switch level {
        case .low: .low
        case .moderate: .moderate
        case .high: .high
        case .critical: .critical
        }
    }

    /// A length that a person asks for, held within what milliseconds can say and beyond any length
    /// that is allowed.
    func span(ofSeconds seconds: Int) -> TimeSpan {
        .seconds(Int64(max(-1, min(seconds, 1_000_000_000))))
    }

    func phrase(_ score: Score) -> FixedPoint { FixedPoint(thousandths: score.thousandths) }

    /// The last assessment with its thresholds and when the next is due.
    func riskStatus() -> RiskAPI.Status? {
        guard let assessment = engine.assessment else { return nil }
        let levels = engine.rules.risk.levels
        let step = Int64(settings.cadences.risk)
        let next = Instant(seconds: (engine.now.seconds / step + 1) * step)
        return RiskAPI.Status(
            score: phrase(assessment.score), automatic: phrase(assessment.automatic),
            level: phrase(assessment.level),
            thresholds: RiskAPI.Thresholds(
                moderate: phrase(levels.moderate), high: phrase(levels.high),
                critical: phrase(levels.critical)),
            assessedAt: text(assessment.at), nextAt: text(next),
            factors: assessment.factors.map { factor in
                RiskAPI.Factor(
                    factor: factor.key, weight: phrase(factor.weight), holds: factor.isTrue,
                    automatic: factor.isAutomatic, condition: factor.text,
                    values: factor.values.map {
                        RiskAPI.ReadValue(variable: $0.name, value: $0.value)
                    }, problem: factor.failure)
            })
    }
}

extension LocalDay {
    /// A local day as `2026-11-21`; one that no calendar has is shown as the nearest that it does.
    static func text(_ day: Int) -> String {
        CivilDate(daysSince1970: min(max(day, -719_528), 2_932_896)).description
    }
}

extension TimeSpan {
    /// Whole seconds, rounded up; what is over is 0.
    var secondsLeft: Int { milliseconds <= 0 ? 0 : Int((milliseconds + 999) / 1000) }
}
