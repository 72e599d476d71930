import API
import Engine
import Varlink

/// `org.soteria.usage`.
extension Daemon: UsageAPI.Handlers {
    func opened(_ call: TypedCall<UsageAPI.Opened>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        let place = try call.place(site: asked.site, app: asked.app)
        answer(call, .useOpened(place)) { _, answer -> UsageAPI.Opened.Reply? in
            guard case .using(let use, let targets) = answer else { return nil }
            return UsageAPI.Opened.Reply(
                use: Int(use), targets: targets, heartbeat: Int(Engine.heartbeat.seconds),
                limit: Int(Engine.useLimit.seconds))
        }
    }

    func heartbeat(_ call: TypedCall<UsageAPI.Heartbeat>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        answer(call, .usesSeen(asked.uses.map(Int64.init))) {
            _, answer -> UsageAPI.Heartbeat.Reply? in
            guard case .usesUnknown(let unknown) = answer else { return nil }
            return UsageAPI.Heartbeat.Reply(unknown: unknown.map { Int($0) })
        }
    }

    func closed(_ call: TypedCall<UsageAPI.Closed>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        answer(call, .useClosed(Int64(asked.use))) { _, _ -> NoMembers? in NoMembers() }
    }

    /// Holds while the connection is open that it came by.
    func setIdle(_ call: TypedCall<UsageAPI.SetIdle>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        let seconds = asked.idleSeconds ?? 0
        guard seconds >= 0 else { throw .invalidParameter("idleSeconds") }
        let reporter = call.lifetime.connectionNumber
        let (isLocked, isFirst) = connections.report(reporter, isLocked: asked.locked)
        if isFirst {
            call.lifetime.onDisconnect { self.assumeIsolated { $0.lose(reporter) } }
        }
        let input = Input.idle(
            reporter: reporter, isIdle: asked.idle, isLocked: isLocked,
            for: span(ofSeconds: seconds))
        answer(call, input) { _, _ -> NoMembers? in NoMembers() }
    }

    private func lose(_ reporter: Int) {
        connections.remove(reporter)
        if !phase.isStopping { take(.reporterGone(reporter)) }
    }

    func today(_ call: TypedCall<UsageAPI.Today>) throws(CallError<UsageAPI>) {
        observe()
        call.reply(
            UsageAPI.Today.Reply(
                targets: engine.rules.targets.filter { engine.isMonitored($0.key) }.map { target in
                    UsageAPI.TargetUse(
                        target: target.key, name: target.name,
                        seconds: Int(engine.used(target.key, since: engine.today).seconds),
                        running: engine.state.usage.running[target.key] != nil)
                }, idle: engine.isIdle, locked: engine.isLocked))
    }

    private func answer<Called: TypedMethod>(
        _ call: TypedCall<Called>, _ input: Input,
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Called.Reply?
    ) where Called.Interface == UsageAPI {
        let errors = CallErrors<UsageAPI>(
            refused: { _, refusal in
                switch refusal {
                case .notTracked(let targets): .notTracked(targets: targets)
                case .noSuchUse(let use): .noSuchUse(use: Int(use))
                // Nothing else is refused of use.
                default: .invalidParameter("use")
                }
            }, unavailable: { .storeUnavailable(reason: $0) })
        answer(
            call, input, errors, unrecorded: "; it is counted all the same", reply: reply)
    }
}
