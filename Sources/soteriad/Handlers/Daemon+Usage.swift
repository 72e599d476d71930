import API
import Engine
import Varlink

/// `org.soteria.usage`.
extension Daemon: UsageAPI.Handlers {
    func opened(_ call: TypedCall<UsageAPI.Opened>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        let place = try call.place(site: asked.site, path: asked.path, app: asked.app)
        answer(
            call, .useOpened(place),
            refused: { _, refusal in
                switch refusal {
                case .notTracked(let targets): .notTracked(targets: targets)
                }
            }
        ) { reply, recorded in
            UsageAPI.Opened.Reply(
                use: Int(reply.use), targets: reply.targets,
                heartbeat: Int(Engine.heartbeat.seconds), limit: Int(Engine.useLimit.seconds),
                recorded: recorded)
        }
    }

    func heartbeat(_ call: TypedCall<UsageAPI.Heartbeat>) {
        answer(
            call, .usesSeen(call.parameters.uses.map(Int64.init)),
            refused: CallError.never
        ) { unknown, recorded in
            UsageAPI.Heartbeat.Reply(unknown: unknown.map { Int($0) }, recorded: recorded)
        }
    }

    func closed(_ call: TypedCall<UsageAPI.Closed>) {
        answer(
            call, .useClosed(Int64(call.parameters.use)),
            refused: { _, refusal in
                switch refusal {
                case .noSuchUse(let use): .noSuchUse(use: Int(use))
                }
            }
        ) { UsageAPI.Closed.Reply(recorded: $1) }
    }

    /// The state holds while the connection that reported it is open.
    func setIdle(_ call: TypedCall<UsageAPI.SetIdle>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        let seconds = asked.idleSeconds ?? 0
        guard seconds >= 0 else { throw .invalidParameter("idleSeconds") }
        let reporter = call.lifetime.connectionNumber
        let (isLocked, isFirst) = connections.report(reporter, isLocked: asked.locked)
        if isFirst {
            call.lifetime.onDisconnect { self.assumeIsolated { $0.removeReporter(reporter) } }
        }
        answer(
            call,
            .idle(
                reporter: reporter, isIdle: asked.idle, isLocked: isLocked,
                for: span(ofSeconds: seconds)), refused: CallError.never
        ) { UsageAPI.SetIdle.Reply(recorded: $1) }
    }

    private func removeReporter(_ reporter: Int) {
        connections.remove(reporter)
        if !phase.isStopping { handle(.reporterGone(reporter)) }
    }

    /// The source counts while the connection that registered it is open.
    func registerSource(_ call: TypedCall<UsageAPI.RegisterSource>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        let connection = call.lifetime.connectionNumber
        let isFirst = connections.add(
            RegisteredSource(
                connection: connection, front: try call.word(asked.front, "front"),
                idle: try asked.idle.map { text throws(CallError<UsageAPI>) in
                    try call.word(text, "idle")
                },
                isEstimated: asked.estimated))
        if isFirst {
            call.lifetime.onDisconnect {
                self.assumeIsolated { $0.connections.removeSource(of: connection) }
            }
        }
        call.reply(.init())
    }

    func today(_ call: TypedCall<UsageAPI.Today>) {
        observe()
        call.reply(
            UsageAPI.Today.Reply(
                targets: engine.rules.targets.filter { engine.isMonitored($0.key) }.map { target in
                    UsageAPI.TargetUse(
                        target: target.key, name: target.name,
                        seconds: Int(engine.used(target.key, since: engine.today).seconds),
                        running: engine.state.usage.running[target.key] != nil)
                }, idle: engine.isIdle, locked: engine.isLocked,
                source: connections.source.map {
                    .init(front: $0.front, idle: $0.idle, estimated: $0.isEstimated)
                }))
    }

    private func answer<Called: TypedMethod, Asked: Request>(
        _ call: TypedCall<Called>, _ request: Asked,
        refused: @escaping @Sendable (isolated Daemon, Asked.Refusal) -> CallError<UsageAPI>,
        reply: @escaping @Sendable (Asked.Reply, _ recorded: Bool?) -> Called.Reply
    ) where Called.Interface == UsageAPI {
        answer(call, request, refused: refused) { call.reply(reply($1, $2)) }
    }
}
