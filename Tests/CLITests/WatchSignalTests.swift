import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// Real signals to a watch that runs commands: what runs may finish, what has not begun does not.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "the soteria program was not built beside the tests"),
    .timeLimit(.minutes(30)))
struct WatchSignalTests {
    private let directory: RecordDirectory

    init() throws { directory = try RecordDirectory() }

    /// Two decisions, and then silence.
    private static let monitor: Method = .streaming { call in
        call.reply(
            ProtectionAPI.Monitor.Reply(targets: SampleReplies.list.targets, sequence: 17),
            continues: true)
        for sequence in 18...19 {
            var decision = SampleReplies.decision
            decision.sequence = sequence
            call.reply(ProtectionAPI.Monitor.Reply(decision: decision), continues: true)
        }
    }

    /// A command that says on the terminal that it began, and ends once it is released.
    private func with(
        controlling: Bool = false, _ body: (Session, _ release: () throws -> Void) throws -> Void
    ) throws {
        let gate = directory.file("gate")
        #expect(mkfifo(gate, 0o600) == 0)
        let daemon = try FakeDaemon(["org.soteria.protection.Monitor": Self.monitor])
        defer { daemon.stop() }
        let session = try Session(
            [
                "watch", "--exec",
                "echo begun >&2; read line <'\(gate)'; echo $line >>'\(directory.file("log"))'",
            ], daemon: daemon, controlling: controlling)
        try session.wait(for: "begun")
        try body(session) {
            try Data("released\n".utf8).write(to: URL(fileURLWithPath: gate))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func theCommandFinishesAndNoOtherBegins(signal: Int32) throws {
        try with { session, release in
            session.send(signal)
            try session.wait(for: "waiting for the command to finish")
            try release()
            #expect(session.end().status == 128 + signal)
            #expect(try directory.read("log") == Data("released\n".utf8))
        }
    }

    @Test func aSecondSignalDoesNotWait() throws {
        try with { session, release in
            session.send(SIGTERM)
            try session.wait(for: "waiting for the command to finish")
            session.send(SIGINT)
            // The command holds no end of the pipe that standard output is only after this.
            try release()
            #expect(session.end().status == 128 + SIGTERM)
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: Session.setsid),
            "there is no setsid(1) to give the program a terminal of its own"))
    func ctrlCDoesNotReachTheCommand() throws {
        try with(controlling: true) { session, release in
            session.type("\u{3}")
            try session.wait(for: "waiting for the command to finish")
            try release()
            #expect(session.end().status == 130)
            #expect(try directory.read("log") == Data("released\n".utf8))
        }
    }

    @Test func betweenCommandsItEndsAtOnce() throws {
        let daemon = try FakeDaemon(["org.soteria.protection.Monitor": Self.monitor])
        defer { daemon.stop() }
        let session = try Session(
            ["watch", "--exec", "exit $SOTERIA_SEQUENCE"], daemon: daemon)
        try session.wait(for: "exited with status 19")
        session.send(SIGTERM)
        #expect(session.end().status == 128 + SIGTERM)
    }
}
