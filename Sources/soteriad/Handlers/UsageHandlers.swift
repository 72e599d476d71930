import API
import Engine
import Varlink

/// `org.soteria.usage`.
extension Daemon {
    nonisolated var usageMethods: [String: Method] {
        [
            "Opened": method { try $0.openUse($1) },
            "Heartbeat": method { try $0.seeUses($1) },
            "Closed": method { try $0.closeUse($1) },
            "SetIdle": method { try $0.setIdle($1) },
            "Sessions": streaming { try $0.streamSessions($1) },
            "Today": method { try $0.useToday($1) },
        ]
    }

    private func openUse(_ call: Call) throws {
        let asked = try call.decode(UsageAPI.Opened.Parameters.self)
        let place = try self.place(site: asked.site, app: asked.app)
        answer(call, .useOpened(place)) { _, answer -> UsageAPI.Opened.Reply? in
            guard case .using(let use, let targets) = answer else { return nil }
            return UsageAPI.Opened.Reply(
                use: Int(use), targets: targets, heartbeat: Int(Engine.heartbeat.seconds),
                limit: Int(Engine.useLimit.seconds))
        }
    }

    private func seeUses(_ call: Call) throws {
        let asked = try call.decode(UsageAPI.Heartbeat.Parameters.self)
        answer(call, .usesSeen(asked.uses.map(Int64.init))) {
            _, answer -> UsageAPI.Heartbeat.Reply? in
            guard case .usesUnknown(let unknown) = answer else { return nil }
            return UsageAPI.Heartbeat.Reply(unknown: unknown.map { Int($0) })
        }
    }

    private func closeUse(_ call: Call) throws {
        let asked = try call.decode(UsageAPI.Closed.Parameters.self)
        answer(call, .useClosed(Int64(asked.use))) { _, _ -> NoMembers? in NoMembers() }
    }

    /// Holds while the connection is open that it came by.
    private func setIdle(_ call: Call) throws {
        let asked = try call.decode(UsageAPI.SetIdle.Parameters.self)
        let seconds = asked.idleSeconds ?? 0
        guard seconds >= 0 else { throw VarlinkError.invalidParameter("idleSeconds") }
        let reporter = call.connectionNumber
        let wasLocked = reporters[reporter]
        let isLocked = asked.locked ?? wasLocked ?? false
        reporters[reporter] = isLocked
        if wasLocked == nil {
            call.onDisconnect { self.assumeIsolated { $0.lose(reporter) } }
        }
        let input = Input.idle(
            reporter: reporter, isIdle: asked.idle, isLocked: isLocked,
            for: span(ofSeconds: seconds))
        answer(call, input) { _, _ -> NoMembers? in NoMembers() }
    }

    private func lose(_ reporter: Int) {
        reporters[reporter] = nil
        if !isStopping { take(.reporterGone(reporter)) }
    }

    private func useToday(_ call: Call) throws {
        try call.noParameters()
        observe()
        let midnight = midnight
        call.reply(
            UsageAPI.Today.Reply(
                targets: engine.rules.targets.filter { engine.isMonitored($0.key) }.map { target in
                    UsageAPI.TargetUse(
                        target: target.key, name: target.name,
                        seconds: Int(engine.used(target.key, since: midnight).seconds),
                        running: engine.state.usage.running[target.key] != nil)
                }, idle: engine.isIdle, locked: engine.isLocked))
    }

    private func answer<Reply: Encodable & SendableMetatype>(
        _ call: Call, _ input: Input,
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Reply?
    ) {
        let errors = CallErrors(
            refused: { _, refusal in
                switch refusal {
                case .notTracked(let targets): UsageAPI.NotTracked(targets: targets).varlinkError
                case .noSuchUse(let use): UsageAPI.NoSuchUse(use: Int(use)).varlinkError
                // Nothing else is refused of use.
                default: .invalidParameter("use")
                }
            }, unavailable: { UsageAPI.StoreUnavailable(reason: $0).varlinkError })
        answer(
            call, input, errors, unrecorded: "; it is counted all the same", reply: reply)
    }
}
