import Engine
import RuleModel
import Testing

/// A machine with its clocks, and a daemon that runs on it: the shell around the engine, without a
/// store, a socket or real time.
///
/// `watch` is what an honest wristwatch shows in UTC: nothing that a person does to the machine
/// moves it.
struct Machine {
    private(set) var engine: Engine
    private(set) var watch: Instant
    private(set) var wall: Instant
    private(set) var elapsed = TimeSpan.hours(3)
    /// How much of it the machine slept.
    private(set) var asleep = TimeSpan.zero
    private(set) var boot = 1
    var isSynchronised = false
    private(set) var zone: TimeZoneRules
    var rules: RuleSet
    /// The fate of events that must be on disk before they count.
    var store = Store.keeps
    /// Whether the timers of the cadences run; without them only asked-for moments are served.
    var hasTicks = true
    /// How far the wall clock gains on elapsed time, in milliseconds a minute.
    var drift: Int64 = 0
    /// The gain of the wall clock that does not show yet, in sixty-thousandths of a millisecond.
    private var gained: Int64 = 0
    /// Every rule set that was ever in the files, by the fingerprint of its texts: what a daemon
    /// reads again from the texts in the record.
    private var compiled: [String: RuleSet] = [:]

    /// The zones whose files are gone at the next start.
    var lostZones: Set<String> = []

    /// Every event that is on disk, in the order of its sequence.
    private(set) var history: [Event] = []
    /// Every decision told, with the wristwatch's time.
    private(set) var told: [(at: Instant, decision: Decision)] = []
    /// Events that wait for the store.
    private(set) var waiting: [Event] = []
    /// The completion of each of them once it is on disk, by sequence.
    private var completions: [Int64: (inout Machine) -> any Sendable] = [:]
    private(set) var wake: Deadline?
    private(set) var assessments: [RiskAssessment] = []

    enum Store { case keeps, refuses, waits }

    /// A machine that runs Soteria for the first time.
    init(
        at start: String, zone name: String = "Europe/Berlin", rules: RuleSet,
        isSynchronised: Bool = false, continuing state: State = State()
    ) throws {
        let start = try at(start)
        watch = start
        wall = start
        self.rules = rules
        self.isSynchronised = isSynchronised
        zone = try EngineTests.zone(name)
        engine = Engine(
            continuing: state,
            at: Reading(
                wall: start, elapsed: .hours(3), boot: BootID("boot 1"),
                isSynchronised: isSynchronised))
        compile(rules)
        send(.started(version: "1", rules: rules, zone: zone))
    }

    private mutating func compile(_ rules: RuleSet) {
        compiled[RuleText.fingerprint(of: rules.sources)] = rules
    }

    var reading: Reading {
        Reading(
            wall: wall, elapsed: elapsed, boot: BootID("boot \(boot)"),
            isSynchronised: isSynchronised, asleep: asleep)
    }

    // MARK: What the shell does

    /// Hands an input in and carries the actions out.
    mutating func send(_ input: Input) { carryOut(engine.handle(input, at: reading)) }

    /// Hands a request in and carries the actions out; returns the answer, none while the store has
    /// not kept what it waits for.
    @discardableResult
    mutating func send<Asked: Request>(_ request: Asked) -> [Answer<Asked>] {
        let (actions, response) = engine.handle(request, at: reading)
        carryOut(actions)
        switch response {
        case .answered(let answer): return [answer]
        // The store answers after all that belongs to the request was carried out.
        case .awaitsCommit(let completion): return commit(completion)
        }
    }

    private mutating func carryOut(_ actions: [Action]) {
        for action in actions {
            switch action {
            case .record(let event): keep(event)
            case .commitFirst: break
            case .decide(let decided): told.append((watch, decided.decision))
            case .assessed(let assessment): assessments.append(assessment)
            case .wake(let deadline): wake = deadline
            }
        }
    }

    private mutating func keep(_ event: Event) {
        let place = history.lastIndex { $0.sequence < event.sequence }.map { $0 + 1 } ?? 0
        history.insert(event, at: place)
    }

    private mutating func commit<Asked: Request>(
        _ completion: Completion<Asked>
    ) -> [Answer<Asked>] {
        let event = completion.event
        switch store {
        case .keeps: return [complete(completion)]
        case .refuses: refuse(event)
        case .waits:
            waiting.append(event)
            completions[event.sequence] = { $0.complete(completion) }
        }
        return []
    }

    private mutating func complete<Asked: Request>(
        _ completion: Completion<Asked>
    ) -> Answer<Asked> {
        keep(completion.event)
        let (actions, answer) = engine.handle(committed: completion, at: reading)
        carryOut(actions)
        return answer
    }

    private mutating func refuse(_ event: Event) {
        let otherwise = Event(
            sequence: event.sequence, at: event.at, offset: event.offset,
            elapsed: event.elapsed, boot: event.boot,
            fact: .storeFailed(refused: event.fact.kind))
        keep(otherwise)
        send(.refusedByStore(otherwise))
    }

    /// The store has caught up, with all that waits or with the first so many.
    mutating func commitWaiting(_ count: Int = .max) -> [any Sendable] {
        takeWaiting(count).compactMap { completions.removeValue(forKey: $0.sequence)?(&self) }
    }

    /// The same where requests of one kind wait.
    mutating func commitWaiting<Asked: Request>(
        _ count: Int = .max, of asked: Asked.Type
    ) -> [Answer<Asked>] {
        commitWaiting(count).compactMap { $0 as? Answer<Asked> }
    }

    /// The store gives up on all that waits, or on the first so many.
    mutating func refuseWaiting(_ count: Int = .max) {
        for event in takeWaiting(count) { refuse(event) }
    }

    private mutating func takeWaiting(_ count: Int) -> [Event] {
        let taken = Array(waiting.prefix(count))
        waiting.removeFirst(taken.count)
        return taken
    }

    // MARK: What happens to the machine

    private mutating func pass(_ span: TimeSpan) {
        watch = watch + span
        elapsed = elapsed + span
        gained += span.milliseconds * drift
        wall = wall + span + TimeSpan(milliseconds: gained / 60_000)
        gained %= 60_000
    }

    /// Time goes on; the timers fire on the wall clock's minutes and at the moments asked for.
    mutating func advance(_ span: TimeSpan) {
        let end = elapsed + span
        while elapsed < end {
            let mark = elapsed + untilNextMinute
            var stop = end
            if hasTicks { stop = min(stop, mark) }
            if let wake, wake.elapsed > elapsed { stop = min(stop, wake.elapsed) }
            pass(stop - elapsed)
            if let wake, wake.elapsed <= elapsed { send(.observed) }
            if hasTicks, elapsed == mark { send(.tick(marks)) }
        }
    }

    /// How long it takes until the wall clock shows a full minute again.
    private var untilNextMinute: TimeSpan {
        let left = 60_000 - (wall.milliseconds % 60_000 + 60_000) % 60_000
        return TimeSpan(milliseconds: (left * 60_000 + 59_999 + drift) / (60_000 + drift))
    }

    /// Time goes on until the wristwatch shows an instant.
    mutating func advance(to instant: String) throws { advance(try at(instant) - watch) }

    private var marks: Cadences {
        var marks: Cadences = [.schedules]
        if wall.seconds % 300 == 0 { marks.insert(.autoProtection) }
        if wall.seconds % 900 == 0 { marks.insert(.risk) }
        return marks
    }

    /// Somebody sets the wall clock; the kernel tells the daemon at once.
    mutating func setClock(by change: TimeSpan) {
        wall = wall + change
        send(.clockChecked)
    }

    /// The machine sleeps; no timer fires meanwhile, and afterwards each cadence whose mark was
    /// missed fires once.
    mutating func sleep(_ span: TimeSpan) {
        let before = wall.seconds
        pass(span)
        asleep = asleep + span
        send(.observed)
        var missed: Cadences = []
        for (length, cadence) in [(60, Cadences.schedules), (300, .autoProtection), (900, .risk)]
        where before / Int64(length) != wall.seconds / Int64(length) { missed.insert(cadence) }
        if hasTicks, !missed.isEmpty { send(.tick(missed)) }
    }

    /// Time goes on while every timer is late.
    mutating func lag(_ span: TimeSpan) { pass(span) }

    /// The daemon is stopped and started again after a while, on the same boot.
    mutating func restart(after away: TimeSpan) {
        send(.stopping)
        pass(away)
        resume()
    }

    /// The daemon dies, and is started again after a while, on the same boot.
    mutating func crash(away: TimeSpan) {
        pass(away)
        resume()
    }

    /// The record is taken back to what it was after so many events, by a copy of another day,
    /// while no daemon runs.
    mutating func restore(
        _ source: StoreRestored, events: Int, away: TimeSpan, isCarrying: Bool = false
    ) {
        let loaded = history.compactMap { event in
            if case .rulesLoaded(let loaded) = event.fact { loaded } else { nil }
        }
        let carried = isCarrying ? CarriedEdits(of: folded, rules: loaded.last) : nil
        history = Array(history.prefix(events))
        pass(away)
        resume(restored: source, carried: carried)
    }

    /// The daemon, or the machine, dies just when what waits has reached the disk, and is there
    /// again a second later.
    mutating func dieCommitted(isReboot: Bool = false) {
        for event in takeWaiting(.max) { keep(event) }
        store = .keeps
        if isReboot { return reboot(away: .seconds(1), isOrderly: false) }
        pass(.seconds(1))
        resume()
    }

    /// The machine is started anew; orderly, or by pulling the plug.
    mutating func reboot(
        away: TimeSpan = .minutes(2), clockSetBy change: TimeSpan = .zero, isOrderly: Bool = true
    ) {
        if isOrderly { send(.stopping) }
        pass(away)
        boot += 1
        elapsed = .seconds(20)
        asleep = .zero
        wall = wall + change
        resume()
    }

    /// A new daemon, from what is on disk.
    private mutating func resume(restored: StoreRestored? = nil, carried: CarriedEdits? = nil) {
        var state = State()
        for event in history { state.evolve(event) }
        wake = nil
        waiting = []
        engine = Engine(continuing: state, at: reading)
        compile(rules)
        func sets(before edits: [RuleEdit]) -> [Int64: RuleSet] {
            let known = edits.compactMap { edit in
                compiled[edit.fingerprint].map { (edit.id, $0) }
            }
            return Dictionary(uniqueKeysWithValues: known)
        }
        send(
            .started(
                version: "1", rules: rules, zone: zone, restored: restored,
                recorded: (carried?.rules.fingerprint ?? state.rules).flatMap { compiled[$0] },
                earlier: sets(before: state.edits), carried: carried,
                carriedSets: sets(before: carried?.edits ?? []),
                zones: zones(
                    (state.edits + (carried?.edits ?? [])).map(\.zone)
                        + [state.zone, carried?.zone])))
    }

    private func zones(_ names: [String?]) -> [String: TimeZoneRules] {
        let zones = names.compactMap { name in
            name.flatMap { lostZones.contains($0) ? nil : try? EngineTests.zone($0) }
        }
        return Dictionary(zones.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func travel(to name: String) throws {
        try move(to: name)
        send(.zone(zone))
    }

    /// The machine's zone is changed without the daemon being told yet.
    mutating func move(to name: String) throws { zone = try EngineTests.zone(name) }

    @discardableResult
    mutating func edit(_ rules: RuleSet) -> [Answer<LoadRules>] {
        self.rules = rules
        compile(rules)
        return send(.rules(rules))
    }

    /// A rule set whose texts can no longer be read.
    mutating func forget(_ rules: RuleSet) {
        compiled[RuleText.fingerprint(of: rules.sources)] = nil
    }

    // MARK: What can be seen

    /// The fold of what is on disk.
    var folded: State {
        var state = State()
        for event in history { state.evolve(event) }
        return state
    }

    func isBlocked(_ target: String) -> Bool {
        engine.state.decisions[target]?.decision.isBlocked ?? false
    }

    /// When the last decision says that the target is unblocked, in the machine's zone.
    func end(_ target: String = "shopping") -> String {
        text(engine.state.decisions[target]?.decision.until, in: zone)
    }

    /// The decisions since then, one line each: the wristwatch's time in a zone, the verdict, the
    /// end.
    func decisions(since first: Int = 0, in name: String = "Europe/Berlin") throws -> [String] {
        let zone = try EngineTests.zone(name)
        return told.dropFirst(first).map { at, decision in
            let end = decision.isBlocked ? " until \(text(decision.until, in: zone))" : ""
            return "\(text(at, in: zone)) \(decision.verdict) \(decision.target)\(end)"
        }
    }

    /// The kinds of the events since one, in their order.
    func kinds(since first: Int = 0) -> [String] {
        history.dropFirst(first).map(\.fact.kind.rawValue)
    }
}

extension Machine: CustomTestStringConvertible {
    /// The description that a failed expectation prints.
    var testDescription: String {
        let decisions = (try? decisions()) ?? []
        return "machine at \(text(watch, in: zone)), wall \(text(wall, in: zone)): \(decisions)"
    }
}
