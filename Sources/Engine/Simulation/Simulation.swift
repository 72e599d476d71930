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
    private var outlook = Outlook()
    private var happenings = HappeningQueue()
    /// The numbers that the engine gave to requests, by the giver's own.
    private var requests: [Int64: Int64] = [:]
    /// The numbers that it gave to the protections that a person started, by `Happening.id`.
    private var protections: [Int64: Int64] = [:]
    /// The last number of the history: what it names keeps its numbers.
    private let lastKnown: Int64
    /// When the engine asked to be woken.
    private var wake: Instant?
    /// The first mark of the cadences that has not been looked at.
    private var cursor: Instant
    private var outcomes: [Outcome] = []

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
        give(.started(version: "simulation", rules: rules, zone: zone), of: nil)
    }

    /// Adds what will happen, in any order; what lies in the past happens at once.
    ///
    /// At one instant come first the daemon's own marks, then what happens in the order given.
    package mutating func add(_ happenings: [Happening]) {
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
                give(mark.isEmpty ? .observed : .tick(mark), of: nil)
                if details.contains(.evaluations), mark.isEvaluated {
                    put(.evaluated(engine.features), of: nil)
                }
            }
            while let happening = happenings.next(at: stop) { take(happening) }
        }
        cursor = max(cursor, instant + TimeSpan(milliseconds: 1))
        if now < instant {
            now = instant
            // What is asked of the engine now is of this moment.
            give(.observed, of: nil)
        }
        defer { outcomes = [] }
        return outcomes
    }

    /// The next instant at which there is something to do, and which marks of the cadences are to
    /// be given at it: nil none, not even a look; empty a look at the clock.
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

    /// The first mark at which something may come out otherwise. It is asked before each thing that
    /// happens: the engine is not handed over for nothing.
    private mutating func nextMark(through limit: Instant) -> Instant? {
        let isPlain =
            engine.rules.earlier.isEmpty && engine.state.usage.running.isEmpty
            && engine.uses.open.isEmpty && !engine.uses.hasNews
        if isPlain, outlook.hasNoMark(from: cursor, through: limit) { return nil }
        return outlook.nextMark(from: cursor, through: limit, engine)
    }

    // MARK: What happens

    private mutating func take(_ happening: Happening) {
        switch happening.kind {
        case .attempt(let place): give(.attempt(place), of: happening)
        case .request(let number, let place, let intent, let isPause):
            if case .requested(let request)? = give(
                .request(known(place), intent: intent, isPause: isPause), of: happening)
            {
                requests[number] = request.id
            }
        case .intent(let number, let intent):
            let id = requests[number] ?? number
            guard let open = engine.state.requests.first(where: { $0.id == id }) else { return }
            give(.request(open.place, intent: intent, isPause: open.isPause), of: happening)
        case .keep(let number): goOn(with: number, happening) { .keep(request: $0) }
        case .confirm(let number, let isPatient):
            let answer = goOn(with: number, happening) { .confirm(request: $0) }
            if isPatient, case .refused(.waitNotOver(let left))? = answer {
                happenings.put(
                    off: Happening(
                        at: now + left, id: happening.id, .confirm(number, isPatient: false)))
            }
        case .protectInstead(let number, let length):
            note(
                goOn(with: number, happening) { .protectInstead(request: $0, length: length) },
                happening)
        case .protect(let target, let length, let name, let isStrict):
            note(
                give(
                    .startProtection(
                        target: target, length: length, name: name, isStrict: isStrict),
                    of: happening), happening)
        case .use(let place, let length): use(place, for: length, happening)
        case .absence(let isIdle, let isLocked):
            give(
                .idle(reporter: 0, isIdle: isIdle, isLocked: isLocked, for: .zero), of: happening)
        case .checkIn(let key, let isYes): give(.answerCheckIn(key, isYes: isYes), of: happening)
        case .outcome(let number, let isBought, let amount, let regret):
            goOn(with: number, happening) {
                .logOutcome(request: $0, isBought: isBought, amount: amount, regret: regret)
            }
        case .input(let input): give(input, of: happening)
        }
    }

    @discardableResult
    private mutating func goOn(
        with number: Int64, _ happening: Happening, _ input: (Int64) -> Input
    ) -> Answer? {
        let known = number <= lastKnown ? number : nil
        guard let request = requests[number] ?? known else { return nil }
        return give(input(request), of: happening)
    }

    /// Remembers under which number a protection runs that a person started.
    private mutating func note(_ answer: Answer?, _ happening: Happening) {
        guard case .protecting(let protection, _)? = answer else { return }
        protections[Int64(happening.id)] = protection.id
    }

    /// The place with the number that a protection has here.
    private func known(_ place: Place) -> Place {
        guard case .protection(let id) = place, let known = protections[id] else { return place }
        return .protection(known)
    }

    /// Has a place used up to an instant, as if its reporter spoke of it until then.
    private mutating func use(_ place: Place, for length: TimeSpan, _ happening: Happening) {
        guard
            case .using(let use, let targets)? = give(.useOpened(place), of: happening)
        else { return }
        let end = TimeSpan(milliseconds: now.milliseconds + shift) + max(.zero, length)
        engine.see(use, targets, at: end - Uses.limit)
        give(.observed, of: happening)
    }

    // MARK: The engine

    /// Gives the engine an input, and whatever it asks the store for; returns its answer.
    @discardableResult
    private mutating func give(_ input: Input, of happening: Happening?) -> Answer? {
        let reading = Reading(
            wall: now, elapsed: TimeSpan(milliseconds: now.milliseconds + shift), boot: boot,
            isSynchronised: true)
        // A moment that has come is no longer awaited.
        if let due = wake, due <= now { wake = nil }
        var answer: Answer?
        var committed: [Event] = []
        handle(input, at: reading, of: happening?.id, &answer, &committed)
        while let event = committed.popLast() {
            handle(.committed(event), at: reading, of: happening?.id, &answer, &committed)
        }
        return answer
    }

    /// Has the engine handle one input; adds what had to reach the disk first.
    private mutating func handle(
        _ input: Input, at reading: Reading, of happening: Int?, _ answer: inout Answer?,
        _ committed: inout [Event]
    ) {
        outlook.note(input)
        for action in engine.handle(input, at: reading) {
            switch action {
            case .record(let event): take(event, of: happening)
            case .commitFirst(let event, _):
                take(event, of: happening)
                committed.append(event)
            case .wake(let deadline):
                wake = deadline.map { Instant(milliseconds: $0.elapsed.milliseconds - shift) }
            case .answer(let given):
                answer = given
                if happening != nil { put(.answered(given), of: happening) }
            case .decide, .assessed: break
            }
        }
        if details.contains(.evaluations), input.isUnblock {
            put(.evaluated(engine.features), of: happening)
        }
    }

    private mutating func take(_ event: Event, of happening: Int?) {
        outlook.note(event.fact)
        totals.take(event)
        switch event.fact {
        case .decided(let decision): put(.decided(decision), of: happening)
        case .riskAssessed:
            if let assessment = engine.assessment { put(.assessed(assessment), of: happening) }
        case .protectionStarted(let protection) where protection.kind == .autoProtection:
            put(.protected(protection), of: happening)
        default: break
        }
        if details.contains(.record) { put(.recorded(event), of: happening) }
    }

    private mutating func put(_ kind: Kind, of happening: Int?) {
        outcomes.append(Outcome(at: now, happening: happening, kind: kind))
    }
}
