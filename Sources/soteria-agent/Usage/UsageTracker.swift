import API

/// Tracks which apps are used and whether the person is present, for the daemon: a state machine
/// without clock, input or output.
///
/// Of a desktop that tells which window is in front, a unit is used while one of its windows is,
/// and the person is there. Of others, it is used while its control group takes CPU time; the
/// daemon then subtracts the time in which logind reports the person as idle. While nothing is used
/// there is no deadline, and of others none while no unit of a target runs.
struct UsageTracker: Sendable {
    enum Input: Sendable {
        /// All running units of targets that are not frozen.
        case units(Set<UsedUnit>)
        /// The abilities of the sources that report from the desktop; none if there are none.
        case abilities(FocusAbilities)
        /// The unit with the window in front; nil if no unit of a target has it, or if it is
        /// frozen. A window without a unit of its own comes under the name of its app.
        case front(UsedUnit?)
        /// Another window is in front, perhaps of the same unit.
        case windowChanged
        /// The person has not touched anything for a while (true), or has again.
        case idle(Bool)
        /// The desktop's answer to `askForInput`: the time since the last input.
        case touched(ago: Duration)
        /// The time without input after which the sources report that.
        case idleLimit(Duration)
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
        /// Ask the desktop for the time since the last input.
        case askForInput
        /// Delay the machine's sleep, so that there is time to close open uses.
        case delaySleep
        case letSleep
    }

    /// The interval of samples and heartbeats: the daemon expects a heartbeat every 30 seconds.
    static let interval = Duration.seconds(30)
    /// The delay of a new unit's first sample: a program that was just started is busy.
    static let firstLook = Duration.seconds(5)
    /// How long another window may be in front without ending a use. That time counts as use, even
    /// if the person does not return, so a longer limit makes every use that much longer.
    static let glanceLimit = Duration.seconds(2)
    /// The longest delay of the machine's sleep; logind waits for five seconds.
    static let sleepDelayLimit = Duration.seconds(3)

    /// The units that are used, or may be, by name.
    var units: [String: TrackedUnit] = [:]
    /// The running units, as last reported.
    var running: Set<UsedUnit> = []
    var front: UsedUnit?
    var isReachable = false
    var isAsleep = false
    /// The time of the next sample or heartbeat; nil while none is needed.
    var nextLook: Duration?
    /// The time at which the machine may sleep even without the daemon's replies; nil if its sleep
    /// is not delayed.
    var sleepsAt: Duration?
    /// The calls that the sleep waits for.
    var openings: Set<Int> = []
    var closings = 0
    var absence = Absence()
    /// The presence that was reported over this connection; nil if none.
    var reportedPresence: Presence?
    /// Whether the running sample is the regular one.
    var isInterval = false
    private var lastToken = 0

    /// Whether uses are guessed, because no source tells what is in front.
    var isEstimated: Bool { !absence.abilities.reportsFront }

    /// Whether what happens is reported now.
    var isReporting: Bool { isReachable && !isAsleep }

    /// The time of the next `due` since boot; nil if nothing is scheduled.
    var deadline: Duration? {
        guard isReporting else { return sleepsAt }
        let looks = needsLooks ? [nextLook] + units.values.map(\.estimate?.firstLook) : []
        let times = looks + units.values.map(\.endsAt) + [sleepsAt, absence.deadline]
        return times.compactMap(\.self).min()
    }

    /// Whether samples or heartbeats are needed.
    private var needsLooks: Bool {
        isReporting
            && units.values.contains { $0.isWorthReporting && (isEstimated || $0.isUsed) }
    }

    /// Handles an input at a time since boot; returns the actions to perform.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        let actions: [Action] =
            switch input {
            case .units(let units): replace(by: units, at: now)
            case .abilities(let abilities): use(abilities, at: now)
            case .front(let unit): bringToFront(unit, at: now)
            case .windowChanged: updatePresence(at: now) { $0.windowChanged(at: now) }
            case .idle(let isIdle):
                updatePresence(at: now) { $0.report(isIdle: isIdle, at: now) }
            case .touched(let time):
                updatePresence(at: now) { $0.touched(ago: time, at: now) }
            case .idleLimit(let limit): updatePresence(at: now) { $0.limit = limit }
            case .looked(let times): looked(times, at: now)
            case .opened(let token, let result): opened(token, result)
            case .seen(let result): seen(result)
            case .closed: closed()
            case .daemonCame: daemonCame(at: now)
            case .daemonWentAway: daemonWentAway()
            case .connected: reportPresence(at: now, isAnew: true)
            case .placesChanged: placesChanged()
            case .presence(let presence): updatePresence(at: now) { $0.session = presence }
            case .logindCame: [.delaySleep]
            case .logindWentAway:
                updatePresence(at: now) { $0.session = nil } + (isAsleep ? wake(at: now) : [])
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
        let before = self.running
        self.running = running
        return isEstimated
            ? estimate(running, at: now) : end(Set(before.map(\.name)), except: running, at: now)
    }

    /// Closes the uses of a unit, and forgets it.
    mutating func drop(_ name: String) -> [Action] {
        defer { units[name] = nil }
        return close(name)
    }

    /// Reports earlier uses again after a time without reports, which does not count.
    mutating func resume(at now: Duration) -> [Action] {
        guard isReporting else { return [] }
        for name in units.keys { units[name]?.estimate?.resume(at: now) }
        return units.keys.sorted().flatMap { open($0) } + look(at: units.keys)
    }

    private mutating func due(at now: Duration) -> [Action] {
        var actions: [Action] = []
        if let moment = sleepsAt, moment <= now {
            sleepsAt = nil
            actions.append(.letSleep)
        }
        guard isReporting else { return actions }
        if let moment = absence.deadline, moment <= now {
            if absence.abilities.tellsInput {
                absence.ask()
                actions.append(.askForInput)
            } else {
                actions += updatePresence(at: now) { $0.expire(at: now) }
            }
        }
        return actions + (isEstimated ? lookAtWhatIsDue(at: now) : endWhatIsDue(at: now))
    }

    private mutating func schedule(at now: Duration) -> [Action] {
        if !needsLooks {
            nextLook = nil
        } else if nextLook == nil {
            nextLook = now + Self.interval
        }
        return letSleepOnceClosed()
    }

    var openUses: [Int] {
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
