import RuleModel

/// A span of time gone through in no time: the engine itself, driven by made-up readings of its
/// clocks and by what is given to happen.
///
/// The wall clock is always right, the machine never sleeps and never restarts, and whatever has to
/// reach the disk first is there at once.
package struct Simulation: Sendable {
    /// The engine as it stands at `now`: what it says of targets, risk and rules is that of then.
    package private(set) var engine: Engine
    /// Up to when time has gone.
    package private(set) var now: Instant
    /// What came out so far, in numbers; see `Totals.counted(to:)`.
    package private(set) var totals = Totals()

    private let pace: Pace
    private let details: Details
    private let boot: BootID
    /// Elapsed time less wall time, in milliseconds.
    private let shift: Int64
    private var forecast = ChangeForecast()
    private var happenings = SimulatedActionQueue()
    /// The numbers that the engine gave to requests, by the giver's own.
    private var requests: [Int64: Int64] = [:]
    /// The numbers that it gave to the protections that a person started, by `SimulatedAction.id`.
    private var protections: [Int64: Int64] = [:]
    /// The last number of the history: what it names keeps its numbers.
    private let lastKnown: Int64
    /// When the engine asked to be woken.
    private var wake: Instant?
    /// The first mark of the cadences that has not been looked at.
    private var cursor: Instant
    private var outcomes: [Outcome] = []
    /// Actions of the engine that are not carried out yet, the last first: the same memory serves
    /// all inputs.
    private var actions: [Action] = []

    /// Begins at an instant under a rule set alone, with nothing recorded before, or with what a
    /// record left behind that ends there: from its last event on if that is later.
    package init(
        _ rules: RuleSet, zone: TimeZoneRules, from instant: Instant,
        continuing history: State = State(), pace: Pace = .changes, details: Details = []
    ) {
        self.init(
            rules, beside: [], zone: zone, from: instant, continuing: history, pace: pace,
            details: details)
    }

    /// Begins likewise under rules as they are in force, whatever waits among them.
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
        // The rules that are given are in force as they are.
        var history = history
        history.edits = []
        self.pace = pace
        self.details = details
        // A record goes on in its own boot: what runs has as much left as it had.
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
        for (target, decided) in history.decisions where decided.decision.isBlocked {
            totals.begin(target, at: from)
        }
        send(.started(version: "simulation", rules: rules, zone: zone))
    }

    /// Adds what will happen, in any order; what lies in the past happens at once.
    ///
    /// At one instant come first the daemon's own marks, then what happens in the order given.
    package mutating func add(_ happenings: [SimulatedAction]) {
        self.happenings.add(happenings)
        requests.reserveCapacity(requests.count + happenings.count(where: \.isRequest))
    }

    /// Goes on to an instant, with all that is at it; returns what came out, in order.
    ///
    /// What comes out does not depend on the pieces in which time goes on.
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
            while let happening = happenings.next(at: stop) { perform(happening) }
        }
        cursor = max(cursor, instant + TimeSpan(milliseconds: 1))
        if now < instant {
            now = instant
            // What is asked of the engine now is of this moment.
            send(.observed)
        }
        return drainOutcomes()
    }

    /// Hands over what came out; as much is expected to come next.
    private mutating func drainOutcomes() -> [Outcome] {
        let outcomes = outcomes
        self.outcomes = []
        self.outcomes.reserveCapacity(outcomes.count)
        return outcomes
    }

    /// The next instant with something to do, and which marks are given at it; nil: no look at the
    /// clock either.
    private mutating func nextStop(through limit: Instant) -> (Instant, Cadences?)? {
        let happening = happenings.nextAt.map { max($0, now) }
        let wake = wake.map { $0 > now ? $0 : now + TimeSpan(milliseconds: 1) }
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

    /// The first mark at which something may come out otherwise; the engine is not copied for
    /// nothing.
    private mutating func nextMark(through limit: Instant) -> Instant? {
        let isPlain =
            engine.rules.earlier.isEmpty && engine.state.usage.running.isEmpty
            && engine.uses.open.isEmpty && !engine.uses.hasNews
        if isPlain, forecast.hasNoMark(from: cursor, through: limit) { return nil }
        return forecast.nextMark(from: cursor, through: limit, engine)
    }

    /// Asks something of the engine now; returns what came out until then and of it, and the
    /// answer.
    package mutating func ask<Asked: Request>(
        _ request: Asked
    ) -> (outcomes: [Outcome], answer: Answer<Asked>) {
        let before = advance(to: now)
        let answer = send(request) { _ in nil }
        return (before + drainOutcomes(), answer)
    }

    // MARK: What happens

    private mutating func perform(_ happening: SimulatedAction) {
        switch happening.kind {
        case .attempt(let place): send(.attempt(place), of: happening.id, Reaction.attempt)
        case .request(let number, let place, let intent, let isPause):
            let answer = send(
                .request(known(place), intent: intent, isPause: isPause), of: happening.id,
                Reaction.request)
            if case .replied(let request) = answer { requests[number] = request.id }
        case .intent(let number, let intent):
            let id = requests[number] ?? number
            guard let open = engine.state.requests.first(where: { $0.id == id }) else { return }
            send(
                .request(open.place, intent: intent, isPause: open.isPause), of: happening.id,
                Reaction.request)
        case .keep(let number):
            guard let request = known(request: number) else { return }
            send(.keep(request: request), of: happening.id, Reaction.keep)
        case .confirm(let number, let isPatient):
            guard let request = known(request: number) else { return }
            let answer = send(.confirm(request: request), of: happening.id, Reaction.confirm)
            if isPatient, case .refused(.waitNotOver(let left)) = answer {
                happenings.postpone(
                    SimulatedAction(
                        at: now + left, id: happening.id, .confirm(number, isPatient: false)))
            }
        case .protectInstead(let number, let length):
            guard let request = known(request: number) else { return }
            let protect = ProtectInstead(request: request, length: length)
            if case .replied(let reply) = send(protect, of: happening.id, Reaction.protectInstead) {
                protections[Int64(happening.id)] = reply.protection.id
            }
        case .protect(let target, let length, let name, let isStrict):
            let protect = StartProtection(
                target: target, length: length, name: name, isStrict: isStrict)
            if case .replied(let reply) = send(protect, of: happening.id, Reaction.protect) {
                protections[Int64(happening.id)] = reply.protection.id
            }
        case .use(let place, let length): use(place, for: length, happening)
        case .absence(let isIdle, let isLocked):
            send(
                .idle(reporter: 0, isIdle: isIdle, isLocked: isLocked, for: .zero),
                of: happening.id, Reaction.absence)
        case .checkIn(let key, let isYes):
            send(.answerCheckIn(key, isYes: isYes), of: happening.id, Reaction.checkIn)
        case .outcome(let number, let isBought, let amount, let regret):
            guard let request = known(request: number) else { return }
            send(
                .logOutcome(request: request, isBought: isBought, amount: amount, regret: regret),
                of: happening.id, Reaction.outcome)
        case .switch(let subject, let isOn):
            send(.switch(subject, isOn: isOn), of: happening.id, Reaction.switch)
        case .rules(let rules): send(.rules(rules), of: happening.id) { _ in nil }
        case .input(let input): send(input, of: happening.id)
        }
    }

    /// The number that the engine knows a request by.
    private func known(request number: Int64) -> Int64? {
        requests[number] ?? (number <= lastKnown ? number : nil)
    }

    /// The place with the number that a protection has here.
    private func known(_ place: Place) -> Place {
        guard case .protection(let id) = place, let known = protections[id] else { return place }
        return .protection(known)
    }

    /// Has a place used up to an instant, as if its reporter spoke of it until then.
    private mutating func use(_ place: Place, for length: TimeSpan, _ happening: SimulatedAction) {
        guard case .replied(let use) = send(.useOpened(place), of: happening.id, Reaction.use)
        else { return }
        let end = TimeSpan(milliseconds: now.milliseconds + shift) + max(.zero, length)
        engine.see(use.use, use.targets, at: end - Uses.limit)
        send(.observed, of: happening.id)
    }

    // MARK: The engine

    /// Has a reading made of the present; a moment that has come is no longer awaited.
    private mutating func read() -> Reading {
        if let due = wake, due <= now { wake = nil }
        return Reading(
            wall: now, elapsed: TimeSpan(milliseconds: now.milliseconds + shift), boot: boot,
            isSynchronised: true)
    }

    private mutating func send(_ input: Input, of happening: Int? = nil) {
        forecast.handle(input)
        let reading = read()
        engine.handle(input, at: reading, into: &actions)
        carryOut(of: happening)
    }

    /// Gives the engine a request; what has to be on disk first is there at once.
    @discardableResult
    private mutating func send<Asked: Request>(
        _ request: Asked, of happening: Int? = nil,
        _ reaction: (Answer<Asked>) -> Reaction?
    ) -> Answer<Asked> {
        forecast.handle(request)
        let reading = read()
        let response = engine.handle(request, at: reading, into: &actions)
        let answer: Answer<Asked>
        switch response {
        case .answered(let given): answer = given
        case .awaitsCommit(let completion):
            carryOut(of: happening)
            answer = engine.handle(committed: completion, at: reading, into: &actions)
        }
        if let reaction = reaction(answer) { emit(.answered(reaction), of: happening) }
        carryOut(of: happening)
        if details.contains(.evaluations), case .awaitsCommit(let completion) = response,
            completion.event.fact.isUnblock
        {
            emit(.evaluated(engine.features), of: happening)
        }
        return answer
    }

    /// Carries out what the engine asks for.
    private mutating func carryOut(of happening: Int?) {
        while let action = actions.popLast() {
            switch consume action {
            case .record(let event), .commitFirst(let event, _): report(event, of: happening)
            case .wake(let deadline):
                wake = deadline.map { Instant(milliseconds: $0.elapsed.milliseconds - shift) }
            case .decide, .assessed: break
            }
        }
    }

    @inline(__always)
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
