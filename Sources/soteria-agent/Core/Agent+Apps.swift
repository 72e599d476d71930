import API
import Glibc
import Systemd

/// The work on apps.
extension Agent {
    /// When `appsAreDue` is wanted next; nil where nothing waits.
    var appsDeadline: Duration? {
        [apps.enforcer.deadline, apps.reconnection.dueAt, apps.tellAt].compactMap { $0 }.min()
    }

    /// Takes up what a former run left, and connects to the service manager.
    func beginApps() {
        take(.recorded(apps.record.units))
        connectManager()
        connectSession()
    }

    /// The moment has come that the apps asked for.
    func appsAreDue(at now: Duration) {
        if apps.reconnection.isDue(at: now) { connectManager() }
        if let moment = apps.enforcer.deadline, moment <= now { take(.due) }
        if let moment = apps.tellAt, moment <= now { tellWhatWasDone() }
    }

    /// A decision of the daemon's, or the daemon cannot be reached.
    func heard(_ event: Subscription<ProtectionAPI.Monitor>.Event) {
        switch event {
        case .reply(let reply):
            if let states = reply.targets { take(.standings(standings(states))) }
            if let decision = reply.decision {
                take(.decided(decision.target, standing(decision)))
            }
            isLinked = true
            tellSoon()
        case .lost:
            isLinked = false
            take(.daemonLost)
            tellSoon()
        }
    }

    /// Which apps belong to which targets.
    func heard(_ event: Subscription<TargetsAPI.Monitor>.Event) {
        guard case .reply(let piece) = event, let places = apps.telling.take(piece) else { return }
        take(.places(places))
        resolveExecutables()
        handle(.placesChanged)
    }

    /// Gives an input to the machine at the present moment and does what it answers.
    func take(_ input: Enforcer.Input) {
        let actions = apps.enforcer.handle(input, at: now)
        var looks: [AppUnit] = []
        var unrecorded: Set<String> = []
        for action in actions {
            switch action {
            case .inspect(let unit): looks.append(unit)
            case .record(let unit):
                if !apps.record.add(unit) { unrecorded.insert(unit.name) }
            case .strike(let name): apps.record.strike(name)
            case .release(let name):
                apps.record.release(name)
                apps.record.strike(name)
            case .freeze(let name) where unrecorded.contains(name):
                enter { $0.take(.froze(name, .failed("it could not be put on record"))) }
            case .freeze(let name): order(name, UserManager.freeze) { .froze(name, $0) }
            case .thaw(let name): order(name, UserManager.thaw) { .thawed(name, $0) }
            case .force(let name): apps.record.release(name)
            case .terminate(let name): signal(name, SIGTERM)
            case .kill(let name): signal(name, SIGKILL)
            case .attempt(let app): attempt(app)
            case .inform(let information):
                handle(.inform(information))
                if information.id == Enforcer.absence {
                    journal.send(.forsaken, .warning, information.text)
                }
            case .withdraw(let id): handle(.withdraw(id))
            case .note(let note): apps.notes.append(note)
            }
        }
        look(at: looks)
        if !actions.isEmpty || input.changesUse { tellSoon() }
        endIfQuiet()
    }

    private func look(at units: [AppUnit]) {
        guard !units.isEmpty else { return }
        apps.inspector.inspect(units, owners: apps.owners) { [weak self] unit, facts in
            self?.enter { $0.take(.inspected(unit.name, facts)) }
        }
        askOwners()
    }

    private func order(
        _ name: String,
        _ order: (UserManager) -> (String, @escaping @Sendable (Enforcer.Outcome) -> Void) -> Void,
        _ input: @escaping @Sendable (Enforcer.Outcome) -> Enforcer.Input
    ) {
        guard let manager = apps.manager else {
            return enter { $0.take(input(.unanswered)) }
        }
        order(manager)(name) { [weak self] outcome in
            self?.enter { $0.take(input(outcome)) }
        }
    }

    private func signal(_ name: String, _ signal: Int32) {
        apps.manager?.signal(name, signal) { [weak self] outcome in
            guard case .failed(let reason) = outcome else { return }
            self?.journal.send(
                message: "Unit \(name) could not be sent signal \(signal): \(reason)",
                priority: .warning)
        }
    }

    private func attempt(_ app: String) {
        call(UnblockAPI.Attempt.self, .init(app: app)) { agent, result in
            guard case .failure(let failure) = result else { return }
            agent.journal.send(
                message: "An attempt to open an app could not be reported: \(failure)",
                priority: .warning)
        }
    }

    /// The state in words, for `systemctl status`.
    var statusText: String {
        let frozen = apps.enforcer.units.values.count { $0.step == .frozen }
        let apps = frozen == 0 ? "nothing is paused" : "\(frozen) paused"
        return isLinked ? "Connected; \(apps)" : "Waiting for the daemon; \(apps)"
    }

    /// Tells, in a moment, which units can be used, how the agent stands, and what was done. What a
    /// decision does to a hundred units is told once, and after it was done.
    private func tellSoon() {
        apps.tellAt = apps.tellAt ?? now + .milliseconds(100)
    }

    /// Tells what has gathered.
    func tellWhatWasDone() {
        apps.tellAt = nil
        let notes = apps.notes
        apps.notes = []
        // A journal that is slow to read lets its writers wait: not the one who decides.
        if !notes.isEmpty {
            apps.writer.async { [journal] in
                for note in notes { journal.send(note) }
            }
        }
        tellStatus()
        let units = apps.enforcer.unitsInUse
        guard units != apps.unitsInUse else { return }
        apps.unitsInUse = units
        handle(.units(units))
    }

    private func tellStatus() {
        let text = statusText
        guard text != apps.status, !isStopping else { return }
        apps.status = text
        Notify.status(text)
    }

    private func standings(
        _ states: [ProtectionAPI.TargetState]
    ) -> [String: Blocking.Standing] {
        var found: [String: Blocking.Standing] = [:]
        for state in states where state.blocked {
            found[state.target] = standing(until: state.until)
        }
        return found
    }

    private func standing(_ decision: ProtectionAPI.Decision) -> Blocking.Standing? {
        decision.verdict == .unblock ? nil : standing(until: decision.until)
    }

    private func standing(until: String?) -> Blocking.Standing {
        let instant = until.flatMap { Moment($0) }
        let wall = Duration.milliseconds(ClockSample.now().wallMilliseconds)
        return Blocking.Standing(
            until: instant.map { now + (Duration.seconds($0.seconds) - wall) }, time: instant?.time)
    }
}

extension Enforcer.Input {
    /// Whether the set of units that can be used may be another afterwards.
    fileprivate var changesUse: Bool {
        switch self {
        case .appeared, .found, .gone, .listed, .places, .inspected: true
        default: false
        }
    }
}
