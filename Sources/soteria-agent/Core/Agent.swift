import API
import Dispatch
import Systemd

/// The shell around the agent's state machines: one queue owns the state, and everything hops onto
/// it.
///
/// The connections over D-Bus share the queue, so that a decision reaches the service manager
/// without a change of thread.
actor Agent {
    nonisolated let executor = QueueExecutor(label: "org.soteria.agent")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated let journal: Journal
    let settings: Settings
    let link: Link
    /// The work on apps: Agent+Apps.swift.
    var apps: AppsRoom
    /// The questions and the news: Agent+Prompts.swift.
    var notices = NoticeRoom()
    /// The tracking of use: Agent+Usage.swift.
    var usage = UsageRoom()
    /// Whether the daemon can be reached, as far as is known.
    var isLinked = false
    var isStopping = false
    /// How many calls of the daemon have not been answered.
    private var openCalls = 0
    /// The call when the agent has ended in good order, or has taken too long to.
    var onEnd: (@Sendable () -> Void)?
    private var timer: BoottimeTimer?
    private var armed: Duration?
    /// Whether `settle` is on its way.
    private var isSettling = false
    private var nextSignOfLife: Duration?

    /// Throws if the record of what is frozen cannot be opened.
    init(_ settings: Settings, journal: Journal = .standard) throws(SystemError) {
        self.settings = settings
        self.journal = journal
        link = Link(settings.address)
        apps = try AppsRoom(settings, at: Self.elapsed)
    }

    /// CLOCK_BOOTTIME.
    private static var elapsed: Duration {
        .milliseconds(ClockSample.now().elapsedMilliseconds)
    }

    /// The present moment, time since the boot.
    nonisolated var now: Duration { Self.elapsed }

    /// Runs on the agent's queue from anywhere, and sees to the next deadline afterwards.
    nonisolated func enter(_ body: @escaping @Sendable (isolated Agent) -> Void) {
        executor.queue.async {
            self.assumeIsolated {
                body($0)
                $0.settleSoon()
            }
        }
    }

    /// Connects to everything; what is not there yet is waited for. Throws if there is no timer.
    func begin() throws(SystemError) {
        timer = try BoottimeTimer(queue: executor.queue) { [weak self] in
            self?.assumeIsolated {
                $0.armed = nil
                $0.due(at: $0.now)
                $0.settle()
            }
        }
        if let interval = settings.signOfLife { nextSignOfLife = now + interval }
        beginApps()
        beginNotices()
        beginUsage()
        link.begin(self)
        journal.send(
            .started, .info, "Soteria's agent \(Version.text) runs.", ["VERSION": Version.text])
        settle()
    }

    /// Calls the daemon; `then` runs on the agent's queue.
    func call<Called: TypedMethod & SendableMetatype>(
        _ method: Called.Type, _ parameters: Called.Parameters,
        then: @escaping @Sendable (isolated Agent, Result<Called.Reply, CallFailure>) -> Void
    ) {
        openCalls += 1
        link.caller.call(method, parameters) { [self] result in
            enter { agent in
                agent.openCalls -= 1
                then(agent, result)
                agent.endIfQuiet()
            }
        }
    }

    /// Ends the agent: open uses are told, what is frozen is thawed; then, or after three seconds
    /// at the latest, `onEnd` is called, once.
    func stop(onEnd: @escaping @Sendable () -> Void) {
        guard !isStopping else { return }
        isStopping = true
        self.onEnd = onEnd
        Notify.stopping(status: "Stopping")
        endUsage()
        endNotices()
        take(.stop)
        // The record names what is left, and `--thaw` goes by it.
        executor.queue.asyncAfter(deadline: .now() + .seconds(3)) {
            self.assumeIsolated { $0.end() }
        }
    }

    /// Ends, if nothing is frozen and no call unanswered.
    func endIfQuiet() {
        if isStopping, apps.enforcer.isAtRest, openCalls == 0 { end() }
    }

    private func end() {
        guard let onEnd else { return }
        self.onEnd = nil
        tellWhatWasDone()
        apps.writer.sync {}
        link.end()
        // The kernel thaws what the manager has not.
        for name in apps.record.units where apps.record.release(name) { apps.record.strike(name) }
        let left = apps.record.units.sorted().joined(separator: " ")
        journal.send(
            .stopped, left.isEmpty ? .info : .error,
            left.isEmpty
                ? "Soteria's agent ends." : "Soteria's agent ends and could not thaw \(left).",
            ["UNITS": left.isEmpty ? "none" : left])
        onEnd()
    }

    /// Lets each room do what has become due.
    private func due(at now: Duration) {
        if let interval = settings.signOfLife, let next = nextSignOfLife, next <= now {
            Notify.watchdog()
            nextSignOfLife = now + interval
        }
        appsAreDue(at: now)
        noticesAreDue(at: now)
        usageIsDue(at: now)
    }

    /// Settles behind what waits on the queue already: a decision that freezes a hundred units is
    /// answered four hundred times.
    private func settleSoon() {
        guard !isSettling else { return }
        isSettling = true
        executor.queue.async {
            self.assumeIsolated {
                $0.isSettling = false
                $0.settle()
            }
        }
    }

    /// Arms the one timer for the first of the deadlines.
    func settle() {
        let next = [nextSignOfLife, appsDeadline, noticesDeadline, usageDeadline]
            .compactMap { $0 }.min()
        guard next != armed else { return }
        armed = next
        if let next {
            // Rounded up: a timer that comes early would find the deadline not to have come.
            let (seconds, attoseconds) = min(next, .seconds(1 << 40)).components
            timer?.arm(
                atElapsedMilliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
        } else {
            timer?.disarm()
        }
    }
}
