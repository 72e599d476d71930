import API
import Engine
import RuleModel

/// `org.soteria.unblock`.
extension Daemon: UnblockAPI.Handlers {
    func options(_ call: TypedCall<UnblockAPI.Options>) {
        observe()
        let rules = engine.rules.unblock
        let isProtected = engine.isAutoProtected(engine.rules.targets.map(\.key))
        func wait(_ purpose: Purpose) -> Int {
            engine.wait(for: purpose, isAutoProtected: isProtected).secondsLeft
        }
        call.reply(
            UnblockAPI.Options.Reply(
                categories: rules.categories, moods: rules.moods, plannedWait: wait(.planned),
                impulseWait: wait(.impulse), grant: rules.grant.secondsLeft,
                emergency: emergency(engine.emergencyStanding)))
    }

    private func emergency(_ standing: EmergencyStanding?) -> UnblockAPI.Emergency? {
        standing.map { UnblockAPI.Emergency($0, clock: engine.localClock) }
    }

    func request(_ call: TypedCall<UnblockAPI.Request>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let isPause = asked.pause ?? false
        let place = try call.place(asked.place, isPause: isPause)
        let intent = try asked.intent.map(call.intent)
        let isEmergency = asked.emergency ?? false
        if isEmergency, !place.isOpenedInEmergencies { throw .invalidParameter("emergency") }
        answer(
            call,
            .request(place, intent: intent, isPause: isPause, isEmergency: isEmergency),
            refused: { $0.unblockError($1) }
        ) { daemon, request, recorded in
            call.reply(.init(request: .init(request, in: daemon.engine), recorded: recorded))
        }
    }

    func keep(_ call: TypedCall<UnblockAPI.Keep>) {
        answer(
            call, .keep(request: Int64(call.parameters.request)),
            refused: { $0.unblockError($1) }
        ) { daemon, _, recorded in
            call.reply(.init(today: daemon.engine.momentsToday, recorded: recorded))
        }
    }

    func confirm(_ call: TypedCall<UnblockAPI.Confirm>) {
        answer(
            call, .confirm(request: Int64(call.parameters.request)),
            refused: { $0.unblockError($1) }
        ) { daemon, reply, _ in
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

    func protect(_ call: TypedCall<UnblockAPI.Protect>) {
        let asked = call.parameters
        let seconds = asked.seconds ?? 3600
        answer(
            call,
            .protectInstead(request: Int64(asked.request), length: span(ofSeconds: seconds)),
            refused: { $0.unblockError($1, seconds: seconds) }
        ) { daemon, running, recorded in
            call.reply(
                UnblockAPI.Protect.Reply(
                    protection: Int(running.protection.id), targets: running.protection.targets,
                    until: daemon.text(running.until), recorded: recorded))
        }
    }

    func endGrants(_ call: TypedCall<UnblockAPI.EndGrants>) throws(CallError<UnblockAPI>) {
        let place = try call.place(call.parameters.place, isPause: true)
        if case .protection = place { throw .invalidParameter("place") }
        answer(
            call, .endGrants(of: place),
            refused: { _, refusal in
                switch refusal {
                case .noSuchTarget(let key): .noSuchTarget(target: key)
                case .notMonitored(let key): .notMonitored(target: key)
                case .noTarget: .notBlocked(targets: [])
                }
            }
        ) { daemon, reply, recorded in
            call.reply(
                UnblockAPI.EndGrants.Reply(
                    grants: reply.grants.map { Int($0) }, targets: reply.targets,
                    blocked: reply.targets.filter(daemon.engine.isBlocked), recorded: recorded))
        }
    }

    func attempt(_ call: TypedCall<UnblockAPI.Attempt>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        let place = try call.place(site: asked.site, path: asked.path, app: asked.app)
        let attempt = ReportAttempt.attempt(place, isThawed: asked.thawed ?? false)
        answer(call, attempt, refused: CallError.never) { _, targets, recorded in
            call.reply(
                .init(blocked: !targets.isEmpty, targets: targets, recorded: recorded))
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
}

/// Methods of `org.soteria.unblock` about the outcomes of unblocks.
extension Daemon {
    func logOutcome(_ call: TypedCall<UnblockAPI.LogOutcome>) throws(CallError<UnblockAPI>) {
        let said = call.parameters
        let outcome = LogOutcome.logOutcome(
            request: Int64(said.request), isBought: said.bought, amount: try call.spent(said),
            regret: said.regret)
        answer(
            call, outcome,
            refused: { _, refusal in
                switch refusal {
                case .noSuchRequest(let id): .noSuchRequest(request: Int(id))
                case .notUnblocked(let id, let outcome):
                    .notUnblocked(request: Int(id), outcome: outcome.map { .init($0) } ?? .open)
                case .tooLate(let id):
                    .tooLate(request: Int(id), days: Int(UnblockOutcome.patience.seconds / 86400))
                case .invalidRegret(let regret):
                    .invalidRegret(
                        regret: regret, minimum: LoggedOutcome.regrets.lowerBound,
                        maximum: LoggedOutcome.regrets.upperBound)
                }
            }
        ) { daemon, outcome, _ in
            call.reply(.init(outcome: .init(outcome, clock: daemon.engine.localClock)))
        }
    }

    func unblocks(_ call: TypedCall<UnblockAPI.Unblocks>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        if let limit = asked.limit, limit < 1 { throw .invalidParameter("limit") }
        observe()
        let oldest = engine.now - UnblockOutcome.patience
        let isUnlogged = asked.unlogged ?? false
        let found = engine.state.aftermaths.reversed()
            .filter { $0.at >= oldest && !(isUnlogged && $0.outcome != nil) }
            .prefix(asked.limit ?? .max)
        call.reply(UnblockAPI.Unblocks.Reply(unblocks: found.map { .init($0, in: engine) }))
    }
}

/// Refusals of the engine as errors of `org.soteria.unblock`.
extension Daemon {
    func unblockError(_ refusal: AskToUnblock.Refusal) -> CallError<UnblockAPI> {
        let rules = engine.rules.unblock
        return switch refusal {
        // Nothing is monitored: there is nothing to be opened.
        case .noSuchTarget(""): .notBlocked(targets: [])
        case .noSuchTarget(let key): .noSuchTarget(target: key)
        case .notMonitored(let key): .notMonitored(target: key)
        case .noSuchProtection(let id): .noSuchProtection(protection: Int(id))
        case .notBlocked(let targets): .notBlocked(targets: targets)
        case .strict(let until, let target): strict(target, until)
        case .emergencyUsed(let standing, let target): emergencyUsed(standing, target)
        case .alreadyOpen(let id): .alreadyOpen(request: Int(id))
        case .beingConfirmed(let id): .beingConfirmed(request: Int(id))
        case .unknownCategory(let category):
            .unknownCategory(category: category, known: rules.categories)
        case .unknownMood(let mood): .unknownMood(mood: mood, known: rules.moods)
        case .invalidMinutes(let minutes):
            .invalidMinutes(
                minutes: minutes, minimum: Intent.minutesAllowed.lowerBound,
                maximum: Intent.minutesAllowed.upperBound)
        }
    }

    /// The refusal under a strict restriction, as the error of an interface.
    func strict<API>(
        _ target: String, _ until: Instant?,
        _ error: (
            _ target: String, _ until: String?, _ rule: String?, _ checkIn: String?,
            _ emergency: EmergencyStanding?
        ) -> CallError<API>
    ) -> CallError<API> {
        let restriction = engine.strictRestriction(on: target)
        return error(
            target, text(until), restriction?.name, engine.openCheckIn(of: restriction),
            engine.emergencyLeft(for: target))
    }

    private func strict(_ target: String, _ until: Instant?) -> CallError<UnblockAPI> {
        strict(target, until) {
            .strict(
                target: $0, until: $1, restriction: $2, checkIn: $3, emergency: emergency($4))
        }
    }

    private func emergencyUsed(
        _ standing: EmergencyStanding, _ target: String
    ) -> CallError<UnblockAPI> {
        .emergencyUsed(target: target, emergency: .init(standing, clock: engine.localClock))
    }

    func unblockError(_ refusal: EndRefusal) -> CallError<UnblockAPI> {
        switch refusal {
        case .noSuchRequest(let id): .noSuchRequest(request: Int(id))
        case .requestOver(let id, let outcome):
            .requestOver(request: Int(id), outcome: .init(outcome))
        case .beingConfirmed(let id): .beingConfirmed(request: Int(id))
        }
    }

    func unblockError(_ refusal: ConfirmUnblock.Refusal) -> CallError<UnblockAPI> {
        switch refusal {
        case .notOpen(let refusal): unblockError(refusal)
        case .notBlocked(let targets): .notBlocked(targets: targets)
        case .strict(let until, let target): strict(target, until)
        case .emergencyUsed(let standing, let target): emergencyUsed(standing, target)
        case .intentNeeded(let id): .intentNeeded(request: Int(id))
        case .waitNotOver(let left): .waitNotOver(remainingSeconds: left.secondsLeft)
        }
    }

    /// The error of a protection that does not begin; `seconds` is the length that was asked for.
    func unblockError(
        _ refusal: ProtectInstead.Refusal, seconds: Int
    ) -> CallError<UnblockAPI> {
        switch refusal {
        case .notOpen(let refusal): unblockError(refusal)
        // Nothing is monitored: there is nothing to be protected.
        case .protection(.noSuchTarget("")): .notBlocked(targets: [])
        case .protection(.noSuchTarget(let key)): .noSuchTarget(target: key)
        case .protection(.notMonitored(let key)): .notMonitored(target: key)
        case .protection(.invalidLength):
            .invalidDuration(seconds: seconds, minimum: 60, maximum: 604_800)
        }
    }
}
