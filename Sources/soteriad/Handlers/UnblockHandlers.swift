import API
import Engine
import EventStore
import Varlink

/// `org.soteria.unblock`.
extension Daemon {
    nonisolated var unblockMethods: [String: Method] {
        [
            "Options": method { try $0.unblockOptions($1) },
            "Request": method { try $0.requestUnblock($1) },
            "Keep": method { try $0.keepBlock($1) },
            "Confirm": method { try $0.confirmUnblock($1) },
            "Protect": method { try $0.protectInstead($1) },
            "Attempt": method { try $0.attempt($1) },
            "List": method { try $0.listRequests($1) },
            "LogOutcome": method { try $0.logOutcome($1) },
            "Unblocks": method { try $0.listUnblocks($1) },
        ]
    }

    private func unblockOptions(_ call: Call) throws {
        try call.noParameters()
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

    private func requestUnblock(_ call: Call) throws {
        let asked = try call.decode(UnblockAPI.Request.Parameters.self)
        let isPause = asked.pause ?? false
        let place = try self.place(asked.place, isPause: isPause)
        let intent = try asked.intent.map { try self.intent($0) }
        answer(call, .request(place, intent: intent, isPause: isPause)) {
            daemon, answer -> UnblockAPI.Request.Reply? in
            guard case .requested(let request) = answer else { return nil }
            return UnblockAPI.Request.Reply(request: daemon.phrase(request))
        }
    }

    private func keepBlock(_ call: Call) throws {
        let asked = try call.decode(UnblockAPI.Keep.Parameters.self)
        let input = Input.keep(request: Int64(asked.request))
        answer(call, input, unrecorded: "; the block is kept all the same") {
            daemon, answer -> UnblockAPI.Keep.Reply? in
            guard case .kept = answer else { return nil }
            return UnblockAPI.Keep.Reply(today: daemon.engine.figures.keptToday)
        }
    }

    private func confirmUnblock(_ call: Call) throws {
        let asked = try call.decode(UnblockAPI.Confirm.Parameters.self)
        answer(call, .confirm(request: Int64(asked.request))) {
            daemon, answer -> UnblockAPI.Confirm.Reply? in
            switch answer {
            case .granted(let grant, let until):
                UnblockAPI.Confirm.Reply(
                    grant: daemon.phrase(grant, until: until),
                    blocked: grant.targets.filter(daemon.engine.isBlocked))
            case .released(let blocked): UnblockAPI.Confirm.Reply(blocked: blocked)
            default: nil
            }
        }
    }

    private func protectInstead(_ call: Call) throws {
        let asked = try call.decode(UnblockAPI.Protect.Parameters.self)
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

    private func attempt(_ call: Call) throws {
        let asked = try call.decode(UnblockAPI.Attempt.Parameters.self)
        let place = try self.place(site: asked.site, app: asked.app)
        answer(call, .attempt(place)) { _, answer -> UnblockAPI.Attempt.Reply? in
            guard case .attempted(let targets) = answer else { return nil }
            return UnblockAPI.Attempt.Reply(blocked: !targets.isEmpty, targets: targets)
        }
    }

    private func listRequests(_ call: Call) throws {
        let asked = try call.decode(UnblockAPI.List.Parameters.self)
        observe()
        let outcome = try asked.request.map { try self.outcome(of: Int64($0)) }
        let grants = engine.state.grants.sorted { $0.id < $1.id }
        call.reply(
            UnblockAPI.List.Reply(
                requests: engine.state.requests.sorted { $0.id < $1.id }.map(phrase),
                grants: grants.map { phrase($0, until: engine.end(of: $0.time)) },
                outcome: outcome))
    }

    private func outcome(of request: Int64) throws -> UnblockAPI.Outcome {
        if engine.state.requests.contains(where: { $0.id == request }) { return .open }
        guard let ended = engine.state.outcomes.last(where: { $0.request == request }) else {
            throw UnblockAPI.NoSuchRequest(request: Int(request)).varlinkError
        }
        return phrase(ended.outcome)
    }

    /// Gives an input to the engine and answers the call with what it led to; `seconds` is the
    /// length that was asked for, if one was.
    func answer<Reply: Encodable & SendableMetatype>(
        _ call: Call, _ input: Input, seconds: Int = 0, unrecorded: String = "",
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Reply?
    ) {
        let errors = CallErrors(
            refused: { $0.unblockError($1, seconds: seconds) },
            unavailable: { UnblockAPI.StoreUnavailable(reason: $0).varlinkError })
        answer(call, input, errors, unrecorded: unrecorded, reply: reply)
    }
}
