import API
import Testing

@testable import soteria_agent

/// A service manager with units, played for an `Enforcer`: what the machine asks for is done when
/// the test says so, and what must never be asked for is an issue.
struct AppBench {
    /// A unit as it really is.
    struct Reality {
        var unit: AppUnit
        var facts = UnitFacts()
        /// Whether its processes stand still.
        var isFrozen = false
        /// Whether somebody else had it frozen.
        var isForeign = false
        /// Whether the manager has something else to do with it, and refuses both.
        var isBusy = false
        /// The manager's refusal of a freeze; nil if it freezes.
        var refusal: String?
        /// The manager's refusal of a thaw; nil if it thaws.
        var thawRefusal: String?
        /// The signals that it got.
        var signals: [String] = []
        /// The start of the unit under the agent's eyes; nil if it ran before.
        var start: Duration?
        /// The time of its first freeze.
        var frozenAt: Duration?
        /// True if it had a window, or ran since its first freeze.
        var isUncertain = false
    }

    /// A question or an order that waits for its answer.
    enum Pending: Equatable {
        case inspect(String)
        case freeze(String)
        case thaw(String)

        var name: String {
            switch self {
            case .inspect(let name), .freeze(let name), .thaw(let name): name
            }
        }
    }

    var enforcer: Enforcer
    var now = Duration.seconds(1000)
    var units: [String: Reality] = [:]
    var pending: [Pending] = []
    var record: Set<String> = []
    var attempts: [String] = []
    /// The units whose windows were put away, in order.
    var putAway: [String] = []
    /// Whether unblock requests are followed.
    var followsRequests = false
    /// The attempts that were thaws by somebody else.
    var thaws: [String] = []
    /// The units that are watched.
    var watched: Set<String> = []
    var shown: [String: Information] = [:]
    var withdrawn: [String] = []
    var logEntries: [AppLogEntry] = []
    var log: [Enforcer.Action] = []
    /// Whether what is asked is answered at once.
    var answersAtOnce = true

    init() {
        enforcer = Enforcer(at: .seconds(1000))
    }

    /// A bench with a daemon that has told its places, and that nothing is blocked.
    static func ready(_ places: [TargetsAPI.Places]) -> AppBench {
        var bench = AppBench()
        bench.setPlaces(places)
        bench.handle(.blocks([:]))
        return bench
    }

    static func unit(
        _ name: String, watched: Bool = false, ids: [String]? = nil
    ) -> AppUnit {
        AppUnit(
            name: name, ids: ids ?? UnitName.applicationIDs(of: name) ?? [],
            controlGroup: "/sys/fs/cgroup/app.slice/\(name)", isWatched: watched)
    }

    static func block(
        until: Duration? = nil, time: String? = nil
    ) -> BlockedTargets.Block {
        BlockedTargets.Block(until: until, time: time)
    }

    mutating func setPlaces(_ places: [TargetsAPI.Places]) {
        var index = PlaceIndex()
        for piece in places { index.add(piece) }
        handle(.places(index))
    }

    mutating func handle(_ input: Enforcer.Input) {
        for action in enforcer.handle(input, at: now) { perform(action) }
        if answersAtOnce { answerAll() }
    }

    /// A unit begins under the agent's eyes, or ran before.
    mutating func start(
        _ unit: AppUnit, _ facts: UnitFacts = UnitFacts(), isNew: Bool = true,
        refusal: String? = nil
    ) {
        units[unit.name] = Reality(
            unit: unit, facts: facts, refusal: refusal, start: isNew ? now : nil)
        handle(isNew ? .appeared(unit) : .found(unit))
    }

    mutating func end(_ name: String) {
        units[name] = nil
        handle(.gone(name))
    }

    /// A unit that has just been started, as desktops do.
    mutating func launch(_ unit: AppUnit, _ facts: UnitFacts = UnitFacts()) {
        var facts = facts
        facts.startedAt = facts.startedAt ?? now
        start(unit, facts)
    }

    /// A window of the unit is in front, or of none.
    mutating func bringToFront(_ name: String?) {
        if let name { units[name]?.isUncertain = true }
        handle(.front(name))
    }

    /// Somebody else thaws a unit; the kernel says so if the unit is watched.
    mutating func thawByHand(_ name: String) {
        // Before its first freeze it runs anyway.
        if units[name]?.isFrozen == true { units[name]?.isUncertain = true }
        units[name]?.isFrozen = false
        if watched.contains(name) { handle(.stirred(name)) }
    }

    mutating func block(_ target: String, _ block: BlockedTargets.Block = AppBench.block()) {
        handle(.decided(target, block))
    }

    mutating func open(_ target: String) {
        handle(.decided(target, nil))
    }

    /// Time passes, and the machine is woken whenever it wants to be.
    mutating func pass(_ time: Duration) {
        let end = now + time
        var wakes = 0
        while let deadline = enforcer.deadline, deadline <= end {
            now = max(now, deadline)
            handle(.due)
            wakes += 1
            guard wakes < 10_000 else {
                Issue.record("a deadline that never passes: \(deadline)")
                return
            }
        }
        now = end
    }

    mutating func answerAll() {
        while !pending.isEmpty { answer(0) }
    }

    /// The manager answers what waits at this place.
    mutating func answer(_ index: Int) {
        let answered = pending.remove(at: index)
        let name = answered.name
        switch answered {
        case .inspect:
            var facts = units[name]?.facts
            facts?.isFrozen = units[name]?.isFrozen ?? false
            handle(.inspected(name, facts))
        case .freeze:
            guard let unit = units[name] else { return handle(.froze(name, .gone)) }
            if unit.isBusy { return handle(.froze(name, .busy)) }
            if let refusal = unit.refusal { return handle(.froze(name, .failed(refusal))) }
            units[name]?.isFrozen = true
            units[name]?.frozenAt = unit.frozenAt ?? now
            handle(.froze(name, .done))
        case .thaw:
            guard let unit = units[name] else { return handle(.thawed(name, .gone)) }
            if unit.isBusy { return handle(.thawed(name, .busy)) }
            if let refusal = unit.thawRefusal { return handle(.thawed(name, .failed(refusal))) }
            units[name]?.isFrozen = false
            units[name]?.isUncertain = true
            handle(.thawed(name, .done))
        }
    }

    var frozen: [String] {
        units.filter { $0.value.isFrozen }.keys.sorted()
    }

    /// The actions since the log was last read.
    mutating func news() -> [Enforcer.Action] {
        defer { log = [] }
        return log
    }

    private mutating func perform(_ action: Enforcer.Action) {
        log.append(action)
        switch action {
        case .inspect(let unit):
            #expect(!pending.contains(.inspect(unit.name)), "looked at twice at once")
            pending.append(.inspect(unit.name))
        case .record(let unit): record.insert(unit.name)
        case .unrecord(let name): record.remove(name)
        case .release(let name), .force(let name):
            if units[name]?.isForeign != true {
                units[name]?.isFrozen = false
                units[name]?.isUncertain = true
            }
            if case .release = action {
                record.remove(name)
                watched.remove(name)
            }
        case .watch(let unit):
            #expect(record.contains(unit.name), "watched without a record")
            #expect(watched.insert(unit.name).inserted, "watched twice")
        case .unwatch(let name):
            #expect(watched.remove(name) != nil, "not watched")
        case .freeze(let name):
            #expect(record.contains(name), "frozen without a record")
            #expect(!pending.contains(.thaw(name)), "frozen before the thaw was answered")
            #expect(!pending.contains(.freeze(name)), "frozen twice")
            #expect(units[name]?.isForeign != true, "somebody else's freeze was taken over")
            pending.append(.freeze(name))
        case .thaw(let name):
            #expect(!pending.contains(.freeze(name)), "thawed before the freeze was answered")
            #expect(!pending.contains(.thaw(name)), "thawed twice")
            #expect(!watched.contains(name), "its own thaw would be taken for somebody else's")
            #expect(units[name]?.isForeign != true, "somebody else's freeze was undone")
            pending.append(.thaw(name))
        case .terminate(let name):
            #expect(!record.contains(name), "asked to end while it may stand still")
            units[name]?.signals.append("TERM")
        case .kill(let name):
            if let unit = units[name], unit.signals.isEmpty { expectHeld(unit) }
            units[name]?.signals.append("KILL")
        case .putAway(let name): putAway.append(name)
        case .followRequests: followsRequests = true
        case .unfollowRequests:
            #expect(followsRequests, "not followed")
            followsRequests = false
        case .attempt(let app, let isThawed):
            attempts.append(app)
            if isThawed { thaws.append(app) }
        case .inform(let information): shown[information.id] = information
        case .withdraw(let id):
            shown[id] = nil
            withdrawn.append(id)
        case .log(let entry): logEntries.append(entry)
        }
    }
}

extension AppBench {
    /// Minds that a unit that nobody asked to end was held from its start on.
    private func expectHeld(_ unit: Reality) {
        #expect(unit.isFrozen && !unit.isForeign && !unit.isUncertain, "it may have done something")
        guard let start = unit.start, let frozenAt = unit.frozenAt else {
            Issue.record("killed, though it was not seen to start and frozen")
            return
        }
        #expect(frozenAt - start <= .seconds(1), "it had time to do something")
        #expect((unit.facts.startedAt ?? .zero) >= frozenAt - .seconds(1), "it had older processes")
    }
}

extension TargetsAPI.Places {
    /// A target as tests write it.
    static func target(
        _ key: String, _ enforcement: TargetsAPI.Enforcement = .freeze, kill: Bool = false,
        onThaw: TargetsAPI.ThawResponse? = nil, apps: [String] = [], executables: [String] = []
    ) -> TargetsAPI.Places {
        TargetsAPI.Places(
            target: key, name: key.capitalized, enforcement: enforcement, kill: kill, siteCount: 0,
            apps: apps, executables: executables, onThaw: onThaw)
    }
}

extension Executable: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A path as tests write it, of a file that is not looked at.
    public init(stringLiteral path: String) { self.init(path: path) }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
