import API
import Engine
import RuleModel

/// A made-up person who uses Soteria: the real engine runs through every day, and the person acts
/// as planned unless the engine blocks it.
///
/// So every event is one that a daemon would have recorded; only the person's wishes are made up.
/// The same rules, zone, seed and last day give the same events.
package struct SimulatedPerson {
    private let rules: RuleSet
    private let zone: TimeZoneRules
    private let profile: Profile
    /// The start of the first day.
    package let from: Instant
    private let to: Instant
    /// The first local day, as days since 1970-01-01.
    private let firstDay: Int

    var simulation: Simulation
    var random: SeededRandom
    var actions = ActionQueue()
    /// Whether the screen is locked.
    var isAway = false
    /// The requests that the person knows, so that none is answered twice.
    var met: Set<Int64> = []
    /// The places in use: their targets and the end of the use, by the number of the use.
    private var uses: [Int64: (targets: [String], until: Instant)] = [:]
    private var events: [Event] = []

    /// A person who uses Soteria for some days up to an instant, from ten on the first morning.
    package init(
        rules: RuleSet, zone: TimeZoneRules, seed: UInt64, busy: Int, days: Int, to: Instant
    ) {
        self.rules = rules
        self.zone = rules.timeZone ?? zone
        profile = Profile(seed: seed, busy: busy)
        self.to = to
        firstDay = LocalTime(to, in: self.zone).daysSince1970 - days
        from = self.zone.instant(day: firstDay, second: 36_000)
        random = SeededRandom(seed: seed, stream: Int.min)
        events = Self.installation(before: from, self.zone)
        var state = State()
        for event in events { state.evolve(event) }
        simulation = Simulation(
            rules, zone: zone, from: from, continuing: state, details: .record)
    }

    /// The events of a first start before the first day, as after an installation.
    ///
    /// The engine trusts no wall clock before 2026 unless a record proves the time, so a history
    /// that begins earlier must begin with such a record.
    private static func installation(before from: Instant, _ zone: TimeZoneRules) -> [Event] {
        let start = DaemonStart(
            version: API.Version.text, continuity: .first, zone: zone.name)
        let facts: [Fact] = [.daemonStarted(start), .daemonStopped]
        return facts.enumerated().map { index, fact in
            let at = from - .minutes(Int64(facts.count - index))
            return Event(
                sequence: Int64(index + 1), at: at, offset: zone.offset(at: at),
                elapsed: .minutes(Int64(index + 1)), boot: BootID("simulation"), fact: fact)
        }
    }

    private static let batch = 2000

    var maturity: Double {
        Profile.maturity(after: LocalTime(now, in: zone).daysSince1970 - firstDay)
    }
    var engine: Engine { simulation.engine }
    var now: Instant { simulation.now }

    /// Lives through all days, and passes on the events in order, in batches.
    package mutating func run(_ receive: ([Event]) throws -> Void) rethrows {
        let runs = DaemonRun.all(seed: profile.seed, from: from, to: to, zone: zone)
        for (index, run) in runs.enumerated() {
            if index > 0 { restart(at: run.from) }
            try live(run, receive)
            if run.isStopped { give(.input(.stopping)) }
        }
        if !events.isEmpty { try receive(events) }
        events = []
    }

    /// Starts the daemon again with its record.
    private mutating func restart(at instant: Instant) {
        simulation = Simulation(
            rules, zone: zone, from: instant, continuing: engine.state, details: .record)
        actions = ActionQueue()
        uses = [:]
        isAway = false
    }

    private mutating func live(_ run: DaemonRun, _ receive: ([Event]) throws -> Void) rethrows {
        let last = LocalTime(run.to, in: zone).daysSince1970
        for day in LocalTime(run.from, in: zone).daysSince1970...last {
            let plan = DayPlan(profile, day: day, age: day - firstDay, zone: zone)
            for action in plan.actions where action.at > run.from { actions.add(action) }
            let end = min(zone.instant(day: day + 1), run.to)
            while let next = actions.nextAt, next < end, let action = actions.next() {
                advance(to: action.at)
                perform(action.kind)
            }
            if events.count >= Self.batch {
                try receive(events)
                events.removeAll(keepingCapacity: true)
            }
        }
        advance(to: run.to)
    }

    /// Advances to an instant. While a place is in use, checks every five minutes: a place that was
    /// blocked is closed at once, as the browser's extension and the agent do.
    private mutating func advance(to instant: Instant) {
        let step: Int64 = 300_000
        while now < instant {
            uses = uses.filter { $0.value.until > now }
            let mark = Instant(milliseconds: (now.milliseconds / step + 1) * step)
            record(simulation.advance(to: uses.isEmpty ? instant : min(instant, mark)))
        }
    }

    /// Makes a request to the engine now; returns its answer.
    @discardableResult
    mutating func give<Asked: Request>(_ request: Asked) -> Answer<Asked> {
        let (outcomes, answer) = simulation.ask(request)
        record(outcomes)
        return answer
    }

    /// Performs an action now; returns its outcomes.
    @discardableResult
    private mutating func give(_ kind: SimulatedAction.Kind) -> [Simulation.Outcome] {
        simulation.add([SimulatedAction(at: now, kind)])
        let outcomes = simulation.advance(to: now)
        record(outcomes)
        return outcomes
    }

    private mutating func record(_ outcomes: [Simulation.Outcome]) {
        var blocked: Set<String> = []
        for outcome in outcomes {
            switch outcome.kind {
            case .recorded(let event): events.append(event)
            case .decided(let decision) where decision.isBlocked: blocked.insert(decision.target)
            case .decided(let decision): blocked.remove(decision.target)
            case .assessed, .protected, .answered, .evaluated: break
            }
        }
        let closed = uses.filter { !blocked.isDisjoint(with: $0.value.targets) }.keys.sorted()
        for use in closed {
            uses[use] = nil
            give(.useClosed(use))
        }
    }

    mutating func use(_ place: Place, for length: TimeSpan) {
        for outcome in give(.use(place, length: length)) {
            guard case .answered(.use(.replied(let reply))) = outcome.kind else { continue }
            uses[reply.use] = (reply.targets, now + length)
        }
    }
}
