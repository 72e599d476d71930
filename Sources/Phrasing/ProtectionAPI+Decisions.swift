import API
import Engine
import RuleModel

extension ProtectionAPI.Decision {
    /// A decision as it is sent on the socket. Targets without a name are shown by their key.
    package init(
        _ decision: Decision, sequence: Int64 = 0, at instant: Instant, names: [String: String],
        clock: LocalClock
    ) {
        self.init(
            sequence: Int(sequence), at: clock.text(instant), target: decision.target,
            name: names[decision.target] ?? decision.target, verdict: .init(decision.verdict),
            restrictions: decision.restrictions.map { .init($0, clock: clock) },
            until: clock.text(decision.until), cause: .init(decision.cause),
            grantedUntil: clock.text(decision.grantedUntil))
    }
}

extension ProtectionAPI.Restriction {
    package init(_ restriction: Restriction, clock: LocalClock) {
        self.init(
            kind: .init(restriction.kind), rule: restriction.rule, name: restriction.name,
            until: clock.text(restriction.until), strict: restriction.isStrict)
    }
}

extension ProtectionAPI.RestrictionKind {
    package init(_ kind: Restriction.Kind) {
        switch kind {
        case .quietHours: self = .quietHours
        case .autoProtection: self = .autoProtection
        case .manualProtection: self = .manualProtection
        case .checkIn: self = .checkIn
        case .budget: self = .budget
        }
    }
}

extension ProtectionAPI.Verdict {
    package init(_ verdict: Decision.Verdict) {
        switch verdict {
        case .block: self = .block
        case .unblock: self = .unblock
        case .update: self = .update
        }
    }
}

extension ProtectionAPI.Cause {
    package init(_ cause: Decision.Cause) {
        switch cause {
        case .schedule: self = .schedule
        case .protection: self = .protection
        case .grant: self = .grant
        case .rules: self = .rules
        case .checkIn: self = .checkIn
        case .budget: self = .budget
        case .switch: self = .switch
        case .clock: self = .clock
        case .start: self = .start
        }
    }
}
