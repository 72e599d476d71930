import Dispatch
import Engine
import RuleFiles
import Systemd

/// The sources that wake the daemon beside the socket: timers, the clock, the rule directories. All
/// run on one serial queue and hop onto the daemon's loop.
final class Watches {
    static let queue = DispatchQueue(label: "org.soteria.watches", qos: .default)

    private let ticker: WallClockTicker
    private let clock: ClockWatch
    private let directories: DirectoryWatch

    init(_ daemon: Daemon, _ settings: Settings) throws {
        let deadline = try BoottimeTimer(queue: Self.queue) {
            daemon.enter { if $0.phase.isRunning { $0.observe() } }
        }
        let ticker = WallClockTicker(
            cadences: [
                .seconds(settings.cadences.schedules),
                .seconds(settings.cadences.autoProtection), .seconds(settings.cadences.risk),
            ], queue: Self.queue
        ) { due in
            daemon.enter { $0.tick(due) }
        }
        self.ticker = ticker
        clock = try ClockWatch(queue: Self.queue) {
            ticker.rearm()
            daemon.enter { $0.handleClockChange() }
        }
        let watch = try DirectoryWatch(
            directories: settings.directories.paths, queue: Self.queue
        ) {
            daemon.enter { if $0.phase.isRunning { $0.reload() } }
        }
        directories = watch
        let lists = ListWatch(beside: settings.directories.paths, queue: Self.queue) {
            daemon.enter { if $0.phase.isRunning { $0.reload(onlyIfChanged: true) } }
        }
        let unwatched = watch.unwatched.mapValues(\.description)
        daemon.enter {
            $0.rules.connect(unwatched: unwatched) { lists.watch($0) }
            $0.followLists()
            $0.clock.connect { moment in
                if let moment {
                    deadline.arm(atElapsedMilliseconds: moment.elapsed.milliseconds)
                } else {
                    deadline.disarm()
                }
            }
        }
    }
}

extension Daemon {
    /// Handles the cadences that are due, given by their index in `Watches`.
    func tick(_ due: [Int]) {
        guard phase.isRunning else { return }
        let all: [Cadences] = [.schedules, .autoProtection, .risk]
        let cadences = due.reduce(into: Cadences()) { $0.formUnion(all[$1]) }
        Notify.watchdog()
        // Even if nothing happened, the reply about the risk says when it is assessed next.
        replies.forget()
        updateZone(settings.zones.local())
        handle(.tick(cadences))
        lookForReporter()
        maintainRecord()
        if record.isFailing { retryStore() }
        checkLists()
        if cadences.contains(.risk) { pruneLists() }
        // The watch of a directory does not report that an unreadable file became readable.
        if rules.isRefused { reload(onlyIfChanged: true) }
        let isProved = ![.unproven, .behind].contains(engine.state.continuity)
        if engine.clock.jump != nil || !isProved && cadences.contains(.risk) {
            askForSynchronisation()
        }
    }

    /// Records that the reporter of a session has been away for too long.
    private func lookForReporter() {
        let isBlocking = engine.state.decisions.values.contains { $0.decision.isBlocked }
        let length = connections.missedReporter(
            isBlocking: isBlocking, elapsed: clock.clocks.reading().elapsed)
        if let length, settings.login.hasSession { handle(.reporterLost(length)) }
    }

    /// Handles a set clock: the engine measures the jump, the time service says if it is trusted.
    func handleClockChange() {
        guard phase.isRunning else { return }
        // A clock that was set back can put the next minute off beyond the watchdog's timeout.
        Notify.watchdog()
        clock.countChange()
        observe()
        askForSynchronisation()
    }

    /// Asks if the wall clock is synchronised to a time server.
    func askForSynchronisation() {
        // The task runs on the daemon's own loop. Nothing in the daemon uses a global queue or the
        // global executor: their first use makes libdispatch wake up every second forever.
        Task {
            let asked = clock.sets
            let answer = await clock.clocks.isSynchronised()
            handle(
                .clockChecked, isSynchronised: clock.update(isSynchronised: answer, asked: asked))
        }
    }

    /// Puts the machine's zone in force; logs a warning if it cannot be read.
    func updateZone(_ local: LocalZone) {
        if let issue = clock.update(zoneIssue: local.issue) { journal.warning("\(issue)") }
        if phase.isRunning, local.zone != engine.zone { handle(.zone(local.zone)) }
    }

    private func retryStore() {
        store.retry(at: engine.now) { recovery in
            self.enter { $0.handleRecovery(recovery) }
        }
    }
}
