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
                rules: engine.rules.autoProtections.map { .init($0, in: engine) }))
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
                    rule: .init($0, in: daemon.engine),
                    pendingUntil: daemon.engine.pendingUntil(.autoProtection(asked.rule)))
            }
        }
    }
}
