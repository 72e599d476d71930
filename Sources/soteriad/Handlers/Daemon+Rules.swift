import API
import CEL
import RuleFiles
import RuleModel

/// `org.soteria.rules`.
extension Daemon: RulesAPI.Handlers {
    func list(_ call: TypedCall<RulesAPI.List>) {
        observe()
        let set = engine.rules
        func rule(_ kind: RulesAPI.RuleKind, _ key: String, _ name: String, _ section: String)
            -> RulesAPI.Rule
        {
            let file = rules.origin(of: "\(section).\(key)")
            return RulesAPI.Rule(
                kind: kind, rule: key, name: name, file: file,
                until: file == nil ? text(engine.end(ofEarlier: key, in: section)) : nil)
        }
        call.reply(
            RulesAPI.List.Reply(
                fingerprint: engine.state.rules ?? "", loadedAt: text(rules.loadedAt),
                plan: set.plan.key,
                files: engine.written.sources.map {
                    RulesAPI.File(path: $0.path, layer: layer($0))
                },
                rules: set.targets.map { rule(.target, $0.key, $0.name, "targets") }
                    + set.quietHours.map { rule(.quietHours, $0.key, $0.name, "quiet_hours") }
                    + set.risk.factors.map { rule(.riskFactor, $0.key, $0.key, "risk.factors") }
                    + set.autoProtections.map {
                        rule(.autoProtection, $0.key, $0.name, "auto_protection")
                    } + set.checkIns.map { rule(.checkIn, $0.key, $0.question, "check_ins") }
                    + set.budgets.map { rule(.budget, $0.key, $0.name, "budgets") },
                pendingEdits: engine.shownEdits))
    }

    private func layer(_ text: RuleText) -> RulesAPI.Layer {
        if text.layer == 0 { return .defaults }
        return text.path.hasPrefix("/etc/") ? .machine : .person
    }

    /// Parses beside the loop, because a large rule set must not delay a decision.
    func check(_ call: TypedCall<RulesAPI.Check>) throws(CallError<RulesAPI>) {
        let asked = call.parameters
        let name = asked.name ?? "checked.yaml"
        guard name.hasSuffix(".yaml"), !name.contains("/"), name.count <= 255 else {
            throw .invalidParameter("name")
        }
        let settings = settings
        let known = rules.lastRead.lists
        work.rules.async {
            let loading = settings.load(replacing: name, with: asked.text, known: known)
            self.enter { daemon in
                call.reply(
                    RulesAPI.Check.Reply(
                        valid: loading.ruleSet != nil, errors: loading.errors,
                        warnings: loading.warnings, diagnostics: .init(loading)))
            }
        }
    }

    func reload(_ call: TypedCall<RulesAPI.Reload>) {
        let before = engine.state.rules
        reload { daemon, loading, result in
            guard loading.ruleSet != nil else {
                return call.fail(
                    .rulesRefused(errors: loading.errors, diagnostics: .init(loading)))
            }
            var recorded: Bool?
            if case .failure = result { recorded = false }
            call.reply(
                RulesAPI.Reload.Reply(
                    fingerprint: daemon.engine.state.rules ?? "",
                    changed: daemon.engine.state.rules != before, diagnostics: .init(loading),
                    pendingEdits: daemon.engine.shownEdits, recorded: recorded))
        }
    }

    func diagnostics(_ call: TypedCall<RulesAPI.Diagnostics>) {
        call.reply(
            RulesAPI.Diagnostics.Reply(
                refused: rules.isRefused, readAt: text(rules.readAt),
                errors: rules.lastRead.errors, warnings: rules.lastRead.warnings,
                diagnostics: .init(rules.lastRead)))
    }

    func variables(_ call: TypedCall<RulesAPI.Variables>) {
        observe()
        let own = engine.written.variables
        var activation = Activation(Vocabulary.environment(reading: own))
        engine.features(reading: own).fill(
            &activation, score: engine.assessment?.score ?? .zero,
            automatic: engine.assessment?.automatic ?? .zero)
        call.reply(
            RulesAPI.Variables.Reply(
                variables: Vocabulary.entries(of: engine.written).enumerated().map { slot, entry in
                    RulesAPI.Variable(
                        name: entry.name, type: entry.type.description,
                        kind: entry.isReported ? .reported : .automatic, summary: entry.summary,
                        value: activation.value(slot)?.description)
                }))
    }

    /// Returns the rules that were accepted last, in force or still waiting.
    func sources(_ call: TypedCall<RulesAPI.Sources>) {
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
