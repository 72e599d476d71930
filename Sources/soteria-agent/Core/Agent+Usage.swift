import API
import Systemd

/// The tracking of use.
extension Agent {
    /// When `usageIsDue` is wanted next; nil where nothing waits.
    var usageDeadline: Duration? {
        [usage.tracking.deadline, usage.reconnection.dueAt].compactMap(\.self).min()
    }

    /// Connects to logind.
    func beginUsage() {
        Task {
            await connectLogind()
            settle()
        }
    }

    private func connectLogind() async {
        guard let bus = try? Bus.system(on: executor) else { return loseSession() }
        let session = LoginSession(bus: bus, on: executor) { [weak self] event in
            self?.enter { $0.take(event) }
        }
        usage.session = session
        do throws(BusError) {
            try await session.begin()
        } catch {
            await session.end()
            return loseSession()
        }
        guard !isStopping else { return await session.end() }
        usage.reconnection.hasSucceeded()
    }

    /// The moment has come that the tracking of use asked for.
    func usageIsDue(at now: Duration) {
        if usage.reconnection.isDue(at: now) { beginUsage() }
        handle(UsageTracking.Input.due)
    }

    /// The agent ends: open uses are closed.
    func endUsage() {
        for action in usage.tracking.end() { carryOut(action) }
        Task { await endSession() }
    }

    private func endSession() async {
        guard let session = usage.session else { return }
        usage.session = nil
        await session.end()
    }

    private func take(_ event: LoginSession.Event) {
        switch event {
        case .logind(let isThere): handle(isThere ? .logindCame : .logindWentAway)
        case .presence(let presence): handle(.presence(presence))
        case .sleep(let isBeginning): handle(isBeginning ? .sleeping : .woke)
        case .lost: loseSession()
        }
    }

    /// The system bus is gone, and with it whatever logind said.
    private func loseSession() {
        guard usage.reconnection.dueAt == nil else { return }
        usage.session = nil
        handle(.logindWentAway)
        if !isStopping { usage.reconnection.hasFailed(at: now) }
    }

    /// Gives an input to the machine at the present moment and does what it answers.
    func handle(_ input: UsageTracking.Input) {
        for action in usage.tracking.handle(input, at: now) { carryOut(action) }
    }

    private func carryOut(_ action: UsageTracking.Action) {
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
        case .delaySleep: usage.session?.assumeIsolated { $0.delaySleep() }
        case .letSleep: usage.session?.assumeIsolated { $0.letSleep() }
        }
    }
}
