import Foundation
import Testing
import Varlink

@testable import soteria

/// Questions on a real pseudo-terminal, by the program as a process of its own.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "the soteria program was not built beside the tests"),
    .timeLimit(.minutes(30)))
struct QuestionTests {
    private func with(_ body: (FakeDaemon, FakeTracking) throws -> Void) throws {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        try body(daemon, tracking)
    }

    @Test func aCheckInIsAnswered() throws {
        try with { daemon, tracking in
            let session = try Session(["checkin"], daemon: daemon)
            try session.wait(for: "Enter: not now: ")
            session.type("perhaps\n")
            try session.wait(for: "Type y or n.")
            session.type("n\n")
            let (status, output) = session.end()
            #expect(status == 0 && output.contains("\n– A walk.\n"))
            #expect(tracking.log == [#"checkin.Answer {"checkIn":"morning","yes":false}"#])
        }
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func aSignalAnswersNothing(signal: Int32, status: Int32) throws {
        try with { daemon, tracking in
            let session = try Session(["checkin"], daemon: daemon)
            try session.wait(for: "Enter: not now: ")
            session.send(signal)
            #expect(session.end().status == status && tracking.log.isEmpty)
        }
    }

    @Test func anOutcomeIsLogged() throws {
        try with { daemon, tracking in
            let session = try Session(["log"], daemon: daemon)
            try session.wait(for: "Enter: later: ")
            session.type("bought\n")
            try session.wait(for: "How much did you spend")
            session.type("12.50 EUR\n")
            try session.wait(for: "How much do you regret the unblock")
            session.type("\n")
            let (status, output) = session.end()
            #expect(status == 0 && output == "Logged for request 12: bought for 12.50 EUR\n")
            #expect(tracking.log.last?.contains(#""amount":"12.50""#) == true)
        }
    }

    @Test func aTerminalThatClosesLogsNothing() throws {
        try with { daemon, tracking in
            let session = try Session(["log"], daemon: daemon)
            try session.wait(for: "Enter: later: ")
            session.hangUp()
            _ = session.end()
            #expect(!tracking.log.contains { $0.hasPrefix("unblock.LogOutcome") })
        }
    }
}
