import API
import EventStore
import Glibc

/// Puts another record in the place of the daemon's: the daemon is stopped for that long, where
/// systemd runs it, and started again, whatever came of it. While something strict blocks, or a
/// weaker edit waits, it is refused.
struct RecordReplacing {
    let options: RecordOptions
    let surroundings: Surroundings
    /// The command to give again where the person has to stop the daemon.
    let again: String

    private static let service = "soteriad.service"
    private static let units = ["soteriad.socket", service]
    /// A timer of this process's own that starts them where it cannot any more.
    private static let rescue = "soteria-restore-\(getpid())"

    /// Runs `body`, which puts the record into the directory it is given, and shows what came of
    /// it; `deed` says what it does: `Restoring`.
    func run(
        _ deed: String, _ body: (_ directory: String) throws(StoreError) -> RestoreReport
    ) throws {
        // Whoever breaks it off must not leave the daemon stopped: signals wait for the end.
        let listener = try surroundings.listen(false)
        defer { withExtendedLifetime(listener) {} }
        let running = options.running(surroundings)
        let directory = try options.directory(running, surroundings)
        if let running, StatePlaces.isSame(RecordOptions.directory(of: running), directory) {
            try RecordHold.require(running, try options.daemon.client(surroundings))
        }
        let stopped = try stop(running, directory)
        surroundings.error("\(deed) into \(Printable.text(directory))\n")
        let result = Result { () throws(StoreError) in try body(directory) }
        let problem = start(stopped.units)
        // The timer tries once more to start whatever could not be started now.
        if stopped.hasRescue, problem == nil { _ = systemctl("stop", [Self.rescue + ".timer"]) }
        let report = try result.get()
        if let problem { throw problem }
        try RecordText.show(report, in: directory, options.daemon.output, surroundings)
    }

    /// The units that ran, and whether a timer starts them should this process be killed.
    private typealias Stopped = (units: [String], hasRescue: Bool)

    /// Stops what may use the directory.
    private func stop(
        _ running: DaemonAPI.GetStatus.Reply?, _ directory: String
    ) throws -> Stopped {
        let states = Self.units.map { (name: $0, unit: surroundings.unit($0)) }
        let up = states.filter { $0.unit?.isUp == true }.map(\.name)
        if let running {
            let isOfDirectory = StatePlaces.isSame(
                RecordOptions.directory(of: running), directory)
            guard isOfDirectory else { return ([], false) }
            let process = states.first { $0.name == Self.service }?.unit?.mainProcess
            guard process == running.pid, !up.isEmpty else {
                throw Failure(
                    """
                    a daemon that systemd does not run uses \(Printable.text(directory))
                    Stop it, and begin again: kill \(running.pid); \(again)
                    """)
            }
        } else if options.state != nil,
            !StatePlaces(environment: surroundings.environment).contains(directory)
        {
            return ([], false)
        }
        guard !up.isEmpty else { return ([], false) }
        let hasRescue = beginRescue(of: up)
        surroundings.error("Stopping \(up.joined(separator: " and "))\n")
        guard systemctl("stop", up) else {
            // The units that were stopped protect again.
            _ = start(up)
            let names = up.joined(separator: " ")
            throw Failure(
                """
                the daemon could not be stopped
                Run: systemctl --user stop \(names); \(again); systemctl --user start \(names)
                """)
        }
        return (up, hasRescue)
    }

    /// Nobody hears SIGKILL, and the daemon must not stay stopped by it: two minutes later a timer
    /// of the manager's starts what ran. A restore that takes longer holds the directory's lock,
    /// and starts the daemon itself at its end.
    private func beginRescue(of units: [String]) -> Bool {
        surroundings.run(
            "systemd-run",
            [
                "--user", "--quiet", "--collect", "--unit=\(Self.rescue)", "--on-active=2min",
                "systemctl", "--user", "start",
            ] + units
        ).status == 0
    }

    /// Starts what was stopped; returns what went wrong.
    private func start(_ units: [String]) -> Failure? {
        guard !units.isEmpty else { return nil }
        surroundings.error("Starting \(units.joined(separator: " and "))\n")
        if systemctl("start", units) { return nil }
        // A unit that was started too often in a while has to be forgiven first.
        if systemctl("reset-failed", units), systemctl("start", units) { return nil }
        let text =
            "the daemon could not be started\nRun: systemctl --user start "
            + units.joined(separator: " ") + "\nWhat is wrong: soteria doctor"
        surroundings.error("soteria: \(text)\n")
        return Failure("the record was replaced, but nothing is protected now")
    }

    private func systemctl(_ verb: String, _ units: [String]) -> Bool {
        surroundings.run("systemctl", ["--user", verb] + units).status == 0
    }
}

/// Why the daemon's record may not be replaced now: with another one a strict block would be
/// over, and an edit that waits would hold at once.
///
/// A record that was damaged, or cannot be written, holds nobody up: there a backup is the cure.
enum RecordHold {
    /// Throws what holds. Nothing does where the daemon cannot say how the targets stand.
    static func require(_ status: DaemonAPI.GetStatus.Reply, _ client: SoteriaClient) throws {
        guard status.store.healthy, status.store.setAside == nil,
            let now = Moment(status.now)
        else { return }
        let targets = (try? client.call(ProtectionAPI.List.self))?.targets ?? []
        for target in targets where target.blocked && target.strict {
            throw refusal(
                "\(Printable.text(target.name)) is strictly blocked"
                    + TimeWords.end(
                        RestrictionText.strictEnd(of: target.restrictions), now: now))
        }
        if let edit = status.rules.pendingEdits?.first {
            throw refusal("an edit of the rules waits" + TimeWords.until(edit.until, now: now))
        }
    }

    private static func refusal(_ reason: String) -> Failure {
        Failure("\(reason); the record can be replaced after that")
    }
}
