import API
import Engine
import RuleModel

/// A made-up person's life with Soteria: the real engine goes through every day of it, and the
/// person does what they mean to do as far as it lets them.
///
/// So every event is one that a daemon would have recorded; nothing is made up but what the person
/// wants. The same rules, zone, seed and last day give the same events.
struct Life {
    /// Under which rules.
    let rules: RuleSet
    /// By which clock.
    let zone: TimeZoneRules
    /// What the person is like.
    let habits: Habits
    /// When the first day begins.
    let from: Instant
    /// When it ends: nothing is later.
    let to: Instant

    /// The engine as it goes through the days.
    var simulation: Simulation
    /// What decides how things go on.
    var chance: Chance
    /// What is meant to be done.
    var deeds = DeedQueue()
    /// Whether the screen is locked.
    var isAway = false
    /// The requests that were asked about, so that none is gone on with twice.
    var asked: Set<Int64> = []
    /// What is used: its targets and until when, by the number of the use.
    private var uses: [Int64: (targets: [String], until: Instant)] = [:]
    private var events: [Event] = []
    /// The first local day, as days since 1970-01-01.
    private let firstDay: Int

    /// A life of so many days up to an instant, from ten in the morning of its first day on.
    init(rules: RuleSet, zone: TimeZoneRules, habits: Habits, days: Int, to: Instant) {
        self.rules = rules
        self.zone = rules.timeZone ?? zone
        self.habits = habits
        self.to = to
        firstDay = LocalTime(to, in: self.zone).daysSince1970 - days
        from = self.zone.instants(ofLocal: Int64(firstDay) * 86_400 + 36_000).first
        chance = Chance(seed: habits.seed, stream: Int.min)
        events = Self.installation(before: from, self.zone)
        var state = State()
        for event in events { state.evolve(event) }
        simulation = Simulation(
            rules, zone: zone, from: from, continuing: state, details: .record)
    }

    /// What stands before the first day: a first start, as after an installation.
    ///
    /// No wall clock is believed before the year in which Soteria was written, but by a record that
    /// proves the time; so a history that begins earlier has to begin with one.
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

    /// The events of a batch that is handed over.
    private static let batch = 2000

    /// How far the person has come.
    var maturity: Double { Habits.maturity(after: day - firstDay) }
    /// The local day that it is now, as days since 1970-01-01.
    private var day: Int { LocalTime(simulation.now, in: zone).daysSince1970 }
    /// How things stand now.
    var engine: Engine { simulation.engine }
    var now: Instant { simulation.now }

    /// Lives through it all; the events come in their order, in batches.
    mutating func run(_ receive: ([Event]) throws -> Void) rethrows {
        let runs = Runs(habits, from: from, to: to, zone: zone)
        for (index, run) in runs.all.enumerated() {
            if index > 0 { start(at: run.from) }
            try live(run, receive)
            if run.isStopped { give(.stopping) }
        }
        if !events.isEmpty { try receive(events) }
        events = []
    }

    /// The daemon starts anew on what it has recorded.
    private mutating func start(at instant: Instant) {
        simulation = Simulation(
            rules, zone: zone, from: instant, continuing: simulation.engine.state,
            details: .record)
        deeds.clear()
        uses = [:]
        isAway = false
    }

    private mutating func live(_ run: Runs.Run, _ receive: ([Event]) throws -> Void) rethrows {
        let last = LocalTime(run.to, in: zone).daysSince1970
        for day in LocalTime(run.from, in: zone).daysSince1970...last {
            let plan = DayPlan(habits, day: day, age: day - firstDay, zone: zone)
            for deed in plan.deeds where deed.at > run.from { deeds.add(deed) }
            let midnight = zone.midnight(ofDay: day + 1)
            while let next = deeds.nextAt, next < min(midnight, run.to), let deed = deeds.next() {
                advance(to: deed.at)
                act(deed.kind)
            }
            if events.count >= Self.batch {
                try receive(events)
                events.removeAll(keepingCapacity: true)
            }
        }
        advance(to: run.to)
    }

    // MARK: Time

    /// Goes on to an instant. While something is used a look is taken every five minutes: what is
    /// blocked meanwhile is closed at once, as the browser's extension and the agent do it.
    private mutating func advance(to instant: Instant) {
        let step: Int64 = 300_000
        while now < instant {
            uses = uses.filter { $0.value.until > now }
            let mark = Instant(milliseconds: (now.milliseconds / step + 1) * step)
            take(simulation.advance(to: uses.isEmpty ? instant : min(instant, mark)))
        }
    }

    /// Gives the engine an input; returns its answer.
    @discardableResult
    mutating func give(_ input: Input) -> Answer? { give(.input(input)) }

    /// Has something happen now; returns the engine's answer.
    @discardableResult
    mutating func give(_ kind: Happening.Kind) -> Answer? {
        simulation.add([Happening(at: now, kind)])
        return take(simulation.advance(to: now))
    }

    /// Takes down what came out; returns the last answer.
    @discardableResult
    private mutating func take(_ outcomes: [Simulation.Outcome]) -> Answer? {
        var answer: Answer?
        var blocked: Set<String> = []
        for outcome in outcomes {
            switch outcome.kind {
            case .recorded(let event): events.append(event)
            case .answered(let given): answer = given
            case .decided(let decision) where decision.isBlocked: blocked.insert(decision.target)
            case .decided(let decision): blocked.remove(decision.target)
            case .assessed, .protected, .evaluated: break
            }
        }
        if !blocked.isEmpty, !uses.isEmpty { close(blocked) }
        return answer
    }

    private mutating func close(_ targets: Set<String>) {
        let closed = uses.filter { !targets.isDisjoint(with: $0.value.targets) }.keys.sorted()
        for use in closed {
            uses[use] = nil
            give(.useClosed(use))
        }
    }

    /// Uses a place for so long.
    mutating func use(_ place: Place, for length: TimeSpan) {
        guard case .using(let use, let targets)? = give(.use(place, length: length)) else { return }
        uses[use] = (targets, now + length)
    }
}
