import API
import Glibc
import Systemd

/// Freezing, thawing and ending apps.
extension Agent {
    /// The time of the next `runDueAppWork`; nil if nothing waits.
    var appsDeadline: Duration? {
        [
            apps.enforcer.deadline, apps.reconnection.dueAt, apps.reportAt, apps.watchAt,
            focus.namesRetry.dueAt,
        ].compactMap { $0 }.min()
    }

    /// Adopts the units that a previous run left frozen, and connects to the service manager.
    func beginApps() {
        beginWatch()
        handle(.recorded(apps.record.units))
        connectManager()
        connectSession()
    }

    /// Does the work whose `appsDeadline` has passed.
    func runDueAppWork(at now: Duration) {
        if apps.reconnection.startIfDue(at: now) { connectManager() }
        if let moment = apps.enforcer.deadline, moment <= now { handle(Enforcer.Input.due) }
        if let moment = apps.reportAt, moment <= now { reportChanges() }
        if let moment = apps.watchAt, moment <= now { returnMoved() }
        if focus.namesRetry.startIfDue(at: now) { watchNames() }
    }

    /// Handles a decision of the daemon, or the loss of the daemon.
    func handle(_ event: Subscription<ProtectionAPI.Monitor>.Event) {
        switch event {
        case .reply(let reply):
            if let states = reply.targets { handle(.blocks(blocks(states))) }
            if let decision = reply.decision {
                handle(.decided(decision.target, block(decision)))
            }
            isConnected = true
            reportSoon()
        case .lost:
            isConnected = false
            handle(.daemonLost)
            reportSoon()
        }
    }

    /// Handles a piece of the index from apps to targets.
    func handle(_ event: Subscription<TargetsAPI.Monitor>.Event) {
        guard case .reply(let piece) = event else { return }
        if piece.begins {
            setAway(after: piece.awayAfter.map { .seconds($0) } ?? Absence.usualLimit)
        }
        guard let places = apps.assembler.append(piece) else { return }
        handle(.places(places))
        resolveExecutables()
        readClasses()
        handle(.placesChanged)
    }

    /// Passes an input to the enforcer and performs its actions.
    func handle(_ input: Enforcer.Input) {
        let actions = apps.enforcer.handle(input, at: now)
        var looks: [AppUnit] = []
        var frozen: [AppUnit] = []
        var unrecorded: Set<String> = []
        for action in actions {
            switch action {
            case .inspect(let unit): looks.append(unit)
            case .record(let unit):
                if !apps.record.add(unit) { unrecorded.insert(unit.name) }
            case .unrecord(let name): apps.record.remove(name)
            case .release(let name): release(name)
            case .freeze(let name) where unrecorded.contains(name):
                enter {
                    $0.handle(.froze(name, .failed("the list of paused apps could not be saved")))
                }
            case .freeze(let name): order(name, UserManager.freeze) { .froze(name, $0) }
            case .thaw(let name): order(name, UserManager.thaw) { .thawed(name, $0) }
            case .force(let name): apps.record.thaw(name)
            case .watch(let unit): frozen.append(unit)
            case .unwatch(let name): unwatch(name)
            case .terminate(let name): signal(name, SIGTERM)
            case .kill(let name): signal(name, SIGKILL)
            case .putAway(let name): putAwayWindows(of: name)
            case .followRequests: followRequests()
            case .unfollowRequests: unfollowRequests()
            case .attempt(let app, let isThawed): attempt(app, isThawed)
            case .inform(let information):
                handle(.inform(information))
                if information.id == Enforcer.absence {
                    journal.send(.forsaken, .warning, information.text)
                }
            case .withdraw(let id): handle(.withdraw(id))
            case .log(let entry): apps.logEntries.append(entry)
            }
        }
        look(at: looks)
        updateWatchdog()
        // After the answers that wait already: other units are still to be frozen.
        if !frozen.isEmpty { enter { [frozen] in $0.watch(frozen) } }
        if !actions.isEmpty || input.changesUse {
            reportSoon()
            updateFront(unitsChanged: input.changesUse)
        }
        if case .places(let places) = input { adopt(places) }
        endIfQuiet()
    }

    private func look(at units: [AppUnit]) {
        guard !units.isEmpty else { return }
        apps.inspector.inspect(units, owners: apps.owners) { [weak self] unit, facts in
            self?.enter { $0.handle(.inspected(unit.name, facts)) }
        }
        askOwners()
    }

    private func order(
        _ name: String,
        _ order: (UserManager) -> (String, @escaping @Sendable (Enforcer.Outcome) -> Void) -> Void,
        _ input: @escaping @Sendable (Enforcer.Outcome) -> Enforcer.Input
    ) {
        guard let manager = apps.manager else {
            return enter { $0.handle(input(.unanswered)) }
        }
        order(manager)(name) { [weak self] outcome in
            self?.enter { $0.handle(input(outcome)) }
        }
    }

    private func signal(_ name: String, _ signal: Int32) {
        apps.manager?.signal(name, signal) { [weak self] outcome in
            guard case .failed(let reason) = outcome else { return }
            self?.journal.send(
                message: "Could not send signal \(signal) to systemd unit \(name): \(reason)",
                priority: .warning)
        }
    }

    private func attempt(_ app: String, _ isThawed: Bool) {
        let attempt = UnblockAPI.Attempt.Parameters(app: app, thawed: isThawed ? true : nil)
        call(UnblockAPI.Attempt.self, attempt) { agent, result in
            guard case .failure(let failure) = result else { return }
            agent.journal.send(
                message: "Could not tell the daemon that you tried to open a blocked app: "
                    + "\(failure)",
                priority: .warning)
        }
    }

    /// The status line for `systemctl status`.
    var statusText: String {
        let frozen = apps.enforcer.units.values.count { $0.step == .frozen }
        let apps = frozen == 0 ? "nothing is paused" : "\(frozen) paused"
        return isConnected ? "Connected; \(apps)" : "Waiting for the daemon; \(apps)"
    }

    /// Schedules a report of the usable units, the status line and the log entries. The delay
    /// batches a decision about a hundred units into one report, sent after the work is done.
    private func reportSoon() {
        apps.reportAt = apps.reportAt ?? now + .milliseconds(100)
    }

    /// Sends the batched reports.
    func reportChanges() {
        apps.reportAt = nil
        let entries = apps.logEntries
        apps.logEntries = []
        // Writing to the journal can block, so a queue of its own does that.
        if !entries.isEmpty {
            apps.writer.async { [journal] in
                for entry in entries { journal.send(entry) }
            }
        }
        reportStatus()
        updateTray()
        let units = apps.enforcer.unitsInUse
        guard units != apps.unitsInUse else { return }
        apps.unitsInUse = units
        handle(.units(units))
    }

    private func reportStatus() {
        let text = statusText
        guard text != apps.status, !isStopping else { return }
        apps.status = text
        Notify.status(text)
    }

    private func blocks(_ states: [ProtectionAPI.TargetState]) -> [String: BlockedTargets.Block] {
        var found: [String: BlockedTargets.Block] = [:]
        for state in states where state.blocked {
            found[state.target] = block(until: state.until)
        }
        return found
    }

    private func block(_ decision: ProtectionAPI.Decision) -> BlockedTargets.Block? {
        decision.verdict == .unblock ? nil : block(until: decision.until)
    }

    private func block(until: String?) -> BlockedTargets.Block {
        let instant = until.flatMap { Moment($0) }
        let wall = Duration.milliseconds(ClockSample.now().wallMilliseconds)
        return BlockedTargets.Block(
            until: instant.map { now + (Duration.seconds($0.seconds) - wall) }, time: instant?.time)
    }
}

extension Enforcer.Input {
    /// True if the set of usable units can differ after this input.
    fileprivate var changesUse: Bool {
        switch self {
        case .appeared, .found, .gone, .listed, .places, .inspected: true
        default: false
        }
    }
}
