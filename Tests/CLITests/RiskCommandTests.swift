import API
import Testing
import Varlink

@testable import soteria

/// `soteria risk --history` and `--follow`, and `soteria auto-protection`.
@Suite struct RiskCommandTests {
    @Test func theHistoryIsALineForEachScore() throws {
        let talk = try Talk(["risk", "--history"], .nobody)
        #expect(talk.run.status == 0)
        #expect(
            talk.run.output == """
                2026-11-21 22:15:00  1.000 critical  late_night, high_frequency
                2026-11-21 23:15:00  0.000 low

                """)
        let one = try Talk(["risk", "--history", "-n", "1"], .nobody)
        #expect(one.run.output == "2026-11-21 23:15:00  0.000 low\n")
        let json = try Talk(["risk", "--history", "--json"], .nobody)
        let points = try json.run.output.split(separator: "\n").map {
            try JSON(parsing: $0.utf8).decode(as: RiskAPI.Point.self)
        }
        #expect(points == SampleReplies.points)
    }

    @Test(
        arguments: [
            (["-n", "7"], ["limit": 7]), ([], ["limit": 50]), (["--limit", "0"], [:]),
            (
                ["--from", "2026-11-21T00:00:00Z", "--to", "2026-11-22T00:00:00Z"],
                ["from": "2026-11-21T00:00:00Z", "to": "2026-11-22T00:00:00Z", "limit": 50]
            ),
        ] as [([String], JSONObject)])
    func theHistoryAsksForWhatWasNamed(arguments: [String], expecting: JSONObject) throws {
        let daemon = try FakeDaemon([
            "org.soteria.risk.History": .streaming { call in
                guard call.parameters == expecting else {
                    throw VarlinkError("org.example.Unexpected", call.parameters)
                }
                call.reply(RiskAPI.History.Reply(points: []))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun(arguments: ["risk", "--history"] + arguments, daemon: daemon)
        #expect(run.status == 0 && run.output.isEmpty, "\(run.error)")
        let shown = CommandRun(
            arguments: ["risk", "--history"] + arguments, daemon: daemon, isTerminal: true)
        #expect(shown.output == "No scores.\n")
    }

    @Test func aHistoryThatCannotBeReadIsANo() throws {
        let daemon = try FakeDaemon([
            "org.soteria.risk.History": .streaming { _ in
                throw RiskAPI.StoreUnavailable(reason: "the disk is full").varlinkError
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("risk", "--history", daemon: daemon)
        #expect(run.status == 1)
        #expect(run.error == "soteria: the record cannot be read: the disk is full\n")
    }

    @Test func followingShowsEachChangeOnce() throws {
        let talk = try Talk(["risk", "--follow"], .nobody)
        // The fake daemon ends the stream, which a real one does only when it stops.
        #expect(talk.run.status == 69)
        #expect(
            talk.run.output == """
                23:15:00  0.400 moderate  late_night
                23:30:00  0.800 critical  late_night

                """)
        let json = try Talk(["risk", "-f", "--json"], .nobody)
        let scores = try json.run.output.split(separator: "\n").map {
            try JSON(parsing: $0.utf8).decode(as: RiskAPI.Monitor.Reply.self).status.level
        }
        #expect(scores == [.moderate, .critical])
    }

    @Test func automaticProtectionIsListed() throws {
        let talk = try Talk(["auto-protection"], .nobody)
        #expect(talk.run.status == 0)
        #expect(
            talk.run.output == """
                ● Auto-Protection: High Risk Detected (high_risk)
                  When    risk.automatic >= 0.8
                  Blocks  shopping for 2 h
                  Again   no sooner than 30 min after the protection ends
                  protects until 01:18 (in 2 h)

                """)
        #expect(
            AutoProtectionText.list([], now: nil, Style())
                == "No rule file defines auto-protection.\n")
    }

    @Test func aRuleThatIsOffMayStillRun() {
        var rule = SampleReplies.autoProtection
        rule.enabled = false
        rule.strict = true
        rule.targets = []
        let now = Moment(SampleReplies.now)
        #expect(
            AutoProtectionText.list([rule], now: now, Style()).hasSuffix(
                "  protects until 01:18 (in 2 h), switched off in the rules\n"))
        #expect(
            AutoProtectionText.list([rule], now: now, Style()).contains(
                "(high_risk, strict)\n"))
        #expect(
            AutoProtectionText.list([rule], now: now, Style()).contains("  Blocks  nothing yet,"))
        rule.switched = true
        rule.until = nil
        #expect(
            AutoProtectionText.list([rule], now: now, Style()).hasSuffix(
                "  switched off by you\n"))
    }

    @Test func whatCannotBeSwitchedIsSaid() throws {
        let talk = try Talk(["auto-protection", "disable", "x"], .nobody)
        #expect(talk.run.status == 1)
        #expect(
            talk.run.error
                == "soteria: there is no auto-protection \"x\"; see: soteria auto-protection\n"
        )
        let daemon = try FakeDaemon([
            "org.soteria.protection.SetAutoProtection": Method { _ in
                throw ProtectionAPI.Strict(until: SampleReplies.until).varlinkError
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("auto-protection", "disable", "high_risk", daemon: daemon)
        #expect(run.status == 1)
        #expect(run.error.contains("a strict rule is in force until Sun 22 Nov 06:30"))
    }
}
