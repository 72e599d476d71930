import API
import Engine
import EventStore
import Varlink

/// `org.soteria.unblock`.
extension Daemon: UnblockAPI.Handlers {
    func options(_ call: TypedCall<UnblockAPI.Options>) throws(CallError<UnblockAPI>) {
        observe()
        let rules = engine.rules.unblock
        let isProtected = engine.isAutoProtected(engine.rules.targets.map(\.key))
        func wait(_ purpose: Purpose) -> Int {
            engine.wait(for: purpose, isAutoProtected: isProtected).secondsLeft
        }
        call.reply(
            UnblockAPI.Options.Reply(
                categories: rules.categories, moods: rules.moods, plannedWait: wait(.planned),
                impulseWait: wait(.impulse), grant: rules.grant.secondsLeft))
    }

    func request(_ call: TypedCall<UnblockAPI.Request>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let isPause = asked.pause ?? false
        let place = try call.place(asked.place, isPause: isPause)
        let intent = try asked.intent.map(call.intent)
        answer(
            call, .request(place, intent: intent, isPause: isPause),
            refused: { $0.unblockError($1) }
        ) { daemon, request in
            call.reply(UnblockAPI.Request.Reply(request: .init(request, in: daemon.engine)))
        }
    }

    func keep(_ call: TypedCall<UnblockAPI.Keep>) throws(CallError<UnblockAPI>) {
        answer(
            call, .keep(request: Int64(call.parameters.request)),
            unrecorded: "; the block is kept all the same", refused: { $0.unblockError($1) }
        ) { daemon, _ in
            call.reply(UnblockAPI.Keep.Reply(today: daemon.engine.figures.keptToday))
        }
    }

    func confirm(_ call: TypedCall<UnblockAPI.Confirm>) throws(CallError<UnblockAPI>) {
        answer(
            call, .confirm(request: Int64(call.parameters.request)),
            refused: { $0.unblockError($1) }
        ) { daemon, reply in
            switch reply {
            case .granted(let grant, let until):
                call.reply(
                    UnblockAPI.Confirm.Reply(
                        grant: .init(grant, until: until, in: daemon.engine),
                        blocked: grant.targets.filter(daemon.engine.isBlocked)))
            case .released(let blocked): call.reply(UnblockAPI.Confirm.Reply(blocked: blocked))
            }
        }
    }

    func protect(_ call: TypedCall<UnblockAPI.Protect>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let seconds = asked.seconds ?? 3600
        answer(
            call,
            .protectInstead(request: Int64(asked.request), length: span(ofSeconds: seconds)),
            unrecorded: "; the protection runs all the same",
            refused: { $0.unblockError($1, seconds: seconds) }
        ) { daemon, running in
            call.reply(
                UnblockAPI.Protect.Reply(
                    protection: Int(running.protection.id), targets: running.protection.targets,
                    until: daemon.text(running.until)))
        }
    }

    func attempt(_ call: TypedCall<UnblockAPI.Attempt>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let place = try call.place(site: asked.site, app: asked.app)
        answer(call, .attempt(place), refused: CallError.never) { _, targets in
            call.reply(UnblockAPI.Attempt.Reply(blocked: !targets.isEmpty, targets: targets))
        }
    }

    func list(_ call: TypedCall<UnblockAPI.List>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        observe()
        var outcome: UnblockAPI.Outcome?
        if let request = asked.request { outcome = try self.outcome(of: Int64(request)) }
        let grants = engine.state.grants.sorted { $0.id < $1.id }
        call.reply(
            UnblockAPI.List.Reply(
                requests: engine.state.requests.sorted { $0.id < $1.id }.map {
                    .init($0, in: engine)
                },
                grants: grants.map { .init($0, until: engine.end(of: $0.time), in: engine) },
                outcome: outcome))
    }

    private func outcome(
        of request: Int64
    ) throws(CallError<UnblockAPI>) -> UnblockAPI.Outcome {
        if engine.state.requests.contains(where: { $0.id == request }) { return .open }
        guard let ended = engine.state.outcomes.last(where: { $0.request == request }) else {
            throw .noSuchRequest(request: Int(request))
        }
        return .init(ended.outcome)
    }

    private func answer<Called: TypedMethod, Asked: Request>(
        _ call: TypedCall<Called>, _ request: Asked, unrecorded: String = "",
        refused: @escaping @Sendable (isolated Daemon, Asked.Refusal) -> CallError<UnblockAPI>,
        then: @escaping @Sendable (isolated Daemon, Asked.Reply) -> Void
    ) where Called.Interface == UnblockAPI {
        answer(
            call, request, unrecorded: unrecorded,
            unavailable: { .storeUnavailable(reason: $0) }, refused: refused, then: then)
    }
}
