import CEL
import RuleModel

/// All decisions of Soteria: inputs and clock readings go in, actions come out.
///
/// The engine cannot fail, block or read a clock. Its state is the fold of the facts that it
/// records; rules, zone and clock come from the present.
package struct Engine: Sendable {
    /// The fold of all facts so far.
    package private(set) var state: State
    package private(set) var clock: TrustedClock
    package internal(set) var rules = RulesInForce(.empty) {
        didSet { zones.forget() }
    }

    // Each of these belongs to the folder that declares its type; only that folder changes it.
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

    /// Continues recorded history; `.started` must be the first input. `standing` are rule sets
    /// that are in force beside the written one as long as the engine runs.
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
        refreshNextDeadline()
    }

    /// Handles an input at a clock reading. `actions` must be empty; on return it holds the work
    /// for the shell except the wake-up, last first: removing from the end copies nothing.
    mutating func handle(_ input: Input, at reading: Reading, into actions: inout [Action]) {
        var cause = advance(to: reading, input)
        switch input {
        // Reevaluated first: until now the reporter, or the daemon, was there.
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
        case .reporterLost(let length): record(.reporterLost(ReporterLoss(length: length)))
        case .refusedByStore(let otherwise):
            applyRefusal(otherwise)
            cause = .switch
        }
    }

    /// Handles a request at a clock reading; see `handle(_:at:into:)`.
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

    /// Completes a request after the event of its `Action.commitFirst` is on disk.
    mutating func handle<Asked: Request>(
        committed completion: Completion<Asked>, at reading: Reading, into actions: inout [Action]
    ) -> Answer<Asked> {
        // What began in the meantime overrules what was written.
        reevaluate(advance(to: reading))
        let answer = completion.apply(&self, completion.event)
        reevaluate(completion.cause)
        finish(isUnblock: completion.event.fact.isUnblock)
        outbox.moveActions(to: &actions)
        return answer
    }

    /// Advances time to a reading; returns the cause of the decisions that follow.
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
            let earlier, let lost, let carried, let carriedSets, let zones) = input
        {
            let delay = max(rules.weakeningWaits, recorded?.weakeningWaits ?? .zero)
            let former = carryOver(carried, carriedSets, isDelayed: delay > .zero)
            // After what is carried over: nothing of it is young.
            if var restored {
                restored.emergencies = carried?.emergencies
                record(.storeRestored(restored))
            }
            resumeEdits(
                recorded: recorded ?? rules, isKnown: recorded != nil,
                earlier: earlier.merging(former) { own, _ in own }, zones: zones,
                isRestored: restored != nil)
            start(
                version: version, zone: zone,
                from: (carried?.zone ?? state.zone).flatMap { zones[$0] },
                isRestored: restored != nil, lost: lost)
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

    /// Evaluates what is due and schedules the next wake-up.
    private mutating func finish(after input: Input = .observed, isUnblock: Bool = false) {
        evaluate(after: input, isUnblock: isUnblock)
        // Facts raise prompts, and folding facts cannot consult the rules. Prompts that the person
        // silenced are therefore closed here, right after they were raised.
        if !rules.silenced.isEmpty { expirePrompts() }
        armWake()
    }

    /// Evaluates what an input or an unblock makes due.
    ///
    /// Inlined: most inputs and requests make nothing due.
    @inline(__always)
    private mutating func evaluate(after input: Input, isUnblock: Bool) {
        switch input {
        case .stopping: break
        case .tick(let marks):
            evaluate(marks, isUnblock: false)
            warnOfRiskyHour()
            if marks.contains(.risk) { recordTime() }
        case .started where resumption.hasMissedMark:
            evaluate(.autoProtection, isUnblock: false)
        default:
            if isUnblock || !riskWatch.isAssessed { evaluate([], isUnblock: isUnblock) }
        }
    }

    /// Records at a risk mark that the daemon is running, unless something was recorded since the
    /// mark before: a later start computes the length of a gap from it.
    private mutating func recordTime() {
        // A mark can be noticed some seconds late, so that the next one comes sooner after it.
        let interval = Cadences.lengths.risk - .minutes(1)
        guard let last = state.last, last.elapsed.boot == clock.last.boot,
            clock.last.elapsed - last.elapsed.elapsed >= interval
        else { return }
        record(.timeNoted)
    }

    /// Trusted time at the last reading.
    package var now: Instant { clock.now }

    package var zone: TimeZoneRules { zones.machine }

    /// The zone for local times of rules that name none.
    package var localZone: TimeZoneRules { rules.timeZone ?? zones.machine }

    /// The zone for entries that name none.
    package var entryZone: TimeZoneRules { rules.entryZone ?? zones.machine }

    /// Seconds east of UTC in the person's zone now: the rule set's, else the machine's.
    package var offset: Int { localStretch.offset }

    /// The present stretch of local time in the person's zone.
    var localStretch: LocalStretch {
        zones.stretch(at: now) ?? LocalStretch(now, in: localZone)
    }

    var storeIsFailing: Bool { outbox.isStoreFailing }

    private mutating func start(
        version: String, zone: TimeZoneRules, from former: TimeZoneRules?, isRestored: Bool,
        lost: Instant?
    ) {
        let zone = isAllowed(zone) ? zone : former ?? zone
        // The end of a restored record says nothing about the daemon.
        let away = isRestored ? nil : resumption.away
        // First, because events are stamped with the zone's offset.
        zones.change(to: zone)
        record(
            .daemonStarted(
                DaemonStart(
                    version: version, continuity: resumption.continuity, zone: zone.name,
                    away: away,
                    wasStopped: away == nil ? nil : state.isStopped, lost: lost)))
        endOrphans()
        change(to: zone)
        if let former, former.name != zone.name { holdTimes(in: former) }
    }

    /// Changes the machine's zone; true if it differs.
    @discardableResult
    mutating func change(to zone: TimeZoneRules) -> Bool {
        guard isAllowed(zone) else { return false }
        if let known = state.zone, known != zone.name {
            record(.zoneChanged(from: known, to: zone.name))
        }
        let former = self.zone
        guard zone != former else { return false }
        zones.change(to: zone)
        makeScheduleQueue()
        reviewBudgets()
        reviewCheckIns()
        markAllDirty()
        if former.name != zone.name, holdTimes(in: former) { putInForce(written) }
        return true
    }

    /// Records the changes of the wall clock; true if trusted time moved.
    @inline(__always)
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

    /// Applies a fact to the state as an event and has it written; returns the event's sequence
    /// number.
    @discardableResult
    mutating func record(_ fact: consuming Fact) -> Int64 {
        let event = stamp(fact)
        evolve(committed: event)
        act(.record(event))
        return outbox.sequence
    }

    /// Has an event written before `apply` adds it to the state.
    mutating func propose<Asked>(
        _ fact: Fact, cause: Decision.Cause,
        _ apply: @escaping @Sendable (inout Engine, Event) -> Answer<Asked>
    ) -> Response<Asked> {
        refreshNextDeadline()
        let event = stamp(fact)
        act(
            .commitFirst(event, otherwise: event.replacing(fact: .storeFailed(refused: fact.kind))))
        return .awaitsCommit(Completion(event: event, cause: cause, apply: apply))
    }

    /// Has an event written before it counts, then answers from the state that holds it. If it
    /// cannot be written, nothing of the request takes effect.
    mutating func propose<Asked: Request>(
        _ fact: Fact, then answer: @escaping @Sendable (borrowing Engine) -> Answer<Asked>
    ) -> Response<Asked> {
        if storeIsFailing { return .answered(.storeUnavailable) }
        return propose(fact, cause: Asked.cause ?? .schedule) { engine, event in
            engine.evolve(committed: event)
            return answer(engine)
        }
    }

    var nextSequence: Int64 { outbox.sequence + 1 }

    private mutating func stamp(_ fact: consuming Fact) -> Event {
        Event(
            sequence: outbox.issueSequence(), at: now, offset: offset, elapsed: clock.last.elapsed,
            boot: clock.last.boot, fact: fact)
    }

    /// Applies an event to the state that is on disk, or will be. The targets of a protection that
    /// it ends are decided again.
    mutating func evolve(committed event: Event) {
        if let id = event.fact.endedProtection { markDirty(targets(of: .protection(id))) }
        state.evolve(event)
        // The start carries deadlines over a reboot; which targets they concern stays the same.
        if event.fact.changesTargetProtections { refreshTargetProtections() }
        refreshNextDeadline()
    }

    /// Finds the next deadline after an event, or once one is on its way to the disk: what that one
    /// ends is exempt from its own deadline.
    private mutating func refreshNextDeadline() {
        var next = state.nextDeadline(confirming: unblocking)
        // Asked here: within the state, the call would copy it even without a goal.
        if !state.goals.isEmpty { next.lower(to: state.nextCredit) }
        outbox.know(nextDeadline: next)
    }

    /// Records a switch that is on disk but was overtaken on its way there.
    mutating func record(overtaken change: Switch, _ event: Event) { state.record(change, event) }

    /// Applies the event that replaces one that could not be written.
    private mutating func applyRefusal(_ otherwise: Event) {
        outbox.update(storeIsFailing: true)
        endConfirmation(by: otherwise.sequence)
        endSwitching(by: otherwise.sequence)
        let checkIn = endCheckIn(by: otherwise.sequence)
        evolve(committed: otherwise)
        reevaluateSwitches()
        if checkIn != nil {
            reviewCheckIns()
            askAgain(because: .store)
        }
    }

    /// Ends the delay of edits without recording it: only for a copy that looks ahead.
    mutating func expire(_ edits: [RuleEdit]) {
        for edit in edits {
            state.edits.removeAll { $0.id == edit.id }
            if let change = edit.change { state.switches[change.subject] = change }
        }
    }

    mutating func act(_ action: consuming Action) { outbox.add(action) }

    /// Puts actions that `handle(_:at:into:)` moved in their order, with the wake-up at the end.
    mutating func complete(_ actions: [Action]) -> [Action] {
        outbox.complete(actions, boot: clock.last.boot)
    }

    /// Schedules a wake-up for the next change that time alone brings.
    private mutating func armWake() {
        var next = outbox.nextDeadline
        next.lower(to: uses.nextEnd)
        next.lower(to: checkIns.over)
        // Checked here, because these calls cost more than the check.
        if !rules.budgets.isEmpty { next.lower(to: nextBudgetChange()) }
        if !uses.open.isEmpty { next.lower(to: nextOpenTimeNews) }
        if !state.edits.isEmpty { next.lower(to: nextEdit) }
        let due = min(scheduleQueue.nextDue ?? .distantFuture, checkIns.due)
        if due < .distantFuture {
            next.lower(to: clock.last.elapsed + max(.zero, due - now))
        }
        outbox.arm(next, at: clock.last.elapsed)
    }
}
