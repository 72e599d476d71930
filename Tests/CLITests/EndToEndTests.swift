import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// Whole runs of the command line against a daemon of the test's own.
@Suite struct EndToEndTests {
    private func with(_ handlers: [String: Method] = [:], _ body: (FakeDaemon) throws -> Void)
        throws
    {
        let daemon = try FakeDaemon(handlers)
        defer { daemon.stop() }
        try body(daemon)
    }

    @Test func withoutArgumentsTheStatusIsShown() throws {
        try with { daemon in
            let run = CommandRun(daemon: daemon)
            #expect(run.status == 0 && run.error.isEmpty)
            #expect(run.output == CommandRun("status", daemon: daemon).output)
            #expect(
                run.output == """
                    ●  Shopping      blocked until 06:30 (in 7 h 12 min)  Financial quiet mode
                                                                          (quiet hours, strict)
                    ○  Social media  open

                    Risk         0.400 moderate
                    Next change  06:30 (in 7 h 12 min)
                    Check-in     Have you rested today? Answer: soteria checkin morning yes|no
                    This week    9 requests, 2 protection moments, 25% planned, 75% impulse
                    Unblocks     5 this week, busiest on Friday and at 23–24, 40% used

                    """)
        }
    }

    @Test(arguments: [
        ["status"], ["risk"], ["watch"], ["protect"], ["quiet-hours", "list"], ["targets"],
        ["unblock", "shopping", "--planned"], ["keep"], ["pause", "--keep"], ["prompts"],
        ["prompts", "answer", "1", "keep"], ["prompts", "--follow"], ["auto-protection"],
        ["risk", "--history"], ["risk", "--follow"], ["auto-protection", "disable", "high_risk"],
        ["explain", "shopping"], ["rules", "reload"], ["events"], ["checkin"], ["checkin", "yes"],
        ["checkin", "debug", "force", "a"], ["log", "--bought"], ["log", "--list"], ["metrics"],
        ["insights"], ["goals"], ["goals", "remove", "1"], ["usage"], ["usage", "--sessions"],
        ["budgets"], ["export"], ["backup", "/nowhere/file"], ["targets", "name", "a", "b"],
    ])
    func withoutADaemonTheStatusIs69AndSaysHowToStartIt(arguments: [String]) {
        let run = CommandRun(
            arguments: arguments, environment: ["SOTERIA_SOCKET": "/nowhere/soteria"])
        #expect(run.status == 69 && run.output.isEmpty)
        #expect(run.error.contains("systemctl --user start soteriad.socket soteriad"))
        #expect(run.error.contains("soteria doctor") && run.error.contains("/nowhere/soteria"))
    }

    @Test func jsonIsTheReplyItself() throws {
        try with { daemon in
            let risk = CommandRun("risk", "--json", daemon: daemon)
            #expect(risk.status == 0)
            let reply = try JSON(parsing: risk.output).decode(as: RiskAPI.GetStatus.Reply.self)
            #expect(reply.status == SampleReplies.risk)
            #expect(risk.output.contains("\"score\":0.400"))
            #expect(risk.output.split(separator: "\n").count == 1)
            let shown = CommandRun("risk", "--json", daemon: daemon, isTerminal: true)
            #expect(try JSON(parsing: shown.output) == JSON(parsing: risk.output))
            #expect(shown.output.split(separator: "\n").count > 10)
        }
    }

    @Test func statusAsJSONHasAllThree() throws {
        try with { daemon in
            let run = CommandRun("status", "--json", daemon: daemon)
            let answer = try JSON(parsing: run.output)
            #expect(
                try answer["protection"]?.decode(as: ProtectionAPI.List.Reply.self)
                    == SampleReplies.list)
            #expect(
                try answer["daemon"]?.decode(as: DaemonAPI.GetStatus.Reply.self)
                    == SampleReplies.status)
            #expect(answer["risk"]?["level"]?.stringValue == "moderate")
        }
    }

    @Test func protectingSaysUntilWhen() throws {
        try with { daemon in
            let run = CommandRun("protect", "shopping", "--for", "1h30m", daemon: daemon)
            #expect(run.status == 0)
            #expect(
                run.output == """
                    Shopping stays blocked until 06:30 (in 7 h 12 min)
                    To end the protection early: soteria unblock --protection 18

                    """)
            let json = CommandRun("protect", "--json", daemon: daemon)
            let reply = try JSON(parsing: json.output)
            #expect(reply["id"]?.intValue == 18)
        }
    }

    @Test func refusedCallsAreANo() throws {
        try with { daemon in
            let unknown = CommandRun("protect", "shoping", daemon: daemon)
            #expect(unknown.status == 1 && unknown.output.isEmpty)
            #expect(
                unknown.error
                    == "soteria: there is no target \"shoping\"; see: soteria targets\n")
            let short = CommandRun("protect", "--for", "5s", daemon: daemon)
            #expect(short.status == 1)
            #expect(
                short.error == "soteria: the length must be between 1 min and 7 d, not 5 s\n")
            let strict = CommandRun("quiet-hours", "disable", "nights", daemon: daemon)
            #expect(strict.status == 1)
            #expect(
                strict.error
                    == "soteria: a strict rule is in force until Sun 22 Nov 06:30, so the protection "
                    + "cannot be weakened now\n")
        }
    }

    @Test func anUndeclaredErrorIsSaidByName() throws {
        try with(["org.soteria.risk.GetStatus": Method { $0.fail(.permissionDenied) }]) { daemon in
            let run = CommandRun("risk", daemon: daemon)
            #expect(run.status == 1 && run.error.contains("PermissionDenied"))
        }
    }

    @Test func aValueThatTheDaemonDoesNotTakeIsANo() throws {
        try with([
            "org.soteria.protection.Explain": Method { $0.fail(.invalidParameter("at")) },
            "org.soteria.daemon.Events": .streaming { $0.fail(.invalidParameter("kinds")) },
            "org.soteria.targets.List": Method { $0.fail(.invalidParameter("x")) },
        ]) { daemon in
            let past = CommandRun("explain", "shopping", "--at", "2020-01-01", daemon: daemon)
            #expect(past.status == 1)
            #expect(past.error == "soteria: the time must not be in the past\n")
            let kind = CommandRun("events", "--kind", "decided", daemon: daemon)
            #expect(kind.status == 1)
            #expect(kind.error == "soteria: there is no such kind of event\n")
            let other = CommandRun("targets", daemon: daemon)
            #expect(other.error.contains("does not accept the value of x"))
        }
    }

    @Test func watchShowsTheStateAndThenDecisions() throws {
        try with { daemon in
            let run = CommandRun("watch", daemon: daemon)
            // The fake daemon ends the stream, which a real one does only when it stops.
            #expect(run.status == 69)
            #expect(
                run.output == """
                    now       Shopping      blocked until 06:30 (in 7 h 12 min)  Financial quiet mode \
                    (quiet hours, strict)
                    now       Social media  open
                    06:30:00  Shopping      open again

                    """)
            let json = CommandRun("watch", "--json", daemon: daemon)
            let lines = try json.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            #expect(lines.count == 2)
            #expect(lines.first?["targets"]?.arrayValue?.count == 2)
            #expect(lines.last?["decision"]?["verdict"]?.stringValue == "unblock")
        }
    }

    @Test func theSocketCanBeNamed() throws {
        try with { daemon in
            let run = CommandRun(
                "targets", "--socket", daemon.path,
                environment: ["SOTERIA_SOCKET": "/nowhere/soteria"])
            #expect(run.status == 0 && run.output.contains("amazon.com, ebay.com"))
        }
    }

    @Test func aDaemonThatDoesNotAnswerIsNoDaemon() throws {
        let run = CommandRun(
            "status", environment: ["SOTERIA_SOCKET": "", "XDG_RUNTIME_DIR": "/nowhere"])
        #expect(run.status == 69 && run.error.contains("/nowhere/soteria/org.soteria"))
    }
}
