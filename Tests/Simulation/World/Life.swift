import Engine
import RuleFiles
import RuleModel

/// One life of a machine, its daemon and its person, made up from a seed.
///
/// The engine, the rule loader and the coding of facts are the real ones. Clock, store, clients
/// and the person are simulated, and after every input everything is held to the oracle.
package final class Life {
    /// The seed of the life.
    package let seed: UInt64
    let pace: Pace
    let edition: Edition
    /// How many inputs the engine was given.
    package private(set) var steps = 0
    /// How many events were recorded.
    package var events: Int64 { store.committed }
    /// How often each kind of thing was met: facts, starts, crashes, refusals.
    package private(set) var met: [String: Int] = [:]

    var dice: Dice
    var clock: SimulatedClock
    var store = SimulatedStore()
    var engine: Engine
    var oracle = Oracle()
    /// The oracle as it was when all was on disk, and what was written since.
    var durable = Oracle()
    var undurable: [Event] = []
    /// The fold of what was written.
    var mirror = State()
    /// All that was written, in order.
    var written: [Event] = []
    var subscribers: [Subscriber] = []
    /// The knowledge of a client that was told the decisions of the record and has heard every one
    /// since.
    var heard: [String: Subscriber.Told] = [:]
    let book: RuleBook
    var files: RuleBook.Page
    var areFilesBroken = false
    var zoneName: String

    // The shell.
    var wake: Deadline?
    var storeIsFailing = false
    var isStoreSlow = false
    /// Facts that were proposed and are neither committed nor refused.
    var underWay: [Int64: Fact] = [:] {
        didSet {
            let ids = underWay.values.compactMap { fact in
                if case .protectionEnded(let id, isTakenBack: true) = fact { id } else { nil }
            }
            oracle.takingBack = Set(ids)
        }
    }
    /// The last event that somebody was told is on disk.
    var acknowledged: Int64 = 0
    /// Whether there is room on the disk again before the next start.
    var getsRoom = false
    /// The trace of the steps; nil if it is not compared.
    var trace: Trace?
    /// The use that was opened last, with its targets.
    var begunUse: (Int64, [String])?
    var deferred: [(Life) throws -> Void] = []
    /// The failure in a place that cannot throw.
    var failure: (any Error)?
    /// Seconds between the timer's marks.
    var tick: Int64 = 300
    /// The last instant on record before the last start.
    var startedAfter: Instant?

    // Values that the checks compare with.
    var lastNow: Instant?
    var lastElapsed = TimeSpan.zero
    /// When the clock was last set, and since when the daemon can know.
    var clockSetAt = TimeSpan.zero
    var clockSeenAt = TimeSpan.zero
    /// How often it was set since the boot, and by how much.
    var clockSets: [(at: TimeSpan, by: TimeSpan)] = []
    var hasAdopted = false
    var hasWaited = false
    var hasTakenBack = false
    /// The input or the request that the engine was given last.
    var given: any Sendable = Input.observed
    var begunAutos: Set<String> = []
    var expectedAutos: Set<String>?

    /// A life from a seed; `zones` are the machine's zone files.
    package init(
        seed: UInt64, zones: ZoneSource, pace: Pace, edition: Edition = .fourth,
        isTraced: Bool = false
    ) throws {
        self.seed = seed
        self.pace = pace
        self.edition = edition
        if isTraced { trace = Trace() }
        dice = Dice(seed: seed)
        let start = Instant(
            seconds: 1_767_225_600 + Int64(dice.int(0...3650)) * 86400
                + Int64(dice.int(0...86399)))
        clock = SimulatedClock(at: start)
        book = RuleBook(zones: zones)
        zoneName = dice.pick(Self.zoneNames)
        var draft = RuleDraft(&dice, today: Int(start.seconds / 86400), edition)
        draft.weakeningWaits = dice.pick([0, 0, 24, 60])
        files = try book.page(draft)
        engine = Engine(continuing: State(), at: clock.reading())
        oracle.book = book
        durable = oracle
        if dice.chance(400) { clock.drift = Int64(dice.int(-300...300)) }
        if dice.chance(500) { clock.synchronise(true) }
    }

    static let zoneNames = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
        "America/St_Johns", "Pacific/Auckland",
    ]

    /// Lives so many days; throws a `Violation` at the first step at which something does not hold.
    package func live(days: Int) throws {
        let end = clock.watch + .days(Int64(days))
        try start()
        while clock.watch < end { try cycle() }
        try stop()
        try checkReplay(isWhole: true)
        _ = try checkRecord()
        if let failure { throw failure }
    }

    /// Where the life stands, for a message.
    package var place: String {
        let minutes = book.minutes(engine.zone.name)
        let local = minutes.local(engine.clock.now)
        let clock = "\(CivilDay(Int(local / 86400))) \(local / 3600 % 24):\(local / 60 % 60)"
        return "seed \(seed) (\(pace)) step \(steps), \(clock) in \(zoneName), "
            + "\(given)".prefix(60)
    }

    func count(_ what: String) { met[what, default: 0] += 1 }
    func noteStep() { steps += 1 }
}

/// The kinds of events in a life. A new kind would change the lives of all seeds, so each edition
/// keeps the lives that found something as they were.
package enum Edition: Int, Comparable, Sendable {
    /// The one of which 10,000 years were lived on 2026-11-23.
    case first
    /// The daemon dies on a full disk, too, `weakening_waits` is edited, clients come while the
    /// machine wakes up, and everybody hears an answer.
    case second
    /// Waits grow, targets have terms of their own, ranges have dates and spans of them, budgets
    /// hours and weekdays, and people ask again and again.
    case third
    /// People protect by hand what they have just asked to open, and take that back.
    case fourth

    package static func < (left: Edition, right: Edition) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// How often somebody is there: as much of the calendar in more or fewer steps.
package enum Pace: String, Sendable {
    /// Nearly every hour: some 20,000 steps a year.
    case busy
    /// Every few days: some 2,500.
    case quiet
    /// Every ten days.
    case still

    /// The pace of a seed's life where years are counted: one in twenty is busy.
    package static func usual(seed: UInt64) -> Pace { seed % 20 == 0 ? .busy : .quiet }

    /// For how long nobody is there, usually, in seconds.
    var away: ClosedRange<Int> {
        switch self {
        case .busy: 600...50_000
        case .quiet: 20_000...900_000
        case .still: 100_000...1_700_000
        }
    }
}

/// The texts that were ever in the files, with what was meant by them.
final class RuleBook {
    struct Page {
        var draft: RuleDraft
        var set: RuleSet
        var fingerprint: String
    }

    let zones: ZoneSource
    private var pages: [String: Page] = [:]
    private var minutes: [String: LocalMinutes] = [:]

    init(zones: ZoneSource) { self.zones = zones }

    func minutes(_ name: String) -> LocalMinutes {
        if let known = minutes[name] { return known }
        guard case .success(let found) = zones.zone(named: name) else {
            preconditionFailure("no zone \(name)")
        }
        let local = LocalMinutes(zone: found)
        minutes[name] = local
        return local
    }

    func sources(_ text: String) -> [RuleText] {
        [RuleText(path: "/rules/simulated.yaml", layer: 2, text: text)]
    }

    /// Loads a draft's text as the loader does.
    func page(_ draft: RuleDraft) throws -> Page {
        let sources = sources(draft.yaml)
        let fingerprint = RuleText.fingerprint(of: sources)
        if let known = pages[fingerprint] { return known }
        let loading = RuleLoader(zones: zones).load(sources: sources)
        guard let set = loading.ruleSet else {
            throw Violation(.record, "rules are refused:\n\(loading.rendered(color: false))")
        }
        let page = Page(draft: draft, set: set, fingerprint: fingerprint)
        pages[fingerprint] = page
        return page
    }

    func page(_ fingerprint: String?) -> Page? { fingerprint.flatMap { pages[$0] } }

    /// Loads any text as the loader does; nil if it is refused.
    func read(_ text: String) -> RuleSet? {
        RuleLoader(zones: zones).load(sources: sources(text)).ruleSet
    }
}
