import API

/// Which apps are really used, and whether the person is there, as it is told the daemon: a state
/// machine without a clock and without input or output.
///
/// A unit is used while its control group takes CPU time; the daemon takes out the time in which
/// logind says that the person is idle. While no unit of a target runs there is no deadline.
struct UsageTracking: Sendable {
    enum Input: Sendable {
        /// The units of targets that run and are not frozen, all of them.
        case units(Set<UsedUnit>)
        /// The CPU time of each unit that was to be looked at, by name; unreadable ones are left
        /// out.
        case looked([String: Duration])
        /// The daemon's reply to the opening of a use.
        case opened(token: Int, Result<Int, CallFailure>)
        /// The daemon's reply to a sign of life: the uses that it does not know.
        case seen(Result<[Int], CallFailure>)
        /// The daemon replied to the closing of a use, or did not.
        case closed
        case daemonCame
        case daemonWentAway
        /// The connection to the daemon is another one.
        case connected
        /// The rules, or what they track, have changed.
        case placesChanged
        /// The person's presence as logind tells it; nil if nobody says.
        case presence(Presence?)
        case logindCame
        /// logind is gone, and with it what was held there.
        case logindWentAway
        case sleeping
        case woke
        case due
    }

    enum Action: Hashable, Sendable {
        /// Look at the CPU time of units, in order of their names.
        case look([UsedUnit])
        /// Tell the daemon that an app is used.
        case open(token: Int, app: String)
        /// Tell it that uses go on, in ascending order.
        case see([Int])
        case close(use: Int)
        case setIdle(isIdle: Bool, isLocked: Bool, seconds: Int)
        /// Hold the machine's sleep up, so that there is time to close what is open.
        case delaySleep
        case letSleep
    }

    /// How often units are looked at, and the daemon is given a sign of life: it wants one every 30
    /// seconds.
    static let interval = Duration.seconds(30)
    /// How soon a new unit is looked at first: a program that was just started works.
    static let firstLook = Duration.seconds(5)
    /// How long the machine's sleep is held up at most; logind waits for five seconds.
    static let longestDelay = Duration.seconds(3)

    var units: [String: TrackedUnit] = [:]
    var isReachable = false
    var isAsleep = false
    /// When units are looked at next; nil while none is worth it.
    var nextLook: Duration?
    /// When the machine may sleep whatever the daemon says; nil where its sleep is not held up.
    var sleepsAt: Duration?
    /// Calls that the sleep waits for.
    var openings: Set<Int> = []
    var closings = 0
    var presence: Presence?
    /// The presence that the daemon was told over this connection; nil: none.
    var told: Presence?
    /// Whether the looks that are being taken are those of the interval.
    private var isInterval = false
    private var lastToken = 0

    /// When `due` is wanted, time since the boot; nil where nothing waits.
    var deadline: Duration? {
        let looks = isWatching ? [nextLook] + units.values.map(\.firstLook) : []
        return (looks + [sleepsAt]).compactMap(\.self).min()
    }

    private var isWatching: Bool {
        isReachable && !isAsleep && units.values.contains(where: \.isWorthALook)
    }

    /// Takes in what happens at a moment, time since the boot, and says what is to be done.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        let actions: [Action] =
            switch input {
            case .units(let units): replace(by: units, at: now)
            case .looked(let times): looked(times, at: now)
            case .opened(let token, let result): opened(token, result)
            case .seen(let result): seen(result)
            case .closed: closed()
            case .daemonCame: daemonCame(at: now)
            case .daemonWentAway: daemonWentAway()
            case .connected: tellPresence(at: now, isAnew: true)
            case .placesChanged: placesChanged()
            case .presence(let presence): take(presence, at: now)
            case .logindCame: [.delaySleep]
            case .logindWentAway: take(nil, at: now) + (isAsleep ? wake(at: now) : [])
            case .sleeping: fallAsleep(at: now)
            case .woke: wake(at: now) + [.delaySleep]
            case .due: due(at: now)
            }
        return actions + schedule(at: now)
    }

    /// Closes everything: the agent ends.
    mutating func end() -> [Action] {
        let actions = units.keys.sorted().flatMap { close($0) }
        units = [:]
        return actions
    }

    // MARK: Units

    private mutating func replace(by running: Set<UsedUnit>, at now: Duration) -> [Action] {
        let running = Dictionary(running.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        var actions: [Action] = []
        for name in units.keys.sorted() where running[name] != units[name]?.unit {
            actions += close(name)
            units[name] = nil
        }
        let new = running.values.filter { units[$0.name] == nil }
        for unit in new {
            units[unit.name] = TrackedUnit(unit, at: now, firstLook: now + Self.firstLook)
        }
        return actions + look(at: new.map(\.name))
    }

    private func look(at names: some Sequence<String>) -> [Action] {
        let units = names.sorted().compactMap { self.units[$0]?.unit }
        return units.isEmpty || !isReachable || isAsleep ? [] : [.look(units)]
    }

    /// Looks at everything from here on, and reports again what was used before: what is not known
    /// of the time between does not count.
    mutating func resume(at now: Duration) -> [Action] {
        guard isReachable, !isAsleep else { return [] }
        for name in units.keys {
            units[name]?.cpuTime = nil
            if units[name]?.isUsed == true { units[name]?.lastActive = now }
        }
        return units.keys.sorted().flatMap { open($0) } + look(at: units.keys)
    }

    private mutating func looked(_ times: [String: Duration], at now: Duration) -> [Action] {
        var actions: [Action] = []
        for (name, time) in times.sorted(by: { $0.key < $1.key }) {
            guard units[name] != nil else { continue }
            units[name]?.look(time, at: now)
            actions += units[name]?.isUsed == true ? open(name) : close(name)
        }
        guard isInterval else { return actions }
        isInterval = false
        let uses = openUses
        return actions + (uses.isEmpty ? [] : [.see(uses)])
    }

    private mutating func due(at now: Duration) -> [Action] {
        var actions: [Action] = []
        if let moment = sleepsAt, moment <= now {
            sleepsAt = nil
            actions.append(.letSleep)
        }
        guard isWatching else { return actions }
        var names: Set<String> = []
        for (name, unit) in units {
            guard let moment = unit.firstLook, moment <= now else { continue }
            units[name]?.firstLook = nil
            names.insert(name)
        }
        if let moment = nextLook, moment <= now {
            isInterval = true
            nextLook = now + Self.interval
            names.formUnion(units.keys)
        }
        return actions + look(at: names.filter { units[$0]?.isWorthALook == true })
    }

    private mutating func schedule(at now: Duration) -> [Action] {
        if !isWatching {
            nextLook = nil
        } else if nextLook == nil {
            nextLook = now + Self.interval
        }
        return letSleepOnceClosed()
    }

    /// The numbers of the open uses.
    private var openUses: [Int] {
        units.values.flatMap { unit in
            unit.reports.values.compactMap { if case .open(let use) = $0 { use } else { nil } }
        }.sorted()
    }

    /// A token that no call has had.
    mutating func nextToken() -> Int {
        lastToken += 1
        return lastToken
    }
}
