import API
import Engine
import EventStore
import RuleFiles
import Varlink

/// `org.soteria.protection`.
extension Daemon {
    nonisolated var protectionMethods: [String: Method] {
        [
            "List": method { try $0.list($1) },
            "Check": method { try $0.check($1) },
            "Monitor": streaming { try $0.monitorDecisions($1) },
            "Start": method { try $0.startProtection($1) },
            "Explain": method { try $0.explain($1) },
            "ListAutoProtections": method { try $0.listAutoProtections($1) },
            "SetAutoProtection": method { try $0.setAutoProtection($1) },
        ]
    }

    private func list(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(
            ProtectionAPI.List.Reply(
                now: text(engine.now), sequence: Int(engine.state.lastSequence),
                nextChange: text(engine.nextChange), targets: targetStates()))
    }

    private func check(_ call: Call) throws {
        observe()
        let targets = try targetsAsked(by: call)
        if let known = replies.checks[targets] { return call.reply(known) }
        let blocked = targets.compactMap { engine.state.decisions[$0]?.decision }
            .filter(\.isBlocked)
        let reply = try EncodedParameters(
            ProtectionAPI.Check.Reply(
                blocked: !blocked.isEmpty, targets: targets,
                until: text(blocked.map(\.until).latestEnd),
                restrictions: blocked.flatMap(\.restrictions).map(phrase)))
        replies.checks[targets] = reply
        call.reply(reply)
    }

    /// The targets that a check asks about; enforcers ask at every page, so the one usual form of
    /// the parameters is read without decoding a type.
    private func targetsAsked(by call: Call) throws -> [String] {
        if let site = call.parameters["site"]?.stringValue, call.parameters.count == 1 {
            return engine.index.targets(site: HostName.encoded(site))
        }
        let asked = try call.decode(ProtectionAPI.Check.Parameters.self)
        switch (asked.site, asked.app, asked.target) {
        case (nil, let app?, nil): return engine.index.targets(app: app)
        case (nil, nil, let target?):
            guard engine.rules.targets.contains(where: { $0.key == target }) else {
                throw ProtectionAPI.NoSuchTarget(target: target).varlinkError
            }
            return [target]
        default:
            throw VarlinkError.invalidParameter(asked.site == nil ? "site" : "target")
        }
    }

    private func monitorDecisions(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(
            ProtectionAPI.Monitor.Reply(
                targets: targetStates(), sequence: Int(engine.state.lastSequence)),
            continues: true)
        follow(call, \.decisions)
    }

    private func startProtection(_ call: Call) throws {
        let asked = try call.decode(ProtectionAPI.Start.Parameters.self)
        let name = asked.name ?? "Manual protection"
        guard !name.isEmpty, name.count <= 200 else { throw VarlinkError.invalidParameter("name") }
        let input = Input.startProtection(
            target: asked.target, length: span(ofSeconds: asked.seconds), name: name,
            isStrict: asked.strict ?? false)
        take(input) { daemon, result in
            switch result {
            case .success(.protecting(let protection, let until)):
                call.reply(
                    ProtectionAPI.Start.Reply(
                        id: Int(protection.id), targets: protection.targets,
                        until: daemon.text(until)))
            case .success(.refused(let refusal)):
                call.fail(daemon.protectionError(refusal, seconds: asked.seconds))
            case .success:
                call.fail(ProtectionAPI.NothingToProtect().varlinkError)
            case .failure(let error):
                call.fail(
                    ProtectionAPI.StoreUnavailable(reason: error.description).varlinkError)
            }
        }
    }

    /// What can be refused of a start.
    private func protectionError(_ refusal: Refusal, seconds: Int) -> VarlinkError {
        switch refusal {
        case .noSuchTarget(""): ProtectionAPI.NothingToProtect().varlinkError
        case .noSuchTarget(let key): ProtectionAPI.NoSuchTarget(target: key).varlinkError
        case .notMonitored(let key): ProtectionAPI.NotMonitored(target: key).varlinkError
        case .storeUnavailable:
            ProtectionAPI.StoreUnavailable(reason: storeProblem).varlinkError
        default:
            ProtectionAPI.InvalidDuration(seconds: seconds, minimum: 60, maximum: 604_800)
                .varlinkError
        }
    }

    private func explain(_ call: Call) throws {
        let asked = try call.decode(ProtectionAPI.Explain.Parameters.self)
        observe()
        guard let target = engine.rules.targets.first(where: { $0.key == asked.target }) else {
            throw ProtectionAPI.NoSuchTarget(target: asked.target).varlinkError
        }
        var instant = engine.now
        if let at = asked.at {
            guard let given = Instant(rfc3339: at), given >= instant - .minutes(1) else {
                throw VarlinkError.invalidParameter("at")
            }
            instant = max(instant, given)
        }
        let then = engine.foreseeing(instant)
        let found = then.explain(target.key, at: instant)
        let holding = found.filter(\.isInForce)
        let prospects = then.prospects(of: target.key, at: instant)
        let granted = grantedUntil(target.key, at: instant, against: holding)
        let isBlocked = !holding.isEmpty && granted == nil
        call.reply(
            ProtectionAPI.Explain.Reply(
                target: target.key, name: target.name, at: text(instant),
                blocked: isBlocked,
                until: isBlocked ? text(holding.map(\.restriction.until).latestEnd) : nil,
                monitored: engine.isMonitored(target.key),
                rules: found.map { phrase($0, of: target.key, isOpen: granted != nil) },
                grantedUntil: text(granted),
                prospects: prospects.isEmpty ? nil : prospects.map(phrase)))
    }

    /// Until when a permission keeps a target open at an instant against rules that are in force
    /// then; what is strict ends it.
    private func grantedUntil(
        _ target: String, at instant: Instant, against holding: [Explanation]
    ) -> Instant? {
        guard let end = engine.grantEnd(of: target), end > instant, !holding.isEmpty else {
            return nil
        }
        return holding.contains(where: \.restriction.isStrict) ? nil : end
    }

    private func phrase(
        _ explanation: Explanation, of target: String, isOpen: Bool
    ) -> ProtectionAPI.Explanation {
        let restriction = explanation.restriction
        return ProtectionAPI.Explanation(
            kind: phrase(restriction.kind), rule: restriction.rule, name: restriction.name,
            inForce: explanation.isInForce, enabled: explanation.isEnabled,
            strict: restriction.isStrict, from: text(explanation.from),
            until: text(restriction.until), why: why(explanation),
            lift: isOpen ? nil : lift(explanation, of: target))
    }

    private func why(_ explanation: Explanation) -> String {
        switch (explanation.restriction.kind, explanation.isInForce) {
        case (.quietHours, true): "The quiet hours run."
        case (.quietHours, false) where !explanation.isEnabled: "The schedule is switched off."
        case (.quietHours, false) where explanation.from == nil: "The schedule never runs."
        case (.quietHours, false): "It is outside the quiet hours."
        case (.autoProtection, true):
            "It began by itself, by a rule; it lasts until its time is over."
        case (.checkIn, true):
            isAsking(explanation)
                ? "Its question is not answered yet." : "It was answered with no."
        case (.budget, true): "It is used up."
        case (_, true): "The protection lasts until its time is over."
        case (_, false): "The target is not monitored."
        }
    }

    /// Whether it is a check-in whose question is open.
    private func isAsking(_ explanation: Explanation) -> Bool {
        let restriction = explanation.restriction
        return restriction.kind == .checkIn
            && engine.state.checkIns[restriction.rule]?.phase == .asking
    }

    private func lift(_ explanation: Explanation, of target: String) -> String? {
        guard explanation.isInForce else { return nil }
        if isAsking(explanation) {
            return "An answer: soteria checkin"
                + (explanation.restriction.isStrict ? "" : ", or: soteria unblock \(target)")
        }
        if explanation.restriction.isStrict { return "Nothing before its end: it is strict." }
        return "Its end, or: soteria unblock \(target)"
    }
}
