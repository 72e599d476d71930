import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria usage` and `soteria budgets`.
@Suite struct UsageTests {
    private static let today = """
        ●  Shopping      45 min  in use now
        ○  Social media  –

        """
    private static let budget = """
        ○ Evening shopping (evening)
          Used    30 min of 45 min a day
          Left    15 min of shopping
          Resets  04:00 (in 4 h 42 min)

        """

    private func run(_ arguments: String..., isTerminal: Bool = false) throws
        -> (run: CommandRun, log: [String])
    {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        return (
            CommandRun(arguments: arguments, daemon: daemon, isTerminal: isTerminal), tracking.log
        )
    }

    @Test func todayIsShownWithTheBudgets() throws {
        #expect(try run("usage").run.output == Self.today + "\n" + Self.budget)
        #expect(try run("usage", "--today").run.output == Self.today)
        #expect(try run("budgets").run.output == Self.budget)
    }

    @Test func aTerminalHasABarForEachBudget() throws {
        let output = try run("budgets", isTerminal: true).run.output
        let bar = String(repeating: "█", count: 19) + String(repeating: "░", count: 11)
        #expect(output.contains("  \(bar)\n"), "\(output)")
    }

    @Test func aReachedBudgetSaysSo() {
        var budget = SampleReplies.budget
        (budget.reached, budget.left, budget.used, budget.strict) = (true, 0, 9999, true)
        let text = BudgetText.list([budget], now: nil, isTerminal: true, Style())
        #expect(text.hasPrefix("● Evening shopping (evening, strict)\n"))
        #expect(text.contains("  Left    nothing: shopping is blocked until the budget resets\n"))
        #expect(text.contains(String(repeating: "█", count: 30) + "\n"))
        budget.grantedUntil = "2026-11-21T23:45:00+01:00"
        let open = BudgetText.list([budget], now: nil, isTerminal: true, .unbroken)
        #expect(open.contains("  Left    nothing: shopping is open by permission until "))
        #expect(
            BudgetText.list([], now: nil, isTerminal: false, Style())
                == "No budget is in force: no rule file defines one, or your plan does not include "
                + "budgets.\n")
    }

    @Test func hoursAndDaysAreSaid() {
        var budget = SampleReplies.budget
        (budget.per, budget.days, budget.counts) = (.hour, [.sat, .sun], false)
        #expect(
            BudgetText.list([budget], now: nil, isTerminal: false, Style())
                .contains(
                    """
                      Used    30 min of 45 min an hour
                      Left    no limit: the budget does not count today
                      Days    sat, sun

                    """))
    }

    @Test func idleAndLockedSessionsAreSaid() {
        var today = SampleReplies.usageToday
        today.idle = true
        #expect(UsageText.today(today, Style()).hasSuffix("You are idle, so no use is counted.\n"))
        today.locked = true
        #expect(
            UsageText.today(today, Style()).hasSuffix(
                "The session is locked, so no use is counted.\n"))
        today.targets = []
        #expect(UsageText.today(today, Style()) == "No targets are tracked.\n")
    }

    @Test func sessionsAreListed() throws {
        let (run, log) = try run("usage", "--sessions")
        #expect(log == [#"usage.Sessions {"limit":50}"#])
        #expect(
            run.output == """
                2026-11-21 22:41–22:55  Shopping      12 min  amazon.com (request 12)
                2026-11-21 23:10–now    Social media  8 min  a.example, org.b.App

                """)
    }

    @Test func sessionsBearTheNamesThatThePersonGave() throws {
        var target = SampleReplies.target
        target.names = [
            .init(site: "amazon.com", name: "Mein\u{1b} Laden"),
            .init(app: "org.b.App", name: "Play"),
            .init(app: "a.example", name: "An app, and no site"),
        ]
        let reply = TargetsAPI.List.Reply(targets: [target])
        let daemon = try FakeDaemon(["org.soteria.targets.List": Method { $0.reply(reply) }])
        defer { daemon.stop() }
        let shown = CommandRun("usage", "--sessions", daemon: daemon).output
        #expect(shown.contains("12 min  Mein\u{FFFD} Laden (request 12)\n"))
        #expect(shown.contains("8 min  a.example, Play\n"))
        let json = CommandRun("usage", "--sessions", "--json", daemon: daemon).output
        #expect(json.contains("amazon.com") && !json.contains("Laden"))
    }

    @Test func timesThatAreEstimatedAreSaidToBeSo() throws {
        let note = """
            Times of apps are estimated: this desktop does not report which window is in front. \
            See "soteria doctor".

            """
        var today = SampleReplies.usageToday
        #expect(!UsageText.today(today, Style(width: 200)).contains("estimated"))
        today.source = .init(front: "sway", idle: "wayland", estimated: false)
        #expect(!UsageText.today(today, Style(width: 200)).contains("estimated"))
        today.source = .init(front: "estimate", estimated: true)
        #expect(UsageText.today(today, Style(width: 200)).hasSuffix("\n" + note))
        today.idle = true
        #expect(
            UsageText.today(today, Style(width: 200)).hasSuffix(
                "\nYou are idle, so no use is counted.\n" + note))
        let lines = UsageText.today(today, Style(width: 60)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 })
    }

    /// Less than a minute is not worth a word.
    @Test func aSessionSaysHowLongThePersonWasAway() {
        let names = UsageText.Names([("shopping", "Shopping")])
        var session = SampleReplies.sessions[0]
        for (idle, words) in [
            (0, ""), (59, ""), (60, ", away for 1 min"), (4200, ", away for 1 h 10 min"),
        ] {
            session.idleSeconds = idle
            #expect(
                UsageText.line(session, names, Style(width: 200)).hasSuffix(
                    "amazon.com (request 12)\(words)\n"))
        }
    }

    @Test func aNarrowTerminalHasThePlacesBelow() {
        let names = UsageText.Names([("shopping", "Shopping"), ("social", "Social media")])
        let lines = SampleReplies.sessions.map { UsageText.line($0, names, Style(width: 40)) }
        #expect(
            lines == [
                """
                2026-11-21 22:41–22:55
                  Shopping  12 min
                  amazon.com (request 12)

                """,
                """
                2026-11-21 23:10–now
                  Social media  8 min
                  a.example, org.b.App

                """,
            ])
    }

    @Test(arguments: [
        (["--target", "shopping", "-n", "0"], #"{"target":"shopping"}"#),
        (
            ["--from", "2026-11-21T22:00:00Z", "--to", "2026-11-21T23:00:00Z", "-n", "3"],
            #"{"from":"2026-11-21T22:00:00Z","to":"2026-11-21T23:00:00Z","limit":3}"#
        ),
    ])
    func whatNarrowsSessionsIsPassedOn(arguments: [String], parameters: String) throws {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        #expect(CommandRun(arguments: ["usage"] + arguments, daemon: daemon).status == 0)
        #expect(tracking.log == ["usage.Sessions \(parameters)"])
    }

    @Test func asJSONSessionsAreALineEach() throws {
        let lines = try run("usage", "--sessions", "--json", isTerminal: true).run.output
            .split(separator: "\n")
        #expect(
            try lines.map { try JSON(parsing: $0.utf8).decode(as: UsageAPI.Session.self) }
                == SampleReplies.sessions)
        let all = try JSON(parsing: run("usage", "--json").run.output)
        #expect(all["budgets"]?[0]?["budget"]?.stringValue == "evening")
        #expect(all["usage"]?["targets"]?.arrayValue?.count == 2)
    }

    @Test func thatThereAreNoneIsSaidToAPersonOnly() throws {
        let daemon = try FakeDaemon([
            "org.soteria.usage.Sessions": .streaming {
                $0.reply(UsageAPI.Sessions.Reply(sessions: []))
            }
        ])
        defer { daemon.stop() }
        let shown = CommandRun("usage", "--sessions", daemon: daemon, isTerminal: true)
        #expect(shown.output == "No sessions.\n")
        #expect(CommandRun("usage", "--sessions", daemon: daemon).output.isEmpty)
    }

    @Test(arguments: [
        (["--today", "--sessions"], "--today cannot be combined with the options for sessions"),
        (["--today", "--target", "a"], "--today cannot be combined with the options for sessions"),
        (["--sessions", "-n", "-1"], "--limit"), (["--from", "soon"], "Usage"),
    ])
    func mistakesAreExplained(arguments: [String], text: String) {
        let run = CommandRun(arguments: ["usage"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty && run.error.contains(text))
    }
}

/// `soteria insights`.
@Suite struct InsightTests {
    @Test func sentencesAndTheNextRiskyHour() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("insights", daemon: daemon)
        #expect(
            run.output == """
                • Your request was an impulse on 70% of occasions: 14 of 20.

                The next risky hour begins Fri 22:00 (in 5 d 22 h): Fridays 22–23: 14 of your last \
                40 unblocks.

                """)
        let json = try JSON(parsing: CommandRun("insights", "--json", daemon: daemon).output)
        #expect(json["insights"]?[0]?["kind"]?.stringValue == "impulse_share")
        #expect(json["prediction"]?["next"]?["hour"]?.intValue == 22)
    }

    @Test func whereNothingIsSupportedItSaysSo() {
        #expect(
            InsightText.list([], Style())
                == "No insights yet: an insight is shown only if at least five events support "
                + "it.\n")
        #expect(InsightText.prediction(.init(enabled: true), now: nil).isEmpty)
    }

    @Test func thatThePlanTellsNothingIsSaid() {
        var prediction = SampleReplies.prediction
        prediction.enabled = false
        let text = InsightText.prediction(prediction, now: Moment(SampleReplies.now))
        #expect(
            text.hasSuffix(
                "\nYour plan does not include notifications of risky hours.\n"))
    }
}
