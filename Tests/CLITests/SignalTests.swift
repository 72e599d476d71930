import Foundation
import Testing

@testable import soteria

/// Real signals and a real terminal: whoever goes away keeps the block.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "the soteria program was not built beside the tests"),
    .timeLimit(.minutes(30)))
struct SignalTests {
    private static var hasSetsid: Bool {
        FileManager.default.isExecutableFile(atPath: Session.setsid)
    }
    private static let kept = "The block is kept. Today so far: 3 protection moments.\n"

    /// A daemon whose waits outlast every test.
    private func with(_ body: (FakeDaemon) throws -> Void) throws {
        let requests = FakeRequests(wait: 3600)
        let daemon = try FakeDaemon(requests.methods)
        defer { daemon.stop() }
        try body(daemon)
        #expect(requests.log.last == #"Keep {"request":12}"#)
        #expect(!requests.log.contains { $0.hasPrefix("Confirm") })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalAtAQuestionKeepsTheBlock(signal: Int32) throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping"], daemon: daemon)
            try session.wait(for: "[i]mpulse: ")
            session.send(signal)
            let (status, output) = session.end()
            #expect(status == 128 + signal && output == Self.kept)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalDuringTheWaitKeepsTheBlock(signal: Int32) throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping", "--planned"], daemon: daemon)
            try session.wait(for: "\rWaiting 1:00:00 h. Press Enter or Ctrl-C to keep the block")
            session.send(signal)
            let (status, output) = session.end()
            #expect(status == 128 + signal && output == Self.kept)
        }
    }

    @Test func answersAreTypedOnATerminal() throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping"], daemon: daemon)
            try session.wait(for: "[i]mpulse: ")
            session.type("i\n")
            try session.wait(for: "Enter to skip: ")
            session.type("tired\n\n\n")
            try session.wait(for: "Waiting ")
            session.type("k\n")
            let (status, output) = session.end()
            #expect(status == 1 && output == Self.kept)
        }
    }

    @Test func ctrlDKeepsTheBlock() throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping"], daemon: daemon)
            try session.wait(for: "[i]mpulse: ")
            session.type("\u{4}")
            let (status, output) = session.end()
            #expect(status == 1 && output == Self.kept)
        }
    }

    @Test(
        .enabled(if: hasSetsid, "there is no setsid(1) to give the program a terminal of its own"))
    func ctrlCKeepsTheBlock() throws {
        try with { daemon in
            let session = try Session(
                ["unblock", "shopping"], daemon: daemon, controlling: true)
            try session.wait(for: "[i]mpulse: ")
            session.type("\u{3}")
            let (status, output) = session.end()
            #expect(status == 130 && output == Self.kept)
        }
    }

    @Test(
        .enabled(if: hasSetsid, "there is no setsid(1) to give the program a terminal of its own"))
    func aClosedTerminalKeepsTheBlock() throws {
        try with { daemon in
            let session = try Session(
                ["unblock", "shopping"], daemon: daemon, controlling: true)
            try session.wait(for: "[i]mpulse: ")
            session.hangUp()
            let (status, output) = session.end()
            #expect(output == Self.kept)
            // Either the end of the terminal's input or the signal is heard first.
            #expect(status == 129 || status == 1)
        }
    }
}
