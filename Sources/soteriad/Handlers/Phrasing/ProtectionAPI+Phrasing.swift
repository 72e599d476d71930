import API
import Engine
import Phrasing
import RuleModel

extension ProtectionAPI.TargetState {
    /// How a target stands now. The engine is borrowed: a copy for each target costs more than the
    /// rest.
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
            grantedUntil: clock.text(engine.grantedUntil(target.key)))
    }
}

extension Engine {
    /// Until when a permission keeps a target open that restrictions hold for; nil if none does.
    func grantedUntil(_ target: String) -> Instant? {
        guard let end = grantEnd(of: target) else { return nil }
        return restrictions(of: target).isEmpty ? nil : end
    }
}

extension ProtectionAPI.AutoProtection {
    /// A rule that protects by itself, and what it does now.
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
