import CEL
import RuleModel

/// The whole of what Soteria decides: inputs and readings of the clocks go in, actions come out.
///
/// Nothing in it can fail, block or look at a clock. State is the fold of the facts that it
/// records; rules, zone and clock are what the present adds to it.
package struct Engine: Sendable {
    /// The fold of all facts so far.
    package private(set) var state: State
    package private(set) var clock: TrustedClock
    package internal(set) var rules = RulesInForce(.empty) {
        didSet { zones.forget() }
    }

    // Each of these belongs to the folder that declares its type, and is changed there alone.
    private(set) var zones = ZoneState()
    private(set) var resumption: Resumption
    private(set) var outbox: Outbox
    var edits: EditSets
    var targetProtections: TargetProtections
    var dirtyTargets = DirtyTargets.all
    var scheduleQueue = ScheduleQueue()
    var riskWatch = RiskWatch()
    var unblocking = UnblockProgress()
    var switching = SwitchesUnderWay()
    var uses: Uses
    var checkIns: CheckInWatch
    var budgets = BudgetPeriods()

    /// Continues recorded history; `.started` must be the first input. The sets `beside` what is
    /// written are in force as long as it runs.
    package init(
        continuing state: State, at reading: Reading, beside standing: [RuleSet] = []
    ) {
        self.state = state
        clock = TrustedClock.resume(state, at: reading).clock
        resumption = Resumption(state, at: reading)
        outbox = Outbox(after: state.lastSequence)
        edits = EditSets(standing: standing)
        targetProtections = TargetProtections(state.protections, state.grants)
        uses = Uses(at: reading)
        checkIns = CheckInWatch(seen: state.last?.at ?? .distantPast)
    }

    /// Handles what happened at a reading of the clocks; `actions`, which must be empty, then holds
    /// what has to be done about it, the last first: what is taken from the end is not copied.
    mutating func handle(_ input: Input, at reading: Reading, into actions: inout [Action]) {
        var cause = advance(to: reading, input)
        switch input {
        // The last word is judged by what holds now.
        case .stopping, .reporterGone: reevaluate(cause)
        default: break
        }
        apply(input, cause: &cause)
        reevaluate(cause)
        finish(after: input)
        outbox.moveActions(to: &actions)
    }

    private mutating func apply(_ input: Input, cause: inout Decision.Cause) {
        switch input {
        case .started, .observed, .tick, .clockChecked: break
        case .stopping:
            endUses()
            record(.daemonStopped)
        case .zone(let zone):
            if change(to: zone) { cause = .clock }
        case .storeFailing(let isFailing): outbox.update(storeIsFailing: isFailing)
        case .storeReplaced(let path): record(.storeReplaced(setAside: path))
        case .retained(let retention): record(.retained(retention))
        case .reporterGone(let reporter): forget(reporter: reporter)
        case .refusedByStore(let otherwise):
            applyRefusal(otherwise)
            cause = .switch
        }
    }

    /// Handles a request likewise.
    mutating func handle<Asked: Request>(
        _ request: Asked, at reading: Reading, into actions: inout [Action]
    ) -> Response<Asked> {
        let cause = advance(to: reading)
        if Asked.isJudgedByPresent { reevaluate(cause) }
        let response = request.perform(on: &self)
        reevaluate(Asked.cause ?? cause)
        finish()
        outbox.moveActions(to: &actions)
        return response
    }

    /// Completes a request whose event of `Action.commitFirst` is on disk now.
    mutating func handle<Asked: Request>(
        committed completion: Completion<Asked>, at reading: Reading, into actions: inout [Action]
    ) -> Answer<Asked> {
        advance(to: reading)
        let answer = completion.apply(&self, completion.event)
        reevaluate(completion.cause)
        finish(isUnblock: completion.event.fact.isUnblock)
        outbox.moveActions(to: &actions)
        return answer
    }

    /// Brings time up to a reading; returns the cause of the decisions that follow.
    @discardableResult
    private mutating func advance(
        to reading: Reading, _ input: Input = .observed
    ) -> Decision.Cause {
        var cause = Decision.Cause.schedule
        let slept = resumption.sleep(until: reading)
        count(to: reading, asleep: slept)
        let changes = clock.advance(to: reading)
        if zones.stretch(at: now) == nil { zones.know(LocalStretch(now, in: localZone)) }
        if case .started(
            let version, let rules, let weakened, let zone, let restored, let recorded,
            let earlier) = input
        {
            if let restored { record(.storeRestored(restored)) }
            resumeEdits(recorded: recorded ?? rules, isKnown: recorded != nil, earlier: earlier)
            start(version: version, zone: zone, isRestored: restored != nil)
            load(rules, weakened)
            reevaluateCheckIns()
            askAgain(because: .start)
            cause = .start
        }
        if slept >= .seconds(1) {
            // A new day's question is not asked twice.
            reevaluateCheckIns()
            askAgain(because: .resume)
        }
        return recordClock(changes, reading) ? .clock : cause
    }

    /// Evaluates what is due, and says when to come back.
    private mutating func finish(after input: Input = .observed, isUnblock: Bool = false) {
        evaluate(after: input, isUnblock: isUnblock)
        armWake()
    }

    /// Evaluates auto-protection, then the risk; an unblock that is on disk has the risk assessed
    /// at once.
    private mutating func evaluate(after input: Input, isUnblock: Bool) {
        if case .stopping = input { return }
        var marks = Cadences()
        switch input {
        case .tick(let cadences): marks = cadences
        case .started where resumption.hasMissedMark: marks = .autoProtection
        default: break
        }
        if marks.contains(.autoProtection) {
            recordUse()
            if autoProtect() { reevaluate(.protection) }
        }
        if marks.contains(.risk) || riskWatch.assessment == nil || isUnblock { assess() }
        guard case .tick = input else { return }
        warnOfRiskyHour()
        if marks.contains(.risk) { recordTime() }
    }

    /// Notes that the daemon runs where nothing else says so: how long a gap was can be told by it.
    private mutating func recordTime() {
        guard let last = state.last, last.elapsed.boot == clock.last.boot,
            clock.last.elapsed - last.elapsed.elapsed >= .minutes(14)
        else { return }
        record(.timeNoted)
    }

    /// Trusted time at the last reading.
    package var now: Instant { clock.now }

    /// The machine's zone.
    package var zone: TimeZoneRules { zones.machine }

    /// The zone in which local times are read if a rule names none.
    package var localZone: TimeZoneRules { rules.timeZone ?? zones.machine }

    /// The zone in which the times of an entry are read that names none.
    package var entryZone: TimeZoneRules { rules.entryZone ?? zones.machine }

    /// Seconds east of UTC in the person's zone now: the rule set's, else the machine's.
    package var offset: Int { localStretch.offset }

    /// What the person's zone says of now.
    var localStretch: LocalStretch {
        zones.stretch(at: now) ?? LocalStretch(now, in: localZone)
    }

    var storeIsFailing: Bool { outbox.isStoreFailing }

    private mutating func start(version: String, zone: TimeZoneRules, isRestored: Bool) {
        // How a record ended that was restored says nothing of the daemon.
        let away = isRestored ? nil : resumption.away
        // Before anything is stamped with the zone's offset.
        zones.change(to: zone)
        record(
            .daemonStarted(
                DaemonStart(
                    version: version, continuity: resumption.continuity, zone: zone.name,
                    away: away,
                    wasStopped: away == nil ? nil : state.isStopped)))
        endOrphans()
        change(to: zone)
    }

    /// Puts a zone in force; true if it differs.
    @discardableResult
    mutating func change(to zone: TimeZoneRules) -> Bool {
        if let known = state.zone, known != zone.name {
            record(.zoneChanged(from: known, to: zone.name))
        }
        guard zone != self.zone else { return false }
        zones.change(to: zone)
        makeScheduleQueue()
        reviewBudgets()
        reviewCheckIns()
        markAllDirty()
        return true
    }

    /// Records what became of the wall clock; true if trusted time moved.
    private mutating func recordClock(_ changes: [TrustedClock.Change], _ reading: Reading) -> Bool
    {
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
            reviewSchedules()
            reviewBudgets()
            reviewCheckIns()
            // Protections run in elapsed time: their ends have moved in trusted time.
            markAllDirty()
        }
        return moved
    }

    /// Makes an event of a fact, takes it into the state, and has it written; returns its number.
    @discardableResult
    mutating func record(_ fact: consuming Fact) -> Int64 {
        let event = stamp(fact)
        evolve(committed: event)
        act(.record(event))
        return outbox.sequence
    }

    /// Has an event written before it is taken into the state, by `apply`.
    mutating func propose<Asked>(
        _ fact: Fact, cause: Decision.Cause,
        _ apply: @escaping @Sendable (inout Engine, Event) -> Answer<Asked>
    ) -> Response<Asked> {
        let event = stamp(fact)
        act(
            .commitFirst(event, otherwise: event.replacing(fact: .storeFailed(refused: fact.kind))))
        return .awaitsCommit(Completion(event: event, cause: cause, apply: apply))
    }

    var nextSequence: Int64 { outbox.sequence + 1 }

    private mutating func stamp(_ fact: consuming Fact) -> Event {
        Event(
            sequence: outbox.issueSequence(), at: now, offset: offset, elapsed: clock.last.elapsed,
            boot: clock.last.boot, fact: fact)
    }

    /// Takes an event into the state that is on disk, or will be.
    mutating func evolve(committed event: Event) {
        state.evolve(event)
        // The start carries deadlines over a reboot; which targets they concern stays the same.
        if event.fact.changesTargetProtections { refreshTargetProtections() }
    }

    /// Notes a switch that is on disk, and that was overtaken on its way there.
    mutating func record(overtaken change: Switch, _ event: Event) { state.record(change, event) }

    /// Takes in what stands in the place of an event that could not be written.
    private mutating func applyRefusal(_ otherwise: Event) {
        outbox.update(storeIsFailing: true)
        endConfirmation(by: otherwise.sequence)
        endSwitching(by: otherwise.sequence)
        let checkIn = endCheckIn(by: otherwise.sequence)
        state.evolve(otherwise)
        reevaluateSwitches()
        if checkIn != nil {
            reviewCheckIns()
            askAgain(because: .store)
        }
    }

    /// Takes edits as if their delay were over, unrecorded: in a copy that is asked what will hold.
    mutating func expire(_ edits: [RuleEdit]) {
        for edit in edits {
            state.edits.removeAll { $0.id == edit.id }
            if let change = edit.change { state.switches[change.subject] = change }
        }
    }

    mutating func act(_ action: consuming Action) { outbox.add(action) }

    /// Asks to be woken at the next moment at which something changes by itself.
    private mutating func armWake() {
        var next = state.nextDeadline(confirming: unblocking)
        next.lower(to: uses.nextEnd)
        next.lower(to: checkIns.over)
        // Asking the engine as a whole costs more than knowing that there is nothing to ask.
        if !rules.budgets.isEmpty { next.lower(to: nextBudgetChange()) }
        if !state.edits.isEmpty { next.lower(to: nextEdit) }
        let due = min(scheduleQueue.nextDue ?? .distantFuture, checkIns.due)
        if due < .distantFuture {
            next.lower(to: clock.last.elapsed + max(.zero, due - now))
        }
        outbox.arm(next, at: clock.last)
    }
}
