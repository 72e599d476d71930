import API
import Systemd

/// The window in front, and the sources that report it.
extension Agent {
    /// The shortest time between two looks for a display while none is known.
    private static let lookPause = Duration.seconds(10)

    /// The time of the next `runDueFocusWork`; nil if nothing waits.
    var focusDeadline: Duration? {
        [focus.choice.deadline, focus.looksAt].compactMap(\.self).min()
    }

    /// Does the work whose `focusDeadline` has passed.
    func runDueFocusWork(at now: Duration) {
        guard let moment = focusDeadline, moment <= now else { return }
        if let moment = focus.looksAt, moment <= now {
            focus.looksAt = nil
            if focus.choice.selection.front == nil { lookForDisplay() }
        }
        handle(FocusChoice<FocusCandidate>.Input.due)
    }

    /// Disconnects from all sources when the agent ends.
    func endFocus() {
        let sources = focus.sources.values.map(\.source)
        focus.sources = [:]
        focus.endings = sources.count
        for source in sources {
            source.end { [weak self] in
                self?.enter { agent in
                    agent.focus.endings -= 1
                    agent.endIfQuiet()
                }
            }
        }
    }

    // MARK: The display

    /// Looks for the display: the manager's environment names it.
    func lookForDisplay() {
        guard let manager = apps.manager, !isStopping else { return }
        focus.lookedAt = now
        Task {
            let environment = try? await manager.environment()
            guard let environment, manager === apps.manager, !isStopping else { return }
            let directory = settings.runtimeDirectory
            let display = DisplaySettings(
                environment: environment, runtimeDirectory: directory,
                names: directory.map(DisplaySettings.socketNames) ?? [])
            handle(.candidates(display.candidates))
            scheduleTimer()
        }
    }

    /// Looks for a display if none is known: a program that starts may be its first one. Looks
    /// again a little later, as the manager does not report that a desktop sets variables.
    func lookForDisplayIfMissing() {
        guard focus.choice.selection.front == nil else { return }
        if focus.looksAt == nil { focus.looksAt = now + Self.lookPause }
        if focus.lookedAt.map({ now - $0 >= Self.lookPause }) ?? true { lookForDisplay() }
        scheduleTimer()
    }

    // MARK: The sources

    func handle(_ input: FocusChoice<FocusCandidate>.Input) {
        for action in focus.choice.handle(input, at: now) {
            switch action {
            case .begin(let candidate): begin(candidate, isOnlyForIdleness: false)
            case .beginForIdleness(let candidate): begin(candidate, isOnlyForIdleness: true)
            case .end(let candidate): focus.sources.removeValue(forKey: candidate)?.source.end()
            case .use(let selection): use(selection)
            }
        }
    }

    private func begin(_ candidate: FocusCandidate, isOnlyForIdleness: Bool) {
        let terms = FocusState.Terms(
            awayAfter: Int(focus.awayAfter.components.seconds),
            isOnlyForIdleness: isOnlyForIdleness, executor: executor,
            directory: settings.directory)
        let source = focus.make(candidate, terms) { [weak self] report in
            self?.enter { $0.handle(report, from: candidate) }
        }
        guard let source else { return enter { $0.handle(.lost(candidate)) } }
        focus.sources[candidate] = FocusState.Connected(source: source)
        source.begin()
    }

    func handle(_ report: FocusReport, from candidate: FocusCandidate) {
        guard focus.sources[candidate] != nil else { return }
        let selection = focus.choice.selection
        switch report {
        case .ready(let abilities): handle(.answered(candidate, abilities))
        case .event(.front(let window)):
            focus.sources[candidate]?.window = window
            focus.sources[candidate]?.seesNone = window == nil
            if [selection.front, selection.idle].contains(candidate) {
                bringToFront(focus.reportedWindow)
            }
        case .event(.idle(let isIdle)):
            focus.sources[candidate]?.isIdle = isIdle
            if selection.idle == candidate { handle(.idle(isIdle)) }
        case .event(.touched(let time)):
            if selection.idle == candidate { handle(.touched(ago: time)) }
        case .lost(let reason):
            focus.sources[candidate] = nil
            logLoss("\(candidate.kind.rawValue): \(reason)")
            handle(.lost(candidate))
        }
    }

    /// Takes the reports of these sources from now on, beginning with their last ones.
    private func use(_ selection: FocusChoice<FocusCandidate>.Selection) {
        handle(.abilities(selection.abilities))
        if selection.idle != focus.idleSource {
            focus.idleSource = selection.idle
            let idle = selection.idle.flatMap { focus.sources[$0] }
            if let idle { handle(.idle(idle.isIdle)) }
        }
        handle(Adoption.Input.sourceChanged)
        bringToFront(focus.reportedWindow)
        handle(.putsAway(selection.abilities.putsAway))
        logSource(selection)
        registerSource()
    }

    /// Tells the daemon which sources are used, after each connection and when they change. A
    /// daemon of version 0.1.0 does not know the method.
    func registerSource() {
        let selection = focus.choice.selection
        // Without a source of its own the agent follows logind's hint.
        let idle = selection.idle?.kind.idleWord ?? (usage.session == nil ? nil : "logind")
        focus.registrations += 1
        call(
            UsageAPI.RegisterSource.self,
            .init(
                front: (selection.front?.kind ?? .estimate).rawValue, idle: idle,
                estimated: selection.front == nil)
        ) { agent, _ in agent.focus.registrations -= 1 }
    }

    private func logSource(_ selection: FocusChoice<FocusCandidate>.Selection) {
        let kinds = [selection.front ?? FocusCandidate(kind: .estimate), selection.idle]
        var words: [String] = []
        for case let kind? in kinds.map(\.?.kind.rawValue) where !words.contains(kind) {
            words.append(kind)
        }
        let source = words.joined(separator: ", ")
        guard source != focus.logged else { return }
        focus.logged = source
        journal.send(
            .focusChanged, .info,
            selection.front == nil
                ? "No source tells which window is in front: the use of apps is estimated."
                : "The window in front is reported by: \(source).",
            ["SOURCE": source])
    }

    /// Tells the journal why a source was lost, once, since it may be tried for ever.
    private func logLoss(_ text: String) {
        guard focus.losses.count < FocusState.mostLosses, focus.losses.insert(text).inserted else {
            return
        }
        journal.send(message: text, priority: .info)
    }

    /// Changes the time without input after which the person is away.
    func setAway(after limit: Duration) {
        guard limit != focus.awayAfter else { return }
        focus.awayAfter = limit
        handle(.idleLimit(limit))
        for connected in focus.sources.values {
            connected.source.setAway(after: Int(limit.components.seconds))
        }
    }

    // MARK: The window

    private func bringToFront(_ window: FrontWindow?) {
        guard window != focus.window else { return }
        focus.window = window
        handle(UsageTracker.Input.windowChanged)
        locateFront()
        adoptFront()
    }

    /// Looks again at the window in front after a change of apps: its unit may have come since, or
    /// be frozen.
    func updateFront(unitsChanged: Bool) {
        if unitsChanged {
            focus.windows = focus.windows.filter { apps.enforcer.units[$0.key] != nil }
        }
        guard let window = focus.window else { return }
        // Without a process it may be another unit's by now.
        if window.process == nil, unitsChanged || !focus.place.candidates.isEmpty {
            locateFront()
        } else if let unit = focus.place.unit, apps.enforcer.units[unit]?.targets.isEmpty == false {
            handle(UsageTracker.Input.front(apps.enforcer.used(focus.place)))
        } else if unitsChanged {
            locateFront()
        }
    }

    /// Finds the unit of the window in front.
    private func locateFront() {
        var place = WindowPlace()
        if let window = focus.window {
            place = apps.enforcer.place(
                of: window, in: window.process.flatMap(ControlGroup.of))
        }
        let hasChanged =
            place.unit != apps.enforcer.front || place.candidates != focus.place.candidates
        focus.place = place
        if let unit = place.unit { focus.windows[unit] = focus.window }
        if hasChanged { handle(.front(place.unit, candidates: place.candidates)) }
        handle(UsageTracker.Input.front(apps.enforcer.used(place)))
    }

    /// Minimises the windows of a unit: those of the app and the process of the last one that was
    /// in front, or else of the app under its name in the rules.
    func putAwayWindows(of unit: String) {
        guard let front = focus.choice.selection.front, let row = apps.enforcer.units[unit] else {
            return
        }
        let window = focus.windows[unit] ?? FrontWindow(app: apps.enforcer.app(row))
        focus.sources[front]?.source.putAway(window)
    }
}
