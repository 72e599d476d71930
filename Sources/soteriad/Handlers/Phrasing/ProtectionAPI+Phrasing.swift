import API
import Engine
import Phrasing
import RuleModel

extension ProtectionAPI.TargetState {
    /// A target's current state; borrows the engine, since copies would cost more than all else.
    init(_ target: Target, in engine: borrowing Engine) {
        let clock = engine.localClock
        let decided = engine.state.decisions[target.key]
        let decision = decided?.decision
        let isBlocked = decision?.isBlocked ?? false
        let restrictions = isBlocked ? decision?.restrictions ?? [] : []
        self.init(
            target: target.key, name: target.name, blocked: isBlocked,
            strict: restrictions.contains(where: \.isStrict), since: clock.text(decided?.at),
            until: clock.text(decision?.until),
            restrictions: restrictions.map { .init($0, clock: clock) },
            monitored: engine.isMonitored(target.key), sites: target.siteCount,
            apps: target.apps.count + target.executables.count,
            grantedUntil: clock.text(engine.grantedUntil(target.key)),
            takeBackUntil: clock.text(engine.takeBackEnd(on: target.key)))
    }
}

extension Engine {
    /// The end of a grant that keeps a target open against restrictions; nil if there is none.
    func grantedUntil(_ target: String) -> Instant? {
        guard let end = grantEnd(of: target) else { return nil }
        return restrictions(of: target).isEmpty ? nil : end
    }

    /// Until when a target's newest strict protection can be taken back; nil if none can be.
    func takeBackEnd(on target: String) -> Instant? {
        state.protections.last { $0.targets.contains(target) && takeBackEnd(of: $0) != nil }
            .flatMap(takeBackEnd)
    }
}

extension ProtectionAPI.AutoProtection {
    init(_ rule: AutoProtection, in engine: Engine) {
        self.init(
            rule: rule.key, name: rule.name,
            targets: rule.targets ?? engine.rules.targets.map(\.key), condition: rule.text,
            seconds: rule.length.secondsLeft, againAfter: rule.againAfter.secondsLeft,
            enabled: engine.isEnabled(rule),
            switched: engine.state.switches[.autoProtection(rule.key)] != nil,
            strict: rule.isStrict,
            until: engine.localClock.text(
                engine.runs(of: rule.key).map { engine.end(of: $0) }.max()))
    }
}

extension ProtectionAPI.Explanation {
    init(_ explanation: Explanation, of target: String, isOpen: Bool, in engine: Engine) {
        let clock = engine.localClock
        let restriction = explanation.restriction
        let isAsking =
            restriction.kind == .checkIn
            && engine.state.checkIns[restriction.rule]?.phase == .asking
        self.init(
            kind: .init(restriction.kind), rule: restriction.rule, name: restriction.name,
            inForce: explanation.isInForce, enabled: explanation.isEnabled,
            strict: restriction.isStrict, from: clock.text(explanation.from),
            until: clock.text(restriction.until),
            why: Self.why(explanation, isAsking: isAsking),
            lift: isOpen ? nil : Self.lift(explanation, of: target, isAsking: isAsking))
    }

    private static func why(_ explanation: Explanation, isAsking: Bool) -> String {
        switch (explanation.restriction.kind, explanation.isInForce) {
        case (.quietHours, true): "These quiet hours apply now."
        case (.quietHours, false) where !explanation.isEnabled:
            "These quiet hours are switched off."
        case (.quietHours, false) where explanation.from == nil:
            "These quiet hours never begin."
        case (.quietHours, false): "These quiet hours do not apply now."
        case (.autoProtection, true):
            "A rule started this protection, which has not ended yet."
        case (.checkIn, true):
            isAsking
                ? "The check-in has not been answered yet." : "The answer to the check-in was no."
        case (.budget, true): "The budget is used up."
        case (_, true): "The protection is still running."
        case (_, false): "The target is not monitored."
        }
    }

    private static func lift(
        _ explanation: Explanation, of target: String, isAsking: Bool
    ) -> String? {
        guard explanation.isInForce else { return nil }
        if isAsking {
            return "Answering the check-in (soteria checkin)"
                + (explanation.restriction.isStrict
                    ? "" : " or unblocking the target (soteria unblock \(target))")
        }
        if explanation.restriction.isStrict {
            return "Nothing but its end: this block is strict."
        }
        return "Waiting until the block ends, or unblocking the target (soteria unblock \(target))"
    }
}

extension ProtectionAPI.Prospect {
    init(_ prospect: Prospect, clock: LocalClock) {
        self.init(
            kind: .init(prospect.kind), rule: prospect.rule, name: prospect.name,
            enabled: prospect.isEnabled, why: prospect.why, from: clock.text(prospect.soonest),
            conditions: prospect.conditions)
    }
}

extension Prospect {
    fileprivate var soonest: Instant? {
        switch standing {
        case .asks(let at): at
        case .resting(let until): until
        case .open, .used, .condition: nil
        }
    }

    fileprivate var why: String {
        if !isEnabled { return "The rule is switched off." }
        return switch standing {
        case .open: "Soteria cannot predict when this will block the target."
        case .used(let used, let limit): "\(minutes(used)) of \(minutes(limit)) used."
        case .asks:
            "Already answered. Soteria asks again when the check-in's next day begins."
        case .resting: "This protection ended recently and cannot begin again yet."
        case .condition(true, _):
            "The condition is true, so the protection begins within five minutes."
        case .condition(false, _): "The condition is false."
        }
    }

    /// Whole minutes, as people see use.
    private func minutes(_ span: TimeSpan) -> String {
        "\(span.milliseconds / 60_000) min"
    }

    fileprivate var conditions: [ProtectionAPI.Condition]? {
        guard case .condition(_, let parts) = standing else { return nil }
        return parts.map { part in
            ProtectionAPI.Condition(
                text: part.text, holds: part.isTrue,
                values: part.values.map { .init(variable: $0.name, value: $0.value) })
        }
    }
}
