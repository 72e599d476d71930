import API
import Systemd

/// Usage tracking.
extension Agent {
    /// The time of the next `runDueUsageWork`; nil if nothing waits.
    var usageDeadline: Duration? {
        [usage.tracking.deadline, usage.reconnection.dueAt].compactMap(\.self).min()
    }

    /// Connects to logind.
    func beginUsage() {
        Task {
            await connectLogind()
            scheduleTimer()
        }
    }

    private func connectLogind() async {
        guard let bus = try? Bus.system(on: executor) else { return logindDisconnected() }
        let session = LoginSession(bus: bus, on: executor) { [weak self] event in
            self?.enter { $0.receive(event) }
        }
        usage.session = session
        do throws(BusError) {
            try await session.begin()
        } catch {
            await session.end()
            return logindDisconnected()
        }
        guard !isStopping else { return await session.end() }
        usage.reconnection.recordSuccess()
        registerSource()
    }

    /// Does the work whose `usageDeadline` has passed.
    func runDueUsageWork(at now: Duration) {
        if usage.reconnection.startIfDue(at: now) { beginUsage() }
        handle(UsageTracker.Input.due)
    }

    /// Closes the open uses when the agent ends.
    func endUsage() {
        for action in usage.tracking.end() { perform(action) }
        Task { await endSession() }
    }

    private func endSession() async {
        guard let session = usage.session else { return }
        usage.session = nil
        await session.end()
    }

    private func receive(_ event: LoginSession.Event) {
        switch event {
        case .logind(let isThere): handle(isThere ? .logindCame : .logindWentAway)
        case .presence(let presence): handle(.presence(presence))
        case .sleep(let isBeginning): handle(isBeginning ? .sleeping : .woke)
        case .lost: logindDisconnected()
        }
    }

    /// Handles the loss of the system bus, and with it of the login session.
    private func logindDisconnected() {
        guard usage.reconnection.dueAt == nil else { return }
        usage.session = nil
        handle(.logindWentAway)
        if !isStopping { usage.reconnection.recordFailure(at: now) }
    }

    /// Passes an input to the usage tracker and performs its actions.
    func handle(_ input: UsageTracker.Input) {
        for action in usage.tracking.handle(input, at: now) { perform(action) }
    }

    private func perform(_ action: UsageTracker.Action) {
        switch action {
        case .look(let units):
            var times: [String: Duration] = [:]
            for unit in units { times[unit.name] = CPUTime.of(unit.controlGroup) }
            handle(.looked(times))
        case .open(let token, let app):
            call(UsageAPI.Opened.self, .init(app: app)) { agent, result in
                agent.handle(.opened(token: token, result.map(\.use)))
            }
        case .see(let uses):
            call(UsageAPI.Heartbeat.self, .init(uses: uses)) { agent, result in
                agent.handle(.seen(result.map(\.unknown)))
            }
        case .close(let use):
            call(UsageAPI.Closed.self, .init(use: use)) { agent, _ in agent.handle(.closed) }
        case .setIdle(let isIdle, let isLocked, let seconds):
            call(
                UsageAPI.SetIdle.self,
                .init(idle: isIdle, locked: isLocked, idleSeconds: seconds)
            ) { _, _ in }
        case .askForInput:
            focus.choice.selection.idle.flatMap { focus.sources[$0] }?.source.checkInput()
        case .delaySleep: usage.session?.assumeIsolated { $0.delaySleep() }
        case .letSleep: usage.session?.assumeIsolated { $0.letSleep() }
        }
    }
}
