import API
import Engine
import EventStore
import Foundation
import Glibc
import Localization
import Phrasing
import RuleFiles
import RuleModel

/// Replaces the daemon's record. Stops the daemon during the work if systemd runs it, and starts
/// it again in every case. Refuses while a strict restriction blocks, or a weakening edit waits.
struct RecordReplacement {
    let options: RecordOptions
    let context: CommandContext
    /// The command to repeat if the person has to stop the daemon.
    let again: String

    private static let service = "soteriad.service"
    private static let units = ["soteriad.socket", service]
    /// The timer that starts the units if this process no longer can.
    private static let restartTimer = "soteria-restore-\(getpid())"

    /// Runs `body` to put a record into the directory, then shows it; `deed` is like `Restoring`.
    func run(
        _ deed: String, _ body: (_ directory: String) throws(StoreError) -> RestoreReport
    ) throws {
        // An interruption must not leave the daemon stopped: signals wait for the end.
        let listener = try context.listen(false)
        defer { withExtendedLifetime(listener) {} }
        let running = options.running(context)
        let directory = try options.directory(running, context)
        if let running, StateDirectories.isSame(RecordOptions.directory(of: running), directory) {
            try RecordHold.require(running, try options.daemon.client(context))
        } else {
            try RecordHold.require(directory, context)
        }
        let stopped = try stop(running, directory)
        context.error(localized("\(deed) into \(Printable.text(directory))\n"))
        let result = Result { () throws(StoreError) in try body(directory) }
        let problem = start(stopped.units)
        // The timer starts what could not be started now.
        if stopped.hasRestartTimer, problem == nil {
            _ = systemctl("stop", [Self.restartTimer + ".timer"])
        }
        let report = try result.get()
        if let problem { throw problem }
        try RecordText.show(report, in: directory, options.daemon.output, context)
    }

    /// The units that ran, and whether a timer starts them if this process is killed.
    private typealias Stopped = (units: [String], hasRestartTimer: Bool)

    /// Stops the units that may use the directory.
    private func stop(
        _ running: DaemonAPI.GetStatus.Reply?, _ directory: String
    ) throws -> Stopped {
        let states = Self.units.map { (name: $0, unit: context.unit($0)) }
        let up = states.filter { $0.unit?.isUp == true }.map(\.name)
        if let running {
            let isOfDirectory = StateDirectories.isSame(
                RecordOptions.directory(of: running), directory)
            guard isOfDirectory else { return ([], false) }
            let process = states.first { $0.name == Self.service }?.unit?.mainProcess
            guard process == running.pid, !up.isEmpty else {
                throw Failure(
                    localized(
                        """
                        a daemon that systemd does not manage is using \(Printable.text(directory))
                        Stop the daemon and try again: kill \(running.pid); \(again)
                        """))
            }
        } else if options.state != nil,
            !StateDirectories(environment: context.environment).contains(directory)
        {
            return ([], false)
        }
        guard !up.isEmpty else { return ([], false) }
        let hasRestartTimer = scheduleRestart(of: up)
        context.error(localized("Stopping \(up.joined(separator: localized(" and ")))\n"))
        guard systemctl("stop", up) else {
            // The units that were already stopped must protect again.
            _ = start(up)
            let names = up.joined(separator: " ")
            throw Failure(
                localized(
                    """
                    the daemon could not be stopped
                    Run: systemctl --user stop \(names); \(again); systemctl --user start \(names)
                    """))
        }
        return (up, hasRestartTimer)
    }

    /// Starts the units in two minutes by the manager's timer: SIGKILL must not leave the daemon
    /// stopped. A longer restore holds the directory's lock, and starts the daemon at its end.
    private func scheduleRestart(of units: [String]) -> Bool {
        context.run(
            "systemd-run",
            [
                "--user", "--quiet", "--collect", "--unit=\(Self.restartTimer)", "--on-active=2min",
                "systemctl", "--user", "start",
            ] + units
        ).status == 0
    }

    /// Starts the stopped units; returns the failure.
    private func start(_ units: [String]) -> Failure? {
        guard !units.isEmpty else { return nil }
        context.error(localized("Starting \(units.joined(separator: localized(" and ")))\n"))
        if systemctl("start", units) { return nil }
        // A unit that was started too often has to be reset first.
        if systemctl("reset-failed", units), systemctl("start", units) { return nil }
        let text =
            localized(
                """
                the daemon could not be started\nRun: systemctl --user start \
                \(units.joined(separator: " "))\nTo find out why: soteria doctor
                """)
        context.error("soteria: \(text)\n")
        return Failure(
            localized(
                "the record was replaced, but nothing is blocked while the daemon is not running"))
    }

    private func systemctl(_ verb: String, _ units: [String]) -> Bool {
        context.run("systemctl", ["--user", verb] + units).status == 0
    }
}

/// The reasons why the daemon's record may not be replaced now: a different record would end a
/// strict block, and apply a waiting edit at once.
///
/// A record that is damaged or cannot be written may be replaced: a backup is the cure.
enum RecordHold {
    /// Throws the reason, if there is one. If the daemon cannot report the targets, there is none.
    static func require(_ status: DaemonAPI.GetStatus.Reply, _ client: SoteriaClient) throws {
        guard status.store.healthy, status.store.setAside == nil,
            let now = Moment(status.now)
        else { return }
        let targets = (try? client.call(ProtectionAPI.List.self))?.targets ?? []
        for target in targets where target.blocked && target.strict {
            throw refusal(
                localized(
                    """
                    \(Printable.text(target.name)) is strictly \
                    blocked\(TimeWords.end(RestrictionText.strictEnd(of: target.restrictions), now: now))
                    """))
        }
        if let edit = status.rules.pendingEdits?.first {
            let what =
                edit.timeZone.map {
                    localized(
                        "the time zone changed, so times in \(Printable.text($0)) also apply")
                } ?? localized("an edit of the rules is waiting")
            throw refusal(what + TimeWords.until(edit.until, now: now))
        }
    }

    /// Throws the reason that the record on disk gives: a daemon that was stopped cannot be asked.
    static func require(_ directory: String, _ context: CommandContext) throws {
        guard let state = try EventStore.lastState(in: directory) else { return }
        let present = context.now()
        for key in state.decisions.keys.sorted() {
            guard let decided = state.decisions[key] else { continue }
            // A check-in without a known end holds for 25 hours at most; whatever else has none may
            // hold for ever.
            let ends = decided.decision.restrictions.filter(\.isStrict).map { restriction in
                restriction.until ?? (restriction.kind == .checkIn ? decided.at + .hours(25) : nil)
            }
            guard !ends.isEmpty, ends.latestEnd.map({ $0 > present }) ?? true else { continue }
            let zone = ZoneSource(environment: context.environment).local().zone
            let now = Moment(seconds: Int(present.seconds), offset: zone.offset(at: present))
            throw refusal(
                localized(
                    """
                    target \(key) is strictly \
                    blocked\(TimeWords.end(ends.latestEnd.map { LocalTime.rfc3339($0, offset: zone.offset(at: $0)) }, now: now))
                    """))
        }
    }

    private static func refusal(_ reason: String) -> Failure {
        Failure(localized("the record cannot be replaced yet: \(reason)"))
    }
}

extension Instant {
    /// The machine's time now.
    static var present: Instant {
        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
