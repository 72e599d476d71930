import API
import Dispatch
import Systemd

/// The actor around the agent's state machines: all state lives on one queue, and every event
/// enters that queue.
///
/// The D-Bus connections share the queue, so that a decision reaches the service manager without a
/// change of thread.
actor Agent {
    nonisolated let executor = QueueExecutor(label: "org.soteria.agent")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated let journal: Journal
    let settings: Settings
    let connections: DaemonConnections
    /// State of the work on apps; see Agent+Apps.swift.
    var apps: AppState
    /// State of prompts and notices; see Agent+Prompts.swift.
    var notices = NoticeState()
    /// State of the usage tracking; see Agent+Usage.swift.
    var usage = UsageState()
    /// State of the item in the tray; see Agent+Tray.swift.
    var tray = TrayState()
    /// State of the sources that report from the desktop; see Agent+Focus.swift.
    var focus: FocusState
    /// Whether the last connection to the daemon still stands.
    var isConnected = false
    var isStopping = false
    /// The number of calls to the daemon without a reply yet.
    private var openCalls = 0
    /// Called once when the agent has stopped, or has taken too long to.
    var onEnd: (@Sendable () -> Void)?
    private var timer: BoottimeTimer?
    private var armed: Duration?
    /// Whether a call of `scheduleTimer` is queued.
    private var isSchedulingTimer = false
    private var keepAlive: KeepAlive

    /// Throws if the record of what is frozen cannot be opened.
    init(
        _ settings: Settings, journal: Journal = .standard, focus: FocusState = FocusState()
    ) throws(SystemError) {
        self.settings = settings
        self.focus = focus
        self.journal = journal
        connections = DaemonConnections(settings.address)
        keepAlive = KeepAlive(timeout: settings.watchdog, at: Self.elapsed)
        apps = try AppState(settings, at: Self.elapsed)
    }

    /// CLOCK_BOOTTIME.
    private static var elapsed: Duration {
        .milliseconds(ClockSample.now().elapsedMilliseconds)
    }

    /// The current time since boot.
    nonisolated var now: Duration { Self.elapsed }

    /// Runs `body` on the agent's queue, from any thread, and reschedules the timer afterwards.
    nonisolated func enter(_ body: @escaping @Sendable (isolated Agent) -> Void) {
        executor.queue.async {
            self.assumeIsolated {
                body($0)
                $0.scheduleTimerSoon()
            }
        }
    }

    /// Opens all connections, and waits for those that are not available yet. Throws if no timer
    /// can be made.
    func begin() throws(SystemError) {
        timer = try BoottimeTimer(queue: executor.queue) { [weak self] in
            self?.assumeIsolated {
                $0.armed = nil
                $0.due(at: $0.now)
                $0.scheduleTimer()
            }
        }
        beginApps()
        beginNotices()
        beginUsage()
        beginTray()
        connections.begin(self)
        journal.send(
            .started, .info, "Soteria agent \(Version.text) is running.", ["VERSION": Version.text])
        scheduleTimer()
    }

    /// Calls the daemon; `then` runs on the agent's queue.
    func call<Called: TypedMethod & SendableMetatype>(
        _ method: Called.Type, _ parameters: Called.Parameters,
        then: @escaping @Sendable (isolated Agent, Result<Called.Reply, CallFailure>) -> Void
    ) {
        openCalls += 1
        connections.caller.call(method, parameters) { [self] result in
            enter { agent in
                agent.openCalls -= 1
                then(agent, result)
                agent.endIfQuiet()
            }
        }
    }

    /// Stops the agent: closes open uses, thaws what is frozen, then calls `onEnd` once, after
    /// three seconds at the latest.
    func stop(onEnd: @escaping @Sendable () -> Void) {
        guard !isStopping else { return }
        isStopping = true
        self.onEnd = onEnd
        Notify.stopping(status: "Stopping")
        endFocus()
        endUsage()
        endNotices()
        endTray()
        handle(.stop)
        // The record names the units that are still frozen; `--thaw` reads it.
        executor.queue.asyncAfter(deadline: .now() + .seconds(3)) {
            self.assumeIsolated { $0.end() }
        }
    }

    /// Ends the agent if nothing is frozen, every call was answered and every source has ended.
    func endIfQuiet() {
        if isStopping, apps.enforcer.isAtRest, openCalls == 0, focus.endings == 0 { end() }
    }

    private func end() {
        guard let onEnd else { return }
        self.onEnd = nil
        reportChanges()
        apps.writer.sync {}
        connections.end()
        // Thaw through the kernel what the manager did not thaw.
        for name in apps.record.units where apps.record.thaw(name) { apps.record.remove(name) }
        let left = apps.record.units.sorted().joined(separator: " ")
        journal.send(
            .stopped, left.isEmpty ? .info : .error,
            left.isEmpty
                ? "The Soteria agent stopped."
                : "The Soteria agent stopped. These apps are still paused: \(left).",
            ["UNITS": left.isEmpty ? "none" : left])
        onEnd()
    }

    /// Does the work that has become due.
    private func due(at now: Duration) {
        if keepAlive.answerIfDue(at: now) { Notify.watchdog() }
        runDueAppWork(at: now)
        runDueNoticeWork(at: now)
        runDueUsageWork(at: now)
        runDueTrayWork(at: now)
        runDueFocusWork(at: now)
    }

    /// Tells the manager how soon to take the agent for dead: sooner while anything is frozen.
    func updateWatchdog() {
        guard let timeout = keepAlive.hold(!apps.record.isEmpty, at: now) else { return }
        Notify.watchdog(timeout: timeout)
    }

    /// Reschedules the timer after the events that are already queued: a decision that freezes a
    /// hundred units produces four hundred of them.
    private func scheduleTimerSoon() {
        guard !isSchedulingTimer else { return }
        isSchedulingTimer = true
        executor.queue.async {
            self.assumeIsolated {
                $0.isSchedulingTimer = false
                $0.scheduleTimer()
            }
        }
    }

    /// Sets the timer to the earliest deadline.
    func scheduleTimer() {
        let next = [
            keepAlive.dueAt, appsDeadline, noticesDeadline, usageDeadline, focusDeadline,
            tray.reconnection.dueAt,
        ].compactMap { $0 }.min()
        guard next != armed else { return }
        armed = next
        if let next {
            // Rounded up: a timer that fires early would find that the deadline has not come.
            let (seconds, attoseconds) = min(next, .seconds(1 << 40)).components
            timer?.arm(
                atElapsedMilliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
        } else {
            timer?.disarm()
        }
    }
}
