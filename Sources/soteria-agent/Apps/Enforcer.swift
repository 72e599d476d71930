import API

/// What is done with the units of apps, from what the daemon decides and the manager tells: a
/// state machine without clock, threads, files or connections.
///
/// It keeps to four rules. A unit is thawed only after the manager has answered that it froze it
/// (systemd cancels the one for the other). What may stand still is on record before it does. What
/// somebody else froze is left alone. And nothing stays frozen that no blocked target names.
struct Enforcer: Sendable {
    /// An input.
    enum Input: Sendable {
        /// The units on record from a former run, by name.
        case recorded(Set<String>)
        /// Which apps belong to which targets.
        case places(PlaceIndex)
        /// How all targets stand: the blocked ones by key.
        case standings([String: Blocking.Standing])
        /// How one target stands; nil is open.
        case decided(String, Blocking.Standing?)
        case daemonLost
        /// The names of the units that run, on a new connection to the manager; each of an app's
        /// is told as `found` afterwards.
        case listed(Set<String>)
        /// A unit of an app ran already when it was asked for.
        case found(AppUnit)
        case appeared(AppUnit)
        case gone(String)
        /// The findings of a look; nil if the unit's control group is no more.
        case inspected(String, UnitFacts?)
        /// The looks of before may be out of date.
        case lookAgain
        case froze(String, Outcome)
        case thawed(String, Outcome)
        /// The manager has finished something with a unit that is known.
        case ready(String)
        case managerLost
        case due
        /// The agent ends: everything is thawed, nothing frozen any more.
        case stop
    }

    /// The manager's answer.
    enum Outcome: Sendable, Hashable {
        case done
        /// There is no such unit.
        case gone
        /// It was refused for now: something else is being done with the unit.
        case busy
        /// It was refused: why.
        case failed(String)
        case unanswered
    }

    enum Action: Sendable, Hashable {
        /// Look at the unit's processes, and tell `inspected`.
        case inspect(AppUnit)
        /// Put the unit on record, before anything else is done.
        case record(AppUnit)
        /// Strike the unit off the record.
        case strike(String)
        /// The manager knows the unit no longer: should its control group still stand still, the
        /// kernel is told; then strike it off the record.
        case release(String)
        /// The manager did not thaw the unit: the kernel is told.
        case force(String)
        /// Freeze the unit, and tell `froze`.
        case freeze(String)
        /// Thaw the unit, and tell `thawed`.
        case thaw(String)
        /// SIGTERM to the unit's processes.
        case terminate(String)
        /// SIGKILL to the unit's processes.
        case kill(String)
        /// A blocked app was opened: what it is reported as.
        case attempt(String)
        case inform(Information)
        /// Take back what was told under this id.
        case withdraw(String)
        case note(Note)
    }

    /// When a unit that has begun is looked at again. A launcher makes the scope first and the
    /// program is executed in it a moment later, or by a script of the launcher's; later changes
    /// of what runs are seen at the next decision.
    static let looks: [Duration] = [.milliseconds(50), .milliseconds(200), .seconds(1)]
    /// How long what was asked to end has time to, before it is killed.
    static let grace = Duration.seconds(10)
    /// How often a freeze that failed is tried again while the block lasts.
    static let freezeTries = 5

    let start: Duration
    var places = PlaceIndex()
    var blocking: Blocking
    var units: [String: EnforcedUnit] = [:]
    /// On record from a former run, and not seen yet.
    var recorded: Set<String> = []
    /// Targets of which the person has to be told, by key.
    var untold: Set<String> = []
    /// The news that the person was told of a target, by key.
    var told: [String: Information] = [:]
    var hasPlaces = false
    var isStopping = false
    var actions: [Action] = []

    init(at now: Duration) {
        start = now
        blocking = Blocking(at: now)
    }

    /// Takes an input at a moment, time since the boot; returns what is to be done, in this order.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .recorded(let names): recorded = names
        case .places(let index): take(index, now)
        case .standings(let standings): take(standings, now)
        case .decided(let target, let standing): decide(target, standing, now)
        case .daemonLost: blocking.lose(at: now)
        case .listed(let names): list(names)
        case .found(let unit): appear(unit, isNew: false, now)
        case .appeared(let unit): appear(unit, isNew: true, now)
        case .gone(let name): forget(name)
        case .inspected(let name, let facts): take(facts, of: name, now)
        case .lookAgain: lookAgain(now)
        case .froze(let name, let outcome): froze(name, outcome, now)
        case .thawed(let name, let outcome): thawed(name, outcome, now)
        case .ready(let name): tryAgain(name, now)
        case .managerLost: loseManager()
        case .due: passTime(now)
        case .stop: stop(now)
        }
        tellWhatIsSettled()
        defer { actions = [] }
        return actions
    }

    /// When `due` is wanted next; nil where nothing happens by itself. All units are asked: to be
    /// read once after a burst of inputs, not after each.
    var deadline: Duration? {
        var first = isStopping ? nil : blocking.deadline
        for row in units.values {
            if let moment = row.deadline { first = min(first ?? moment, moment) }
        }
        return first
    }

    /// Whether nothing stands still by the agent's doing.
    var isAtRest: Bool { !units.values.contains(where: \.isHeld) }

    /// The units that belong to targets and can be used.
    var unitsInUse: Set<UsedUnit> {
        Set(
            units.values.filter { !$0.targets.isEmpty && $0.isUsable }.map { row in
                UsedUnit(
                    name: row.unit.name, controlGroup: row.unit.controlGroup,
                    apps: reported(row, of: row.targets))
            })
    }

    /// The demand of the blocked targets on a unit; nil if it is free.
    func demand(_ row: EnforcedUnit) -> Demand? {
        guard !isStopping else { return nil }
        return Demand.strictest(
            row.targets.lazy.filter { blocking.blocked[$0] != nil }
                .compactMap { places.targets[$0] }.map(Demand.init))
    }

    /// The name of a unit: as it is reported, else its likeliest id or its own name.
    func app(_ row: EnforcedUnit) -> String {
        reported(row, of: row.targets).first ?? row.unit.ids.first ?? row.unit.name
    }

    /// The names under which a unit is reported for these targets.
    func reported(_ row: EnforcedUnit, of targets: Set<String>) -> [String] {
        places.reported(ids: row.unit.ids, running: row.facts?.executables, of: targets)
    }
}
