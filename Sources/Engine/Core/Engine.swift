import CEL
import RuleModel

/// The whole of what Soteria decides: inputs and readings of the clocks go in, actions come out.
///
/// Nothing in it can fail, block or look at a clock. State is the fold of the facts that it
/// records; rules, zone and clock are what the present adds to it.
package struct Engine: Sendable {
    /// The fold of all facts so far.
    package private(set) var state: State
    /// The rules in force.
    package internal(set) var rules = RuleSet.empty {
        didSet { knownStretch = nil }
    }
    /// What the files say: the last set that was taken in; `rules` is this one and those whose
    /// delay is not over.
    package internal(set) var written = RuleSet.empty
    /// Why the files as they were read last are not in force; nil where they are.
    package internal(set) var refusedEdit: Refusal?
    /// The set before each edit that waits or can be gone back to, as it was switched.
    var editSets: [Int64: RuleSet] = [:]
    /// Whether it is known what was written before the next edit.
    var isEditable = false
    /// How the sets see things whose delay is not over, in the order of `rules.earlier`.
    var earlierViews: [EarlierView] = []
    /// The machine's zone.
    package internal(set) var zone = TimeZoneRules.utc {
        didSet { knownStretch = nil }
    }
    /// Trusted time.
    package private(set) var clock: TrustedClock
    /// The last risk assessment; nil before the first.
    package internal(set) var assessment: RiskAssessment?
    /// Whether the last commit to the store failed.
    package internal(set) var storeIsFailing = false

    let continuity: DaemonStart.Continuity
    /// Whether a mark of auto-protection fell into the time before the start.
    private let hasMissedMark: Bool
    /// Finds the targets of sites and apps.
    package internal(set) var index = TargetIndex([])
    /// The requests whose confirmation is on its way to the disk, by the sequence of its event.
    var confirming: [Int64: Int64] = [:]
    /// When the last of them was confirmed.
    var lastConfirmed: Instant?
    /// The switches that are on their way to the disk, by the sequence of their event.
    var switching: [Int64: Switch.Subject] = [:]
    /// What was switched on while it was being switched off, by the sequence of its event: the
    /// switching off comes in too late.
    var switchedOn: [Switch.Subject: Int64] = [:]
    /// When each entry of the rules was last opened while it was blocked, as far as that matters
    /// still.
    var recentAttempts: [Place: Instant] = [:]
    /// The targets that became blocked and whose pauses have not been told yet.
    var newlyBlocked: Set<String> = []
    /// What reporters say is used.
    var uses: Uses
    /// The check-ins whose answer or change is on its way to the disk, by the sequence of its
    /// event.
    var checkInsUnderWay: [Int64: String] = [:]
    /// When check-ins have to be looked at again: by trusted time, and by elapsed time.
    var checkInsDue = Instant.distantPast
    var checkInsOver: TimeSpan?
    /// When they were last looked at, or the daemon was last there.
    var checkInsSeen: Instant
    /// The periods of the budgets that were looked at, by key and entry: one that runs keeps its
    /// end through a change of zone.
    var periods: [String: (from: Instant, until: Instant)] = [:]
    /// When the first budget that is used up is reset.
    var budgetsDue = Instant.distantFuture
    /// Whether every budget has to be looked at again.
    var areBudgetsStale = true
    /// The local hour that was last looked at for being risky, in hours since 1970.
    var hourForeseen: Int?
    /// Whether a factor reads what is regretted.
    var readsRegret = false
    /// Which check-ins and budgets concern each target.
    var gates = Gates()
    private(set) var coverage: Coverage
    var agenda = Agenda()
    var evaluator = RiskEvaluator(.none)
    /// The last sequence number given out; those between it and the state's are on their way.
    private var sequence: Int64
    /// How much of elapsed time the machine had slept at the last reading.
    private var asleep: TimeSpan
    private let away: TimeSpan?
    private var actions: [Action] = []
    private var armed: Deadline?
    /// The targets whose reasons may have changed since they were last looked at.
    var unsettled = Unsettled.all
    /// What the person's zone said of the time around the last input; nil: it has to be asked.
    private var knownStretch: LocalStretch?

    /// An engine that continues recorded history; `.started` must be its first input.
    package init(continuing state: State, at reading: Reading) {
        self.state = state
        coverage = Coverage(state.protections, state.grants)
        sequence = state.lastSequence
        uses = Uses(at: reading)
        checkInsSeen = state.last?.at ?? .distantPast
        asleep = reading.asleep
        (clock, continuity) = TrustedClock.resume(state, at: reading)
        var present = clock
        _ = present.advance(to: reading)
        away = state.last.map { last in
            last.elapsed.boot == reading.boot
                ? max(.zero, reading.elapsed - last.elapsed.elapsed)
                : max(.zero, present.now - last.at)
        }
        let mark = TimeSpan.minutes(5).seconds
        hasMissedMark =
            state.last.map { $0.at.seconds / mark < present.now.seconds / mark } ?? false
    }

    /// Takes in what happened at a reading of the clocks; returns what has to be done about it.
    package mutating func handle(_ input: Input, at reading: Reading) -> [Action] {
        var cause = Decision.Cause.schedule
        let slept = max(.zero, reading.asleep - asleep)
        asleep = reading.asleep
        count(to: reading, asleep: slept)
        let changes = clock.advance(to: reading)
        if !(knownStretch?.holds(now) ?? false) { knownStretch = localStretch }
        if case .started(
            let version, let rules, let weakened, let zone, let restored, let recorded,
            let earlier) = input
        {
            if let restored { record(.storeRestored(restored)) }
            resumeEdits(recorded: recorded ?? rules, isKnown: recorded != nil, earlier: earlier)
            start(version: version, zone: zone, isRestored: restored != nil)
            takeWritten(rules, weakened)
            settleCheckIns()
            asked(.start)
            cause = .start
        }
        if slept >= .seconds(1) {
            // A new day's question is not asked twice.
            settleCheckIns()
            asked(.resume)
        }
        if takeIn(changes, reading) { cause = .clock }
        // A request is judged by what holds now, not by what held at the last input.
        if input.isRequest { settle(cause) }
        take(input, cause: &cause)
        settle(cause)
        evaluate(after: input)
        armWake()
        defer { actions = [] }
        return actions
    }

    /// Evaluates what is due with an input: auto-protection, then the risk.
    private mutating func evaluate(after input: Input) {
        if case .stopping = input { return }
        var marks = Cadences()
        switch input {
        case .tick(let cadences): marks = cadences
        case .started where hasMissedMark: marks = .autoProtection
        default: break
        }
        if marks.contains(.autoProtection) {
            noteUse()
            if autoProtect() { settle(.protection) }
        }
        if marks.contains(.risk) || assessment == nil || input.isUnblock { assess() }
        guard case .tick = input else { return }
        foresee()
        if marks.contains(.risk) { noteTime() }
    }

    /// Notes that the daemon runs where nothing else says so: how long a gap was can be told by it.
    private mutating func noteTime() {
        guard let last = state.last, last.elapsed.boot == clock.last.boot,
            clock.last.elapsed - last.elapsed.elapsed >= .minutes(14)
        else { return }
        record(.timeNoted)
    }

    /// Trusted time at the last reading.
    package var now: Instant { clock.now }

    /// The zone in which local times are read where a rule names none.
    package var localZone: TimeZoneRules { rules.timeZone ?? zone }

    /// The zone in which the times of an entry are read that names none.
    package var entryZone: TimeZoneRules { rules.entryZone ?? zone }

    /// Seconds east of UTC in the person's zone now: the rule set's, else the machine's.
    package var offset: Int { localStretch.offset }

    /// What the person's zone says of now.
    var localStretch: LocalStretch {
        if let knownStretch, knownStretch.holds(now) { return knownStretch }
        return LocalStretch(now, in: localZone)
    }

    private mutating func start(version: String, zone: TimeZoneRules, isRestored: Bool) {
        // How a record ended that was restored says nothing of the daemon.
        let away = isRestored ? nil : away
        // Before anything is stamped with the zone's offset.
        self.zone = zone
        record(
            .daemonStarted(
                DaemonStart(
                    version: version, continuity: continuity, zone: zone.name, away: away,
                    wasStopped: away == nil ? nil : state.isStopped)))
        endOrphans()
        change(to: zone)
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
            areBudgetsStale = true
            reviewCheckIns()
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
        act(
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
        // The start carries deadlines over a reboot; which targets they concern stays the same.
        if event.fact.changesCoverage { coverage = Coverage(state.protections, state.grants) }
        act(.record(event))
    }

    /// Takes in what is on disk now; returns what the decisions that follow are caused by.
    mutating func takeCommitted(_ event: Event) -> Decision.Cause {
        confirming[event.sequence] = nil
        switching[event.sequence] = nil
        let checkIn = checkInsUnderWay.removeValue(forKey: event.sequence)
        let released = state.protections
        if !isTooLate(event) {
            state.evolve(event)
        } else if case .switched(let change) = event.fact {
            // It is in the record all the same.
            state.note(change, event)
        }
        if event.fact.changesCoverage { coverage = Coverage(state.protections, state.grants) }
        switch event.fact {
        case .unblocked(let grant):
            takeGranted(grant)
            return .grant
        case .protectionReleased(let release):
            let targets = released.first { $0.id == release.id }?.targets ?? []
            unsettled.add(targets)
            answer(.released(blocked: targets.filter { isBlocked($0) }))
            return .protection
        default:
            if let checkIn {
                takeCheckIn(checkIn)
                return .checkIn
            }
            settleSwitches()
            answer(.changed)
            return .switch
        }
    }

    /// Takes in what stands in the place of an event that could not be written.
    mutating func takeRefused(_ otherwise: Event) {
        storeIsFailing = true
        confirming[otherwise.sequence] = nil
        switching[otherwise.sequence] = nil
        let checkIn = checkInsUnderWay.removeValue(forKey: otherwise.sequence)
        state.evolve(otherwise)
        settleSwitches()
        if checkIn != nil {
            reviewCheckIns()
            asked(.store)
        }
    }

    /// Takes edits that wait as if their delay were over, without a record of it: in a copy that
    /// is asked what will hold.
    mutating func assumeOver(_ edits: [RuleEdit]) {
        for edit in edits {
            state.edits.removeAll { $0.id == edit.id }
            if let change = edit.change { state.switches[change.subject] = change }
        }
    }

    mutating func act(_ action: Action) {
        // Nearly every input comes to so few.
        if actions.capacity == 0 { actions.reserveCapacity(4) }
        actions.append(action)
    }
    mutating func answer(_ answer: Answer) { act(.answer(answer)) }

    /// Asks to be woken at the next moment at which something changes by itself.
    private mutating func armWake() {
        var next = state.nextDeadline(confirming: confirming.values)
        next.takeSooner(uses.nextEnd)
        next.takeSooner(checkInsOver)
        // Asking the engine as a whole costs more than knowing that there is nothing to ask.
        if !rules.budgets.isEmpty { next.takeSooner(nextBudgetChange()) }
        if !state.edits.isEmpty { next.takeSooner(nextEdit) }
        let due = min(agenda.nextDue ?? .distantFuture, checkInsDue)
        if due < .distantFuture {
            next.takeSooner(clock.last.elapsed + max(.zero, due - now))
        }
        if let armed, armed.elapsed <= clock.last.elapsed { self.armed = nil }
        // The clock's drift moves a mark by a few milliseconds; being woken early does no harm.
        if let next, let armed, armed.elapsed <= next, next - armed.elapsed <= .drift { return }
        let deadline = next.map { Deadline(boot: clock.last.boot, elapsed: $0) }
        guard deadline != armed else { return }
        armed = deadline
        act(.wake(deadline))
    }
}

extension TimeSpan {
    /// What drift may move a wake-up by before it is armed anew.
    fileprivate static let drift = TimeSpan(milliseconds: 20)
}
