import RuleModel

/// Runs the engine over simulated time, with made-up clock readings and given actions.
///
/// The wall clock is always right, the machine never sleeps or restarts, and every write is on disk
/// at once.
package struct Simulation: Sendable {
    /// The engine at `now`: its targets, risk and rules are those of that time.
    package private(set) var engine: Engine
    /// The simulated present.
    package private(set) var now: Instant
    /// The totals so far; see `Totals.counted(to:)`.
    package private(set) var totals = Totals()

    private let pace: Pace
    private let details: Details
    private let boot: BootID
    /// Elapsed time less wall time, in milliseconds.
    private let shift: Int64
    private var forecast = ChangeForecast()
    private var happenings = SimulatedActionQueue()
    private var requests = SimulatedRequests()
    /// The engine's numbers of the protections that a person started, by `SimulatedAction.id`.
    private var protections: [Int64: Int64] = [:]
    /// The last number of the history: earlier events keep their numbers.
    private let lastKnown: Int64
    /// The first mark of the cadences that has not been checked.
    private var cursor: Instant
    private var outcomes: [Outcome] = []
    /// The engine's actions, last first; the same memory serves all inputs.
    private var actions: [Action] = []
    /// Whether the last answer follows an unblock, after which conditions are evaluated.
    private var isAfterUnblock = false

    /// A simulation that begins at an instant under one rule set, without history or with the state
    /// of a record that ends there: from its last event on if that is later.
    package init(
        _ rules: RuleSet, zone: TimeZoneRules, from instant: Instant,
        continuing history: State = State(), pace: Pace = .changes, details: Details = []
    ) {
        self.init(
            rules, beside: [], zone: zone, from: instant, continuing: history, pace: pace,
            details: details)
    }

    /// A simulation under rules as they are in force, pending edits included.
    package init(
        _ rules: RulesInForce, zone: TimeZoneRules, from instant: Instant,
        continuing history: State = State()
    ) {
        self.init(
            rules.written, beside: rules.earlier, zone: zone, from: instant,
            continuing: history, pace: .changes, details: [])
    }

    private init(
        _ rules: RuleSet, beside standing: [RuleSet], zone: TimeZoneRules, from instant: Instant,
        continuing history: State, pace: Pace, details: Details
    ) {
        let from = max(instant, history.last?.at ?? instant)
        // The given rules are in force at once.
        var history = history
        history.edits = []
        self.pace = pace
        self.details = details
        // A record continues in its own boot: running things keep their remaining time.
        boot = history.last?.elapsed.boot ?? BootID("simulation")
        shift =
            history.last.map { $0.elapsed.elapsed.milliseconds - $0.at.milliseconds }
            ?? -from.milliseconds
        lastKnown = history.lastSequence
        now = from
        cursor = from
        let reading = Reading(
            wall: from, elapsed: TimeSpan(milliseconds: from.milliseconds + shift), boot: boot,
            isSynchronised: true)
        engine = Engine(continuing: history, at: reading, beside: standing)
        for decided in history.decisions where decided.value.isBlocked {
            totals.begin(decided.key, at: from)
        }
        send(.started(version: "simulation", rules: rules, zone: zone))
    }

    /// Adds actions in any order; those in the past happen at once.
    ///
    /// At one instant the daemon's own marks come first, then the actions in the order given.
    package mutating func add(_ happenings: [SimulatedAction]) {
        self.happenings.add(happenings)
    }

    /// Advances to an instant and everything at it; returns the outcomes in order.
    ///
    /// The outcomes do not depend on the steps in which time advances.
    package mutating func advance(to instant: Instant) -> [Outcome] {
        while let (stop, mark) = nextStop(through: instant) {
            now = stop
            cursor = max(cursor, stop + TimeSpan(milliseconds: 1))
            if let mark {
                send(mark.isEmpty ? .observed : .tick(mark))
                if details.contains(.evaluations), mark.isEvaluated {
                    emit(.evaluated(engine.features), of: nil)
                }
            }
            while let happening = happenings.next(at: stop) {
                perform(happening.kind, of: happening.id)
            }
        }
        cursor = max(cursor, instant + TimeSpan(milliseconds: 1))
        if now < instant {
            now = instant
            // Later queries to the engine are about this moment.
            send(.observed)
        }
        return drainOutcomes()
    }

    /// Returns and clears the outcomes; reserves space for as many.
    private mutating func drainOutcomes() -> [Outcome] {
        let outcomes = outcomes
        self.outcomes = []
        self.outcomes.reserveCapacity(outcomes.count)
        return outcomes
    }

    /// The next instant with work, and the marks at it; nil: no look at the clock either.
    private mutating func nextStop(through limit: Instant) -> (Instant, Cadences?)? {
        let happening = happenings.nextAt.map { max($0, now) }
        let wake = wake.map { max($0, now + TimeSpan(milliseconds: 1)) }
        let first = min(happening ?? limit, wake ?? limit, limit)
        let mark: Instant? =
            switch pace {
            case .changes: nextMark(through: first)
            case .minutes: Cadences.schedules.mark(from: cursor).flatMap { $0 <= first ? $0 : nil }
            }
        if let mark { return (mark, Cadences(at: mark)) }
        if let wake, wake <= limit, wake <= happening ?? wake {
            return (wake, wake >= cursor ? Cadences(at: wake) : [])
        }
        guard let happening, happening <= limit else { return nil }
        return (happening, nil)
    }

    /// The first mark at which a result may differ.
    private mutating func nextMark(through limit: Instant) -> Instant? {
        let isPlain =
            !engine.hasSeveralScores && engine.state.usage.running.isEmpty
            && engine.uses.open.isEmpty && !engine.uses.hasNews
        if isPlain, forecast.hasNoMark(from: cursor, through: limit) { return nil }
        return forecast.nextMark(from: cursor, through: limit, engine)
    }

    /// Sends a request to the engine now; returns the outcomes so far and the answer.
    package mutating func ask<Asked: Request>(
        _ request: Asked
    ) -> (outcomes: [Outcome], answer: Answer<Asked>) {
        let before = advance(to: now)
        let answer = answer(to: request)
        finish(of: nil)
        return (before + drainOutcomes(), answer)
    }

    // MARK: Actions

    private mutating func perform(_ kind: consuming SimulatedAction.Kind, of id: Int) {
        switch consume kind {
        case .attempt(let place): tell(.attempt(answer(to: .attempt(place), of: id)), of: id)
        case .request(let number, let place, let intent, let isPause, let isEmergency):
            let answer = answer(
                to: .request(
                    known(place), intent: intent, isPause: isPause, isEmergency: isEmergency),
                of: id)
            if case .replied(let request) = answer { requests.add(number, request.id) }
            tell(.request(consume answer), of: id)
        case .intent(let number, let intent):
            let request = requests[number] ?? number
            guard let open = engine.state.requests.first(where: { $0.id == request }) else {
                return
            }
            let ask = AskToUnblock.request(open.place, intent: intent, isPause: open.isPause)
            tell(.request(answer(to: ask, of: id)), of: id)
        case .keep(let number):
            guard let request = known(request: number) else { return }
            tell(.keep(answer(to: .keep(request: request), of: id)), of: id)
        case .confirm(let number, let isPatient):
            guard let request = known(request: number) else { return }
            let answer = answer(to: .confirm(request: request), of: id)
            if isPatient, case .refused(.waitNotOver(let left)) = answer {
                happenings.postpone(
                    SimulatedAction(
                        at: now + left, id: id, .confirm(number, isPatient: false)))
            }
            tell(.confirm(consume answer), of: id)
        case .protectInstead(let number, let length):
            guard let request = known(request: number) else { return }
            let answer = answer(to: .protectInstead(request: request, length: length), of: id)
            if case .replied(let reply) = answer { protections[Int64(id)] = reply.protection.id }
            tell(.protectInstead(consume answer), of: id)
        case .protect(let target, let length, let name, let isStrict):
            let answer = answer(
                to: StartProtection(
                    target: target, length: length, name: name, isStrict: isStrict), of: id)
            if case .replied(let reply) = answer { protections[Int64(id)] = reply.protection.id }
            tell(.protect(consume answer), of: id)
        case .takeBack(let number):
            let protection = protections[number] ?? number
            tell(.takeBack(answer(to: .takeBack(protection: protection), of: id)), of: id)
        case .endGrants(let place):
            tell(.endGrants(answer(to: .endGrants(of: place), of: id)), of: id)
        case .use(let place, let length): use(place, for: length, of: id)
        case .absence(let isIdle, let isLocked):
            let report = ReportAbsence.idle(
                reporter: 0, isIdle: isIdle, isLocked: isLocked, for: .zero)
            tell(.absence(answer(to: report, of: id)), of: id)
        case .checkIn(let key, let isYes):
            tell(.checkIn(answer(to: .answerCheckIn(key, isYes: isYes), of: id)), of: id)
        case .outcome(let number, let isBought, let amount, let regret):
            guard let request = known(request: number) else { return }
            let outcome = LogOutcome.logOutcome(
                request: request, isBought: isBought, amount: amount, regret: regret)
            tell(.outcome(answer(to: outcome, of: id)), of: id)
        case .switch(let subject, let isOn):
            tell(.switch(answer(to: .switch(subject, isOn: isOn), of: id)), of: id)
        case .rules(let rules):
            _ = answer(to: .rules(rules), of: id)
            finish(of: id)
        case .input(let input): send(input, of: id)
        }
    }

    /// The engine's number of a request.
    private func known(request number: Int64) -> Int64? {
        requests[number] ?? (number <= lastKnown ? number : nil)
    }

    /// The place with the engine's number of its protection.
    private func known(_ place: Place) -> Place {
        guard case .protection(let id) = place, let known = protections[id] else { return place }
        return .protection(known)
    }

    /// Simulates the use of a place up to an instant, as if its reporter spoke of it until then.
    private mutating func use(_ place: Place, for length: TimeSpan, of id: Int) {
        let answer = answer(to: .useOpened(place), of: id)
        tell(.use(answer), of: id)
        guard case .replied(let use) = answer else { return }
        let end = TimeSpan(milliseconds: now.milliseconds + shift) + max(.zero, length)
        engine.see(use.use, use.targets, at: end - Uses.limit)
        send(.observed, of: id)
    }

    // MARK: The engine

    /// The time of the engine's next wake-up.
    private var wake: Instant? {
        engine.outbox.wake.map { Instant(milliseconds: $0.milliseconds - shift) }
    }

    /// A reading of the present.
    private var reading: Reading {
        Reading(
            wall: now, elapsed: TimeSpan(milliseconds: now.milliseconds + shift), boot: boot,
            isSynchronised: true)
    }

    private mutating func send(_ input: Input, of happening: Int? = nil) {
        forecast.handle(input)
        let reading = reading
        engine.handle(input, at: reading, into: &actions)
        carryOut(of: happening)
    }

    /// Sends the engine a request; writes are on disk at once. `tell` or `finish` must follow.
    private mutating func answer<Asked: Request>(
        to request: Asked, of happening: Int? = nil
    ) -> Answer<Asked> {
        forecast.handle(request)
        let reading = reading
        let response = engine.handle(request, at: reading, into: &actions)
        switch consume response {
        case .answered(let answer): return answer
        case .awaitsCommit(let completion):
            isAfterUnblock = completion.event.fact.isUnblock
            carryOut(of: happening)
            return engine.handle(committed: completion, at: reading, into: &actions)
        }
    }

    /// Tells an answer, and then what follows from it.
    private mutating func tell(_ reaction: consuming Reaction, of happening: Int) {
        emit(.answered(reaction), of: happening)
        finish(of: happening)
    }

    /// Carries out what follows from an answer.
    private mutating func finish(of happening: Int?) {
        carryOut(of: happening)
        guard isAfterUnblock else { return }
        isAfterUnblock = false
        if details.contains(.evaluations) { emit(.evaluated(engine.features), of: happening) }
    }

    /// Carries out the engine's actions.
    private mutating func carryOut(of happening: Int?) {
        while let action = actions.popLast() {
            switch consume action {
            case .record(let event): report(event, of: happening)
            case .commitFirst(let event, _): report(event, of: happening)
            case .decide, .assessed, .wake: break
            }
        }
    }

    private mutating func report(_ event: Event, of happening: Int?) {
        forecast.apply(event.fact)
        totals.count(event)
        switch event.fact {
        case .decided(let decision): emit(.decided(decision), of: happening)
        case .riskAssessed:
            if let assessment = engine.assessment { emit(.assessed(assessment), of: happening) }
        case .protectionStarted(let protection) where protection.kind == .autoProtection:
            emit(.protected(protection), of: happening)
        default: break
        }
        if details.contains(.record) { emit(.recorded(event), of: happening) }
    }

    private mutating func emit(_ kind: consuming Kind, of happening: Int?) {
        outcomes.append(Outcome(at: now, happening: happening, kind: kind))
    }
}
