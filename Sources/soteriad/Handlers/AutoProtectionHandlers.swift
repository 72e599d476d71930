import API
import RuleModel
import Varlink

/// The part of `org.soteria.protection` about rules that protect by themselves.
extension Daemon {
    func listAutoProtections(_ call: TypedCall<ProtectionAPI.ListAutoProtections>) throws(CallError<
        ProtectionAPI
    >) {
        observe()
        call.reply(
            ProtectionAPI.ListAutoProtections.Reply(
                rules: engine.rules.autoProtections.map(phrase)))
    }

    func setAutoProtection(_ call: TypedCall<ProtectionAPI.SetAutoProtection>) throws(CallError<
        ProtectionAPI
    >) {
        let asked = call.parameters
        let errors = SwitchErrors<ProtectionAPI>(
            unknown: .noSuchRule(rule: asked.rule),
            strict: { .strict(until: $0) },
            unavailable: { .storeUnavailable(reason: $0) })
        set(.autoProtection(asked.rule), isOn: asked.enabled, for: call, errors) { daemon in
            daemon.engine.rules.autoProtections.first { $0.key == asked.rule }.map {
                ProtectionAPI.SetAutoProtection.Reply(
                    rule: daemon.phrase($0),
                    pendingUntil: daemon.pendingUntil(.autoProtection(asked.rule)))
            }
        }
    }

    private func phrase(_ rule: AutoProtection) -> ProtectionAPI.AutoProtection {
        ProtectionAPI.AutoProtection(
            rule: rule.key, name: rule.name,
            targets: rule.targets ?? engine.rules.targets.map(\.key), condition: rule.text,
            seconds: rule.length.secondsLeft, againAfter: rule.againAfter.secondsLeft,
            enabled: engine.isEnabled(rule),
            switched: engine.state.switches[.autoProtection(rule.key)] != nil,
            strict: rule.isStrict,
            until: text(engine.runs(of: rule.key).map { engine.end(of: $0) }.max()))
    }
}
