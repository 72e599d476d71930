import API
import Engine
import EventStore
import RuleFiles
import RuleModel
import Varlink

/// `org.soteria.protection`.
extension Daemon: ProtectionAPI.Handlers {
    func list(_ call: TypedCall<ProtectionAPI.List>) {
        observe()
        call.reply(
            ProtectionAPI.List.Reply(
                now: text(engine.now), sequence: Int(engine.state.lastSequence),
                nextChange: text(engine.nextChange), targets: targetStates()))
    }

    func targetStates() -> [ProtectionAPI.TargetState] {
        // Read once: each use of the actor's own may copy it.
        let engine = engine
        return engine.rules.targets.map { .init($0, in: engine) }
    }

    func check(_ call: TypedCall<ProtectionAPI.Check>) throws(CallError<ProtectionAPI>) {
        observe()
        let (place, targets) = try requestedPlace(in: call.parameters)
        // A target can be blocked for some of its sites only.
        let isOfAll = engine.rules.areMembersAlike
        if isOfAll, let known = replies.checks[targets] { return call.reply(known) }
        let blocked = targets.compactMap { engine.decision(about: $0, on: place) }
        let reply = EncodedReply<ProtectionAPI.Check>(
            .init(
                blocked: !blocked.isEmpty, targets: targets,
                until: text(blocked.map(\.until).latestEnd),
                restrictions: blocked.flatMap(\.restrictions).map {
                    .init($0, clock: engine.localClock)
                },
                spending: engine.rules.spends(oneOf: targets) ? nil : false))
        if isOfAll { replies.keep(reply, about: targets) }
        call.reply(reply)
    }

    /// The place of a check, with its targets.
    private func requestedPlace(
        in asked: ProtectionAPI.Check.Parameters
    ) throws(CallError<ProtectionAPI>) -> (Place, targets: [String]) {
        if asked.site == nil, asked.path != nil { throw .invalidParameter("path") }
        switch (asked.site, asked.app, asked.target) {
        case (let site?, nil, nil):
            let host = HostName.encoded(site)
            guard let path = asked.path else {
                return (.site(host), engine.rules.index.targets(site: host))
            }
            guard let place = Place.site(host).page(path) else { throw .invalidParameter("path") }
            return (place, engine.targets(of: place))
        case (nil, let app?, nil): return (.app(app), engine.rules.index.targets(app: app))
        case (nil, nil, let target?):
            guard engine.rules.targets.contains(where: { $0.key == target }) else {
                throw .noSuchTarget(target: target)
            }
            return (.target(target), [target])
        default:
            throw .invalidParameter(asked.site == nil ? "site" : "target")
        }
    }

    func monitor(_ call: TypedCall<ProtectionAPI.Monitor>) {
        observe()
        call.reply(
            ProtectionAPI.Monitor.Reply(
                targets: targetStates(), sequence: Int(engine.state.lastSequence)),
            continues: true)
        follow(call)
    }

    func start(_ call: TypedCall<ProtectionAPI.Start>) throws(CallError<ProtectionAPI>) {
        let asked = call.parameters
        let name = asked.name ?? "Manual protection"
        guard !name.isEmpty, name.count <= 200 else { throw .invalidParameter("name") }
        let seconds = asked.seconds
        answer(
            call,
            .startProtection(
                target: asked.target, length: span(ofSeconds: seconds), name: name,
                isStrict: asked.strict ?? false),
            refused: { _, refusal in
                switch refusal {
                case .noSuchTarget(""): .nothingToProtect
                case .noSuchTarget(let key): .noSuchTarget(target: key)
                case .notMonitored(let key): .notMonitored(target: key)
                case .invalidLength:
                    .invalidDuration(seconds: seconds, minimum: 60, maximum: 604_800)
                }
            }
        ) { daemon, running, recorded in
            call.reply(
                ProtectionAPI.Start.Reply(
                    id: Int(running.protection.id), targets: running.protection.targets,
                    until: daemon.text(running.until), recorded: recorded,
                    takeBackUntil: daemon.text(daemon.engine.takeBackEnd(of: running.protection))))
        }
    }

    func takeBack(_ call: TypedCall<ProtectionAPI.TakeBack>) {
        answer(
            call, .takeBack(protection: call.parameters.id.map { Int64($0) }),
            refused: { _, refusal in
                switch refusal {
                case .noSuchProtection(let id): .noSuchProtection(id: id.map { Int($0) })
                case .notStrict(let id): .notStrict(id: Int(id))
                case .tooLate(let id):
                    .tooLate(id: Int(id), seconds: Int(Protection.revocable.seconds))
                }
            }
        ) { daemon, reply, _ in
            call.reply(
                ProtectionAPI.TakeBack.Reply(
                    id: Int(reply.protection),
                    blocked: reply.targets.filter(daemon.engine.isBlocked)))
        }
    }

    func explain(_ call: TypedCall<ProtectionAPI.Explain>) throws(CallError<ProtectionAPI>) {
        let asked = call.parameters
        observe()
        guard let target = engine.rules.targets.first(where: { $0.key == asked.target }) else {
            throw .noSuchTarget(target: asked.target)
        }
        var instant = engine.now
        if let at = asked.at {
            guard let given = Instant(rfc3339: at), given >= instant - .minutes(1) else {
                throw .invalidParameter("at")
            }
            instant = max(instant, given)
        }
        let then = engine.projected(to: instant)
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
                rules: found.map {
                    .init($0, of: target.key, isOpen: granted != nil, in: engine)
                },
                grantedUntil: text(granted),
                prospects: prospects.isEmpty
                    ? nil : prospects.map { .init($0, clock: engine.localClock) }))
    }

    /// The end of a grant that keeps a target open at an instant, against rules in force then; nil
    /// if there is none, or if one of the rules is strict.
    private func grantedUntil(
        _ target: String, at instant: Instant, against holding: [Explanation]
    ) -> Instant? {
        guard let end = engine.grantEnd(of: target), end > instant, !holding.isEmpty else {
            return nil
        }
        return holding.contains(where: \.restriction.isStrict) ? nil : end
    }
}

/// Methods of `org.soteria.protection` about auto-protection.
extension Daemon {
    func listAutoProtections(_ call: TypedCall<ProtectionAPI.ListAutoProtections>) {
        observe()
        call.reply(.init(rules: engine.rules.autoProtections.map { .init($0, in: engine) }))
    }

    func setAutoProtection(_ call: TypedCall<ProtectionAPI.SetAutoProtection>) {
        let asked = call.parameters
        set(
            .autoProtection(asked.rule), isOn: asked.enabled, for: call,
            unknown: .noSuchRule(rule: asked.rule), strict: { .strict(until: $0) }
        ) { daemon, pendingUntil, recorded in
            daemon.engine.rules.autoProtections.first { $0.key == asked.rule }.map {
                .init(
                    rule: .init($0, in: daemon.engine), pendingUntil: pendingUntil,
                    recorded: recorded)
            }
        }
    }
}
