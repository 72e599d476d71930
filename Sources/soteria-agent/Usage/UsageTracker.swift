import API

/// Tracks which apps are used and whether the person is present, for the daemon: a state machine
/// without clock, input or output.
///
/// A unit is used while its control group takes CPU time; the daemon subtracts the time in which
/// logind reports the person as idle. While no unit of a target runs there is no deadline.
struct UsageTracker: Sendable {
    enum Input: Sendable {
        /// All running units of targets that are not frozen.
        case units(Set<UsedUnit>)
        /// The CPU times of the units to be sampled, by name, without those that could not be read.
        case looked([String: Duration])
        /// The daemon's reply to the opening of a use.
        case opened(token: Int, Result<Int, CallFailure>)
        /// The daemon's reply to a heartbeat: the uses that it does not know.
        case seen(Result<[Int], CallFailure>)
        /// The daemon replied to the closing of a use, or failed to.
        case closed
        case daemonCame
        case daemonWentAway
        /// A new connection to the daemon was made.
        case connected
        /// The rules, or the apps that they track, have changed.
        case placesChanged
        /// The person's presence as reported by logind; nil if unknown.
        case presence(Presence?)
        case logindCame
        /// logind is gone, and with it the sleep delay.
        case logindWentAway
        case sleeping
        case woke
        case due
    }

    enum Action: Hashable, Sendable {
        /// Sample the CPU times of units, in order of their names.
        case look([UsedUnit])
        /// Tell the daemon that an app is used.
        case open(token: Int, app: String)
        /// Report that uses continue, in ascending order.
        case see([Int])
        case close(use: Int)
        case setIdle(isIdle: Bool, isLocked: Bool, seconds: Int)
        /// Delay the machine's sleep, so that there is time to close open uses.
        case delaySleep
        case letSleep
    }

    /// The interval of samples and heartbeats: the daemon expects a heartbeat every 30 seconds.
    static let interval = Duration.seconds(30)
    /// The delay of a new unit's first sample: a program that was just started is busy.
    static let firstLook = Duration.seconds(5)
    /// The longest delay of the machine's sleep; logind waits for five seconds.
    static let sleepDelayLimit = Duration.seconds(3)

    var units: [String: TrackedUnit] = [:]
    var isReachable = false
    var isAsleep = false
    /// The time of the next sample; nil while no unit needs one.
    var nextLook: Duration?
    /// The time at which the machine may sleep even without the daemon's replies; nil if its sleep
    /// is not delayed.
    var sleepsAt: Duration?
    /// The calls that the sleep waits for.
    var openings: Set<Int> = []
    var closings = 0
    var presence: Presence?
    /// The presence that was reported over this connection; nil if none.
    var reportedPresence: Presence?
    /// Whether the running sample is the regular one.
    private var isInterval = false
    private var lastToken = 0

    /// The time of the next `due` since boot; nil if nothing is scheduled.
    var deadline: Duration? {
        let looks = isWatching ? [nextLook] + units.values.map(\.firstLook) : []
        return (looks + [sleepsAt]).compactMap(\.self).min()
    }

    private var isWatching: Bool {
        isReachable && !isAsleep && units.values.contains(where: \.needsReading)
    }

    /// Handles an input at a time since boot; returns the actions to perform.
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
            case .connected: reportPresence(at: now, isAnew: true)
            case .placesChanged: placesChanged()
            case .presence(let presence): apply(presence, at: now)
            case .logindCame: [.delaySleep]
            case .logindWentAway: apply(nil, at: now) + (isAsleep ? wake(at: now) : [])
            case .sleeping: fallAsleep(at: now)
            case .woke: wake(at: now) + [.delaySleep]
            case .due: due(at: now)
            }
        return actions + schedule(at: now)
    }

    /// Closes all uses when the agent ends.
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

    /// Restarts the samples, and reports earlier uses again: the unknown time in between does not
    /// count.
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
        return actions + look(at: names.filter { units[$0]?.needsReading == true })
    }

    private mutating func schedule(at now: Duration) -> [Action] {
        if !isWatching {
            nextLook = nil
        } else if nextLook == nil {
            nextLook = now + Self.interval
        }
        return letSleepOnceClosed()
    }

    private var openUses: [Int] {
        units.values.flatMap { unit in
            unit.reports.values.compactMap { if case .open(let use) = $0 { use } else { nil } }
        }.sorted()
    }

    /// A token that no earlier call has.
    mutating func nextToken() -> Int {
        lastToken += 1
        return lastToken
    }
}
