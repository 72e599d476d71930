import CEL

/// The whole of what Soteria decides: inputs and readings of the clocks go in, actions come out.
///
/// Nothing in it can fail, block or look at a clock. State is the fold of the facts that it
/// records; rules, zone and clock are what the present adds to it.
package struct Engine: Sendable {
    /// The fold of all facts so far.
    package private(set) var state: State
    /// The rules in force.
    package internal(set) var rules = RuleSet.empty
    /// The machine's zone.
    package internal(set) var zone = TimeZoneRules.utc
    /// Trusted time.
    package private(set) var clock: TrustedClock
    /// The last risk assessment; nil before the first.
    package internal(set) var assessment: RiskAssessment?
    /// Whether the last commit to the store failed.
    package internal(set) var storeIsFailing = false

    let continuity: DaemonStart.Continuity
    var agenda = Agenda()
    var evaluator = RiskEvaluator(.none)
    /// The last sequence number given out; those between it and the state's are on their way.
    private var sequence: Int64
    private var actions: [Action] = []
    private var armed: Deadline?
    /// The targets whose reasons may have changed since they were last looked at.
    var unsettled = Unsettled.all

    /// An engine that continues recorded history; `.started` must be its first input.
    package init(continuing state: State, at reading: Reading) {
        self.state = state
        sequence = state.lastSequence
        (clock, continuity) = TrustedClock.resume(state, at: reading)
    }

    /// Takes in what happened at a reading of the clocks; returns what has to be done about it.
    package mutating func handle(_ input: Input, at reading: Reading) -> [Action] {
        var cause = Decision.Cause.schedule
        let changes = clock.advance(to: reading)
        if case .started(let version, let rules, let zone) = input {
            start(version: version, rules: rules, zone: zone)
            cause = .start
        }
        if takeIn(changes, reading) { cause = .clock }
        // A request is judged by what holds now, not by what held at the last input.
        if input.isRequest { settle(cause) }
        take(input, cause: &cause)
        settle(cause)
        if case .tick(let cadences) = input, cadences.contains(.risk) { assess() }
        if assessment == nil { assess() }
        armWake()
        defer { actions = [] }
        return actions
    }

    /// Trusted time at the last reading.
    package var now: Instant { clock.now }

    /// Seconds east of UTC in the machine's zone now.
    package var offset: Int { zone.offset(at: now) }

    private mutating func take(_ input: Input, cause: inout Decision.Cause) {
        switch input {
        case .started, .observed, .tick, .clockChecked: break
        case .stopping: record(.daemonStopped)
        case .zone(let zone):
            if change(to: zone) { cause = .clock }
        case .rules(let rules):
            change(to: rules)
            cause = .rules
        case .storeFailing(let isFailing): storeIsFailing = isFailing
        case .storeReplaced(let path): record(.storeReplaced(setAside: path))
        case .startProtection(let target, let length, let name):
            answer(protect(target, for: length, name: name))
            cause = .protection
        case .switch(let subject, let isOn):
            if let answer = `switch`(subject, isOn: isOn) { self.answer(answer) }
            cause = .switch
        case .committed(let event):
            takeCommitted(event)
            cause = .switch
        case .refusedByStore(let otherwise):
            storeIsFailing = true
            state.evolve(otherwise)
        }
    }

    private mutating func start(version: String, rules: RuleSet, zone: TimeZoneRules) {
        // Before anything is stamped with the zone's offset.
        self.zone = zone
        record(
            .daemonStarted(
                DaemonStart(version: version, continuity: continuity, zone: zone.name)))
        change(to: zone)
        change(to: rules)
    }

    /// Records what became of the wall clock; true where trusted time moved.
    private mutating func takeIn(_ changes: [TrustedClock.Change], _ reading: Reading) -> Bool {
        var moved = false
        for change in changes {
            switch change {
            case .jumped(let size): record(.clockJumped(size: size))
            case .returned: record(.clockReturned)
            case .adopted(let size, let reason):
                record(.clockAdopted(size: size, reason: reason))
                moved = true
            }
        }
        if changes.isEmpty, reading.isSynchronised, clock.jump == nil,
            state.continuity == .unproven || state.continuity == .behind
        {
            record(.clockAdopted(size: .zero, reason: .synchronised))
        }
        if moved {
            agenda.forget()
            // Protections run in elapsed time: their ends have moved in trusted time.
            unsettled = .all
        }
        return moved
    }

    /// Makes an event of a fact, takes it into the state, and has it written.
    @discardableResult
    mutating func record(_ fact: Fact) -> Event {
        let event = stamp(fact)
        evolve(event)
        return event
    }

    /// Has an event written before it is taken into the state.
    mutating func propose(_ fact: Fact) {
        let event = stamp(fact)
        actions.append(
            .commitFirst(event, otherwise: event.replacing(fact: .storeFailed(refused: fact.kind))))
    }

    /// The sequence number that the next event will bear.
    var nextSequence: Int64 { sequence + 1 }

    private mutating func stamp(_ fact: Fact) -> Event {
        sequence += 1
        return Event(
            sequence: sequence, at: now, offset: offset, elapsed: clock.last.elapsed,
            boot: clock.last.boot, fact: fact)
    }

    private mutating func evolve(_ event: Event) {
        state.evolve(event)
        actions.append(.record(event))
    }

    private mutating func takeCommitted(_ event: Event) {
        state.evolve(event)
        // The entry may have been edited while the commit was on its way.
        clearEditedSwitches()
        agenda.forget()
        unsettled = .all
        answer(.changed)
    }

    mutating func act(_ action: Action) { actions.append(action) }
    mutating func answer(_ answer: Answer) { actions.append(.answer(answer)) }

    /// Asks to be woken at the next moment at which something changes by itself.
    private mutating func armWake() {
        var next = state.protections.map(\.deadline.elapsed).min()
        if let due = agenda.nextDue {
            let elapsed = clock.last.elapsed + max(.zero, due - now)
            next = min(next ?? elapsed, elapsed)
        }
        if let armed, armed.elapsed <= clock.last.elapsed { self.armed = nil }
        // The clock's drift moves a mark by a few milliseconds; being woken early does no harm.
        if let next, let armed, (next - armed.elapsed).magnitude <= .drift { return }
        let deadline = next.map { Deadline(boot: clock.last.boot, elapsed: $0) }
        guard deadline != armed else { return }
        armed = deadline
        actions.append(.wake(deadline))
    }
}

extension TimeSpan {
    /// What drift may move a wake-up by before it is armed anew.
    fileprivate static let drift = TimeSpan(milliseconds: 20)
}
