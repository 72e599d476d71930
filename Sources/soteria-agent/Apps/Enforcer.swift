import API

/// Decides what is done with the units of apps: a state machine without clock, threads, files or
/// connections.
///
/// Six rules hold. A unit is thawed only after the manager has answered its freeze (systemd
/// cancels one job for the other). A unit is on record before it can be frozen. A unit that
/// somebody else froze is left alone. Nothing stays frozen that no blocked target names. A unit
/// that is put away is frozen when it has left the front, and soon in any case. And a frozen unit
/// is killed only if it was held from its first second on, by this enforcer, and never ran since.
struct Enforcer: Sendable {
    enum Input: Sendable {
        /// The names of the units on record from a previous run.
        case recorded(Set<String>)
        /// The index from apps to targets.
        case places(PlaceIndex)
        /// The state of all targets: the blocked ones by key.
        case blocks([String: BlockedTargets.Block])
        /// The state of one target; nil is open.
        case decided(String, BlockedTargets.Block?)
        case daemonLost
        /// The names of the running units, after a new connection to the manager. Each app's unit
        /// follows as `found`.
        case listed(Set<String>)
        /// A unit of an app that was already running.
        case found(AppUnit)
        case appeared(AppUnit)
        case gone(String)
        /// The result of an inspection; nil if the unit's control group is gone.
        case inspected(String, UnitFacts?)
        /// A program that a target names was started, perhaps in a unit that is already known.
        case programStarted
        /// Earlier inspections may be out of date.
        case reinspect
        case froze(String, Outcome)
        case thawed(String, Outcome)
        /// The control group of a watched unit has changed in some way.
        case stirred(String)
        /// Somebody moved a process out of a watched unit. The process was moved back.
        case moved(String)
        /// The manager has finished a job of a known unit.
        case ready(String)
        case managerLost
        /// The name of the unit with the window in front, nil if it is no known unit's, and those
        /// of all units to which it may belong, if there are several.
        case front(String?, candidates: Set<String> = [])
        /// Whether windows can be put away.
        case putsAway(Bool)
        /// All open unblock requests: their targets by number.
        case requests([Int: Set<String>])
        case requestBegan(Int, targets: Set<String>)
        case requestEnded(Int, HeldStarts.RequestEnd)
        /// A request about these targets was refused.
        case requestRefused(Set<String>)
        case due
        /// The agent ends: everything is thawed, and nothing is frozen any more.
        case stop
    }

    /// The manager's answer to a freeze or a thaw.
    enum Outcome: Sendable, Hashable {
        case done
        /// There is no such unit.
        case gone
        /// The manager is busy with another job of the unit.
        case busy
        /// The manager refused, for this reason.
        case failed(String)
        case unanswered
    }

    enum Action: Sendable, Hashable {
        /// Inspect the unit's processes, then input `inspected`.
        case inspect(AppUnit)
        /// Put the unit on record, before any later action.
        case record(AppUnit)
        /// Remove the unit from the record.
        case unrecord(String)
        /// The manager no longer knows the unit: thaw its control group through the kernel if it is
        /// still frozen, then remove the unit from the record.
        case release(String)
        /// The manager did not thaw the unit: thaw it through the kernel.
        case force(String)
        /// Freeze the unit, then input `froze`.
        case freeze(String)
        /// Thaw the unit, then input `thawed`.
        case thaw(String)
        /// Watch the frozen unit: input `stirred` and `moved`.
        case watch(AppUnit)
        /// The unit may run again: end the watch.
        case unwatch(String)
        /// Send SIGTERM to the unit's processes.
        case terminate(String)
        /// Send SIGKILL to the unit's processes.
        case kill(String)
        /// Minimise the unit's windows; `front` follows if one is in front and that works.
        case putAway(String)
        /// Begin, perhaps again, to follow unblock requests: input `requests`, then each change.
        case followRequests
        case unfollowRequests
        /// Report an attempt to open this app, which is blocked; `isThawed` if it was frozen and
        /// somebody else thawed it.
        case attempt(String, isThawed: Bool)
        case inform(Information)
        /// Withdraw the notice of this id.
        case withdraw(String)
        case log(AppLogEntry)
    }

    /// The delays of the inspections of a new unit. A launcher makes the scope first, and it or its
    /// script executes the program a moment later. A program that starts later is seen when its
    /// file is opened, or at the next decision.
    static let inspectionDelays: [Duration] = [.milliseconds(50), .milliseconds(200), .seconds(1)]
    /// The time before a planned inspection within which another program may start too late for it.
    static let inspectionLead = Duration.milliseconds(200)
    /// How long a unit that was asked to end has before it is killed.
    static let grace = Duration.seconds(10)
    /// How often a failed freeze is retried while the block lasts.
    static let freezeTries = 5
    /// The time within which thaws by others are counted together.
    static let thawWindow = Duration.seconds(600)
    /// The number of thaws within that time at which `on_thaw: stop` asks the unit to end.
    static let thawLimit = 3
    /// The greatest number of thaws of a unit that are reported within that time: a loop that thaws
    /// must not fill the record.
    static let reportedThaws = 10

    let start: Duration
    var places = PlaceIndex()
    var blockedTargets: BlockedTargets
    var units: [String: EnforcedUnit] = [:]
    /// Units on record from a previous run that were not found yet.
    var recorded: Set<String> = []
    /// The keys of targets whose notice is out of date.
    var uninformed: Set<String> = []
    /// The notices that are shown, by the target's key.
    var informed: [String: Information] = [:]
    /// The starts that are held for a request.
    var heldStarts = HeldStarts()
    /// The services whose starts were ended, with the targets that blocked them.
    var discarded: [String: Set<String>] = [:]
    /// The unit with the window in front; nil if unknown.
    var front: String?
    /// Whether windows can be put away.
    var putsAway = false
    /// The unit that was put away last, and the time since boot.
    var lastPutAway: (unit: String, at: Duration)?
    /// The latest attempts by frozen windows, by app.
    var frontAttempts: [String: Duration] = [:]
    var hasPlaces = false
    var isStopping = false
    var actions: [Action] = []

    init(at now: Duration) {
        start = now
        blockedTargets = BlockedTargets(at: now)
    }

    /// Handles an input at a time since boot; returns the actions to perform, in order.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .recorded(let names): recorded = names
        case .places(let index): apply(index, now)
        case .blocks(let blocks): apply(blocks, now)
        case .decided(let target, let block): setBlock(of: target, to: block, now)
        case .daemonLost: blockedTargets.daemonDisconnected(at: now)
        case .listed(let names): list(names)
        case .found(let unit): appear(unit, isNew: false, now)
        case .appeared(let unit): appear(unit, isNew: true, now)
        case .gone(let name): forget(name)
        case .inspected(let name, let facts): apply(facts, to: name, now)
        case .programStarted: programStarted(now)
        case .reinspect: reinspect(now)
        case .froze(let name, let outcome): froze(name, outcome, now)
        case .thawed(let name, let outcome): thawed(name, outcome, now)
        case .stirred(let name): stirred(name)
        case .moved(let name): moved(name, now)
        case .ready(let name): retry(name, now)
        case .managerLost: managerDisconnected()
        case .front(let name, let candidates):
            showWindow(of: candidates)
            bringToFront(name, now)
        case .putsAway(let putsAway): setPutsAway(putsAway, now)
        case .requests(let open): end(starts: heldStarts.list(open))
        case .requestBegan(let request, let targets):
            heldStarts.begin(request, about: targets)
        case .requestEnded(let request, let outcome):
            end(starts: heldStarts.end(request, outcome, at: now))
        case .requestRefused(let targets): end(starts: heldStarts.refused(targets))
        case .due: handleDeadlines(now)
        case .stop: stop(now)
        }
        informOfFinishedTargets()
        defer { actions = [] }
        return actions
    }

    /// The time of the next `due`; nil if nothing is scheduled. The cost grows with the number of
    /// units: read it once after a burst of inputs, not after each.
    var deadline: Duration? {
        var first = isStopping ? nil : blockedTargets.deadline
        // Without the daemon nobody knows of requests.
        if blockedTargets.missingSince == nil, let end = heldStarts.deadline {
            first = min(first ?? end, end)
        }
        for row in units.values {
            if let moment = row.deadline { first = min(first ?? moment, moment) }
        }
        return first
    }

    /// Whether the agent holds no unit frozen.
    var isAtRest: Bool { !units.values.contains(where: \.isHeld) }

    /// The units of targets that are not frozen.
    var unitsInUse: Set<UsedUnit> {
        Set(units.values.filter { !$0.targets.isEmpty && $0.isUsable }.map(used))
    }

    func used(_ row: EnforcedUnit) -> UsedUnit {
        UsedUnit(
            name: row.unit.name, controlGroup: row.unit.controlGroup,
            apps: reported(row, of: row.targets))
    }

    /// The demand of a unit's blocked targets; nil if none of them is blocked.
    func demand(_ row: EnforcedUnit) -> Demand? {
        guard !isStopping else { return nil }
        let demand = Demand.strictest(
            blocked(row).lazy.compactMap { places.targets[$0] }.map(Demand.init))
        return demand == .freeze && row.quitsBy != nil ? .stop(kill: false) : demand
    }

    /// The keys of a unit's blocked targets.
    func blocked(_ row: EnforcedUnit) -> Set<String> {
        row.targets.filter { blockedTargets.blocks[$0] != nil }
    }

    /// The name of a unit's app: the reported name, else its likeliest id, else the unit's name.
    func app(_ row: EnforcedUnit) -> String {
        reported(row, of: row.targets).first ?? row.unit.ids.first ?? row.unit.name
    }

    /// The names under which a unit is reported for the given targets.
    func reported(_ row: EnforcedUnit, of targets: Set<String>) -> [String] {
        places.reported(ids: row.unit.ids, running: row.facts?.executables, of: targets)
    }
}
