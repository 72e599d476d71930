import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria watch --exec` within this process.
@Suite(.timeLimit(.minutes(30))) struct WatchCommandTests {
    private let directory: RecordDirectory

    init() throws { directory = try RecordDirectory() }

    private func lines() throws -> [String] {
        guard directory.names.contains("log") else { return [] }
        return String(decoding: try directory.read("log"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private var command: String {
        """
        echo "$SOTERIA_VERDICT $SOTERIA_TARGET $SOTERIA_CAUSE" >>'\(directory.file("log"))'
        """
    }

    private static func monitor(_ replies: ProtectionAPI.Monitor.Reply...) -> Method {
        .streaming { call in
            for reply in replies.dropLast() { call.reply(reply, continues: true) }
            if let last = replies.last { call.reply(last) }
        }
    }

    @Test func aDecisionRunsTheCommand() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("watch", "--exec", command, daemon: daemon)
        // The daemon of the tests ends the stream after one decision.
        #expect(run.status == 69 && run.output == "")
        #expect(try lines() == ["unblock shopping schedule"])
    }

    @Test func theFirstStateRunsItWhereAskedFor() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("watch", "--initial", "--exec", command, daemon: daemon)
        #expect(run.status == 69)
        #expect(
            try lines() == [
                "block shopping start", "unblock social start", "unblock shopping schedule",
            ])
    }

    @Test func everyDecisionOfABurstIsCarriedOut() throws {
        let replies = (1...50).map { number in
            var decision = SampleReplies.decision
            decision.sequence = number
            decision.target = "t\(number)"
            return ProtectionAPI.Monitor.Reply(decision: decision)
        }
        let daemon = try FakeDaemon([
            "org.soteria.protection.Monitor": .streaming { call in
                for reply in replies { call.reply(reply, continues: true) }
                call.reply(ProtectionAPI.Monitor.Reply(decision: SampleReplies.decision))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("watch", "--exec", command, daemon: daemon)
        #expect(run.status == 69)
        #expect(
            try lines()
                == (1...50).map { "unblock t\($0) schedule" } + ["unblock shopping schedule"])
    }

    @Test func aCommandThatFailsIsToldAndTheNextRuns() throws {
        var second = SampleReplies.decision
        second.sequence = 19
        let daemon = try FakeDaemon([
            "org.soteria.protection.Monitor": Self.monitor(
                .init(decision: SampleReplies.decision), .init(decision: second))
        ])
        defer { daemon.stop() }
        let run = CommandRun("watch", "--exec", command + "; exit 7", daemon: daemon)
        #expect(try lines().count == 2)
        let told = run.error.split(separator: "\n").prefix(2)
        #expect(
            told == [
                "soteria: the command exited with status 7 (unblock of shopping, decision 18)",
                "soteria: the command exited with status 7 (unblock of shopping, decision 19)",
            ])
    }

    @Test func theCommandAsksTheDaemonThatIsFollowed() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun(
            "watch", "--socket", daemon.path, "--exec",
            "echo $SOTERIA_SOCKET >'\(directory.file("log"))'",
            environment: ["SOTERIA_SOCKET": "/nowhere"])
        #expect(run.status == 69)
        #expect(try lines() == [daemon.path])
    }

    @Test func withoutADaemonNothingRuns() throws {
        let run = CommandRun("watch", "--initial", "--exec", command)
        #expect(run.status == 69 && run.error.contains("is not running"))
        #expect(try lines() == [])
    }

    @Test(arguments: [
        ["watch", "--initial"], ["watch", "--exec", "true", "--json"], ["watch", "--exec", "  "],
        ["watch", "--exec"],
    ])
    func mistakesAreRefused(arguments: [String]) {
        #expect(CommandRun(arguments: arguments).status == 64)
    }
}
