import API
import EventStore
import Foundation
import Synchronization
import Testing
import Varlink

@testable import soteria

/// A user manager of the test's own that knows the daemon's two units.
private final class Manager: Sendable {
    private let up: Mutex<[String]>
    private let process: Int?
    private let failing: String?
    private let calls = Mutex<[String]>([])
    private let hasTimers: Bool
    private let whenStopped: @Sendable () -> Void

    /// `up` are the units that run, `failing` is the verb that fails.
    init(
        up: [String] = ["soteriad.socket", "soteriad.service"], process: Int? = 4242,
        failing: String? = nil, hasTimers: Bool = false,
        whenStopped: @escaping @Sendable () -> Void = {}
    ) {
        self.hasTimers = hasTimers
        self.up = Mutex(up)
        self.process = process
        self.failing = failing
        self.whenStopped = whenStopped
    }

    /// The calls without those that only read.
    var log: [String] { calls.withLock { $0 } }
    var running: [String] { up.withLock { $0.sorted() } }

    @Sendable func run(_ program: String, _ arguments: [String]) -> ProgramResult {
        if program == "systemd-run", hasTimers {
            calls.withLock { $0.append(([program] + arguments).joined(separator: " ")) }
            return ProgramResult(status: 0, output: "")
        }
        guard program == "systemctl", arguments.first == "--user", arguments.count > 2 else {
            return ProgramResult(status: nil, output: "")
        }
        let names = Array(arguments.dropFirst(2))
        if arguments[1] == "show" {
            let isUp = up.withLock { $0.contains(names[0]) }
            let process = names[0].hasSuffix("service") && isUp ? self.process ?? 0 : 0
            return ProgramResult(
                status: 0,
                output: "LoadState=loaded\nActiveState=\(isUp ? "active" : "inactive")\n"
                    + "MainPID=\(process)\n")
        }
        calls.withLock { $0.append(arguments.dropFirst().joined(separator: " ")) }
        guard arguments[1] != failing else { return ProgramResult(status: 1, output: "") }
        up.withLock { units in
            units = arguments[1] == "start" ? units + names : units.filter { !names.contains($0) }
        }
        if arguments[1] == "stop" { whenStopped() }
        return ProgramResult(status: 0, output: "")
    }
}

/// `soteria restore` and `soteria import`.
@Suite struct RestoreTests {
    private static let both = "soteriad.socket soteriad.service"

    /// A daemon that says that its record lies in that state directory, and blocks nothing.
    private func daemon(_ directory: String) throws -> FakeDaemon {
        var status = SampleReplies.status
        status.store.path = EventStore.database(in: directory)
        let reply = status
        var list = SampleReplies.list
        list.targets = []
        let state = list
        return try FakeDaemon([
            "org.soteria.daemon.GetStatus": Method { $0.reply(reply) },
            "org.soteria.protection.List": Method { $0.reply(state) },
        ])
    }

    @Test func theDaemonIsStoppedForThatLong() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 20)
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        let manager = Manager()
        let run = CommandRun("restore", backup, daemon: daemon, run: manager.run)
        #expect(run.status == 0, "\(run.error)")
        #expect(manager.log == ["stop \(Self.both)", "start \(Self.both)"])
        #expect(
            run.error == """
                \(backup) is intact: 20 events, from 2026-11-01 to 2026-11-01
                Stopping soteriad.socket and soteriad.service
                Restoring into \(directory.file("state"))
                Starting soteriad.socket and soteriad.service

                """)
        #expect(
            run.output.hasPrefix(
                "The record in \(directory.file("state")) holds 20 events, from 2026-11-01"))
        #expect(
            run.output.contains(
                "\nThe previous record (7 events) is kept at \(directory.file("state"))/"
                    + "soteria.sqlite.replaced-"))
        #expect(try directory.count("state") == 20)
    }

    @Test(arguments: [nil, "start"])
    func aTimerStartsTheDaemonWhereTheCommandIsKilled(failing: String?) throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 1)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        let manager = Manager(failing: failing, hasTimers: true)
        let run = CommandRun("restore", backup, daemon: daemon, run: manager.run)
        #expect(run.status == (failing == nil ? 0 : 1), "\(run.error)")
        let unit = "soteria-restore-\(getpid())"
        #expect(
            manager.log.prefix(2) == [
                "systemd-run --user --quiet --collect --unit=\(unit) --on-active=2min "
                    + "systemctl --user start \(Self.both)", "stop \(Self.both)",
            ])
        #expect(manager.log.contains("stop \(unit).timer") == (failing == nil))
    }

    @Test func onlyWhatRanIsStartedAgain() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        let manager = Manager(up: ["soteriad.socket"])
        let run = CommandRun(
            "restore", backup,
            environment: ["XDG_STATE_HOME": directory.path, "XDG_CONFIG_HOME": "/nowhere"],
            run: manager.run)
        // No daemon answers, and no record is in the standard places.
        #expect(run.status == 64 && run.error.contains("--state DIR") && manager.log.isEmpty)
        try directory.record("soteriad", events: 1)
        let found = CommandRun(
            "restore", backup,
            environment: ["XDG_STATE_HOME": directory.path, "XDG_CONFIG_HOME": "/nowhere"],
            run: manager.run)
        #expect(found.status == 0, "\(found.error)")
        #expect(manager.log == ["stop soteriad.socket", "start soteriad.socket"])
        #expect(try directory.count("soteriad") == 2)
    }

    @Test func anotherDirectoryNeedsNoStop() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        let daemon = try daemon(directory.file("elsewhere"))
        defer { daemon.stop() }
        let manager = Manager()
        let run = CommandRun(
            "restore", backup, "--state", directory.file("new"), "--json", daemon: daemon,
            run: manager.run)
        #expect(run.status == 0 && manager.log.isEmpty, "\(run.error)")
        let answer = try JSON(parsing: run.output)
        #expect(answer["directory"]?.stringValue == directory.file("new"))
        #expect(answer["record"]?["events"]?.intValue == 2)
        #expect(answer["keptAside"] == nil)
        #expect(try directory.count("new") == 2)
    }

    @Test func aDaemonThatSystemdDoesNotRunIsLeftToThePerson() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        for manager in [Manager(process: 99), Manager(up: [], process: nil)] {
            let run = CommandRun("restore", backup, daemon: daemon, run: manager.run)
            #expect(run.status == 1 && manager.log.isEmpty)
            #expect(run.error.hasSuffix("kill 4242; soteria restore \(backup)\n"))
        }
        #expect(try directory.count("state") == 7)
    }

    @Test func whatCannotBeStoppedIsSaid() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        let manager = Manager(failing: "stop")
        let run = CommandRun("restore", backup, daemon: daemon, run: manager.run)
        #expect(run.status == 1)
        #expect(
            run.error.contains(
                "Run: systemctl --user stop \(Self.both); soteria restore \(backup); "
                    + "systemctl --user start \(Self.both)\n"))
        #expect(manager.log.last == "start \(Self.both)")
        #expect(try directory.count("state") == 7)
    }

    @Test func aDaemonThatDoesNotStartAgainIsSaid() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        let manager = Manager(failing: "start")
        let run = CommandRun("restore", backup, daemon: daemon, run: manager.run)
        #expect(run.status == 1)
        #expect(run.error.contains("Run: systemctl --user start \(Self.both)\n"))
        #expect(manager.log.contains("reset-failed \(Self.both)"))
        #expect(
            run.error.hasSuffix(
                "the record was replaced, but nothing is blocked while the daemon is not "
                    + "running\n"))
        #expect(try directory.count("state") == 2)
    }

    @Test func aDamagedBackupChangesNothingAndStopsNobody() throws {
        let directory = try RecordDirectory()
        try directory.write("not a database at all", "backup")
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        let manager = Manager()
        for name in ["backup", "missing"] {
            let run = CommandRun("restore", directory.file(name), daemon: daemon, run: manager.run)
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.error.hasPrefix("soteria: ") && run.error.contains(directory.file(name)))
        }
        #expect(manager.log.isEmpty)
        #expect(try directory.count("state") == 7)
    }

    @Test func aDamagedExportChangesNothingAndStopsNobody() throws {
        let directory = try RecordDirectory()
        try directory.write("not an export", "export")
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        let manager = Manager()
        for (name, text) in [
            ("export", ":1: "), ("missing", "No such file or directory"),
            ("state", "is not a file"),
        ] {
            let run = CommandRun(
                "import", directory.file(name), daemon: daemon,
                environment: ["TMPDIR": directory.file("of-tmp")], run: manager.run)
            #expect(run.status == 1 && run.output.isEmpty)
            let isWithoutRoom = name == "export" && run.error.contains("set TMPDIR")
            #expect(isWithoutRoom || run.error.contains(directory.file(name)))
            let again = CommandRun(
                "import", directory.file(name), daemon: daemon,
                environment: ["TMPDIR": directory.path], run: manager.run)
            #expect(again.status == 1 && again.error.contains(directory.file(name)))
            #expect(again.error.contains(text), "\(again.error)")
        }
        #expect(manager.log.isEmpty)
        #expect(directory.names == ["export", "state"])
        #expect(try directory.count("state") == 7)
    }

    @Test(arguments: [
        ("{\"request\":1}\n", "the file is not an export"),
        ("sequence\n", "the file is not an export"),
        (
            ExportColumn.columns(of: .requests).map(\.name).joined(separator: ",") + "\r\n",
            "the file is an export of the table requests"
        ),
    ])
    func whatIsNoExportOfTheEventsNamesOne(text: String, problem: String) throws {
        let directory = try RecordDirectory()
        try directory.write(text, "requests")
        let run = CommandRun(
            "import", directory.file("requests"), environment: ["TMPDIR": directory.path])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.hasPrefix("soteria: \(directory.file("requests")):1: \(problem)"))
        #expect(
            run.error.hasSuffix(
                "; nothing was changed\nTo write a file that can be imported: "
                    + "soteria export --table events\n"))
    }

    @Test func whateverFailsTheDaemonIsStartedAgain() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 7)
        let daemon = try daemon(directory.file("state"))
        defer { daemon.stop() }
        // It is gone once the daemon is stopped for it.
        let manager = Manager(whenStopped: { unlink(backup) })
        let run = CommandRun("restore", backup, daemon: daemon, run: manager.run)
        #expect(run.status == 1 && run.output.isEmpty && run.error.contains(backup))
        #expect(manager.log == ["stop \(Self.both)", "start \(Self.both)"])
        #expect(manager.running == ["soteriad.service", "soteriad.socket"])
        #expect(try directory.count("state") == 7)
    }

    @Test func aRecordWithoutEventsIsNoBackup() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 0)
        try directory.record("state", events: 7)
        let run = CommandRun("restore", backup, "--state", directory.file("state"))
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error == "soteria: \(backup) holds no events; nothing was changed\n")
        #expect(try directory.count("state") == 7)
    }

    @Test func aDirectoryInUseIsRefused() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        let opening = try EventStore.open(
            directory: directory.file("state"), at: RecordDirectory.start)
        defer { opening.store.close() }
        let run = CommandRun("restore", backup, "--state", directory.file("state"))
        #expect(
            run.status == 1
                && run.error.contains("another Soteria daemon uses this state directory"))
    }

    @Test func anExportIsImported() throws {
        let directory = try RecordDirectory()
        let head = try directory.record("from", events: 12)
        let store = try EventStore.open(
            directory: directory.file("from"), at: RecordDirectory.start
        ).store
        let pieces = Mutex("")
        let done = DispatchSemaphore(value: 0)
        store.export(
            .events, format: .jsonLines,
            body: { piece in
                pieces.withLock { $0 += piece }
                return true
            }, completion: { _ in done.signal() })
        done.wait()
        store.close()
        try directory.write(pieces.withLock { $0 }, "export.jsonl")
        let run = CommandRun(
            "import", directory.file("export.jsonl"), "--state", directory.file("to"), "--json",
            environment: ["TMPDIR": directory.path])
        #expect(run.status == 0, "\(run.error)")
        let record = try JSON(parsing: run.output)["record"]
        #expect(record?["events"]?.intValue == 12 && record?["hash"]?.stringValue == head.hash)
        #expect(
            run.error == """
                \(directory.file("export.jsonl")) is intact: 12 events, from 2026-11-01 to 2026-11-01
                Importing into \(directory.file("to"))

                """)
    }

    @Test(arguments: [["restore"], ["import"], ["restore", "a", "b"], ["backup"]])
    func aFileMustBeNamed(arguments: [String]) {
        #expect(CommandRun(arguments: arguments).status == 64)
    }
}
