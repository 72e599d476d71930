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
        answer(call, .request(place, intent: intent, isPause: isPause)) {
            daemon, answer -> UnblockAPI.Request.Reply? in
            guard case .requested(let request) = answer else { return nil }
            return UnblockAPI.Request.Reply(request: .init(request, in: daemon.engine))
        }
    }

    func keep(_ call: TypedCall<UnblockAPI.Keep>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let input = Input.keep(request: Int64(asked.request))
        answer(call, input, unrecorded: "; the block is kept all the same") {
            daemon, answer -> UnblockAPI.Keep.Reply? in
            guard case .kept = answer else { return nil }
            return UnblockAPI.Keep.Reply(today: daemon.engine.figures.keptToday)
        }
    }

    func confirm(_ call: TypedCall<UnblockAPI.Confirm>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        answer(call, .confirm(request: Int64(asked.request))) {
            daemon, answer -> UnblockAPI.Confirm.Reply? in
            switch answer {
            case .granted(let grant, let until):
                UnblockAPI.Confirm.Reply(
                    grant: .init(grant, until: until, in: daemon.engine),
                    blocked: grant.targets.filter(daemon.engine.isBlocked))
            case .released(let blocked): UnblockAPI.Confirm.Reply(blocked: blocked)
            default: nil
            }
        }
    }

    func protect(_ call: TypedCall<UnblockAPI.Protect>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let seconds = asked.seconds ?? 3600
        let input = Input.protectInstead(
            request: Int64(asked.request), length: span(ofSeconds: seconds))
        let unrecorded = "; the protection runs all the same"
        answer(call, input, seconds: seconds, unrecorded: unrecorded) {
            daemon, answer -> UnblockAPI.Protect.Reply? in
            guard case .protecting(let protection, let until) = answer else { return nil }
            return UnblockAPI.Protect.Reply(
                protection: Int(protection.id), targets: protection.targets,
                until: daemon.text(until))
        }
    }

    func attempt(_ call: TypedCall<UnblockAPI.Attempt>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let place = try call.place(site: asked.site, app: asked.app)
        answer(call, .attempt(place)) { _, answer -> UnblockAPI.Attempt.Reply? in
            guard case .attempted(let targets) = answer else { return nil }
            return UnblockAPI.Attempt.Reply(blocked: !targets.isEmpty, targets: targets)
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

    /// Gives an input to the engine and answers the call with what it led to; `seconds` is the
    /// length that was asked for, if one was.
    func answer<Called: TypedMethod>(
        _ call: TypedCall<Called>, _ input: Input, seconds: Int = 0, unrecorded: String = "",
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Called.Reply?
    ) where Called.Interface == UnblockAPI {
        let errors = CallErrors<UnblockAPI>(
            refused: { $0.unblockError($1, seconds: seconds) },
            unavailable: { .storeUnavailable(reason: $0) })
        answer(call, input, errors, unrecorded: unrecorded, reply: reply)
    }
}
