import API
import RuleModel
import Varlink

/// The texts of the rules, of `org.soteria.rules`.
extension Daemon {
    /// What was accepted last, whether all of it is in force already or waits.
    func sources(_ call: TypedCall<RulesAPI.Sources>) throws(CallError<RulesAPI>) {
        observe()
        let sources = engine.written.sources
        call.reply(
            RulesAPI.Sources.Reply(
                fingerprint: RuleText.fingerprint(of: sources),
                sources: sources.map { source in
                    RulesAPI.Source(
                        path: source.path, layer: source.layer, text: source.text,
                        digest: source.digest)
                }))
    }
}
