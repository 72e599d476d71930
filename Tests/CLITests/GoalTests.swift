import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria goals`.
@Suite struct GoalTests {
    private func run(_ arguments: String..., isTerminal: Bool = false) throws
        -> (run: CommandRun, log: [String])
    {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        let run = CommandRun(
            arguments: ["goals"] + arguments, daemon: daemon, isTerminal: isTerminal)
        return (run, tracking.log)
    }

    @Test func goalsAreListed() throws {
        #expect(
            try run().run.output == """
                3  A bicycle
                   Saved  150.00 of 450.00 EUR (33%)
                   Left   300.00 EUR by 2027-04-01
                   Added  what you expected to spend, two hours after you resist an impulse

                5  A coat
                   Saved  90.00 of 80.00 EUR (100%)
                   Left   nothing, reached 20 Nov 12:00

                """)
        #expect(
            GoalText.list([], now: nil, isTerminal: false, Style()).hasPrefix(
                "No goals yet."))
        let json = try JSON(parsing: run("--json").run.output)
        #expect(try json.decode(as: GoalsAPI.List.Reply.self).goals == SampleReplies.goals)
    }

    @Test func aTerminalHasBars() throws {
        let output = try run(isTerminal: true).run.output
        #expect(output.contains("   █████████░░░░░░░░░░░░░░░░░░░░░  33%\n"))
        #expect(output.contains("   \(String(repeating: "█", count: 30))  100%\n"))
        #expect(output.contains("  Saved  150.00 of 450.00 EUR\n"))
    }

    @Test func aDayThatWentByIsSaid() {
        var late = SampleReplies.goals[0]
        late.late = true
        let text = GoalText.list([late], now: nil, isTerminal: false, Style())
        #expect(text.contains("Left   300.00 EUR, overdue since 2027-04-01\n"))
    }

    @Test func goalsAreAdded() throws {
        let (run, log) = try run(
            "add", "A bicycle", "450", "EUR", "--by", "2027-04-01", "--from-kept")
        #expect(run.status == 0 && run.output.hasPrefix("3  A bicycle\n"))
        #expect(
            log == [
                #"goals.Add {"name":"A bicycle","target":"450","currency":"EUR","#
                    + #""by":"2027-04-01","fromKept":true}"#
            ])
        #expect(
            try self.run("add", "B", "1", "USD").log
                == [#"goals.Add {"name":"B","target":"1","currency":"USD"}"#])
    }

    @Test func amountsAreAdded() throws {
        let (run, log) = try run("contribute", "3", "19.90")
        #expect(run.status == 0 && run.output.hasPrefix("3  A bicycle\n"))
        #expect(log == [#"goals.Contribute {"goal":3,"amount":"19.90"}"#])
    }

    @Test func goalsAreRemoved() throws {
        let (run, log) = try run("remove", "5")
        #expect(run.status == 0 && run.output == "Goal 5 was removed.\n")
        #expect(log == [#"goals.Remove {"goal":5}"#])
        #expect(try self.run("remove", "5", "--json").run.output == "{\"removed\":5}\n")
        let unknown = try self.run("remove", "99").run
        #expect(
            unknown.status == 1
                && unknown.error == "soteria: there is no goal 99; see: soteria goals\n")
    }

    @Test func goalsAreNamed() throws {
        #expect(
            try run("contribute", "a bicycle", "12,50").log
                == [#"goals.Contribute {"goal":3,"amount":"12.50"}"#])
        #expect(try run("remove", "A coat").run.output == "Goal A coat was removed.\n")
        let unknown = try run("remove", "bicycl").run
        #expect(unknown.status == 1)
        #expect(
            unknown.error
                == "soteria: there is no goal \"bicycl\"; did you mean \"A bicycle\"?\n")
        #expect(
            try run("remove", "house").run.error
                == "soteria: there is no goal \"house\"; see: soteria goals\n")
    }

    @Test func goalsOfOneNameAreToldApartByNumber() throws {
        var twins = SampleReplies.goals
        twins[1].name = twins[0].name
        let reply = GoalsAPI.List.Reply(goals: twins)
        let daemon = try FakeDaemon(["org.soteria.goals.List": Method { $0.reply(reply) }])
        defer { daemon.stop() }
        let run = CommandRun("goals", "remove", "A bicycle", daemon: daemon)
        #expect(run.status == 1)
        #expect(
            run.error
                == "soteria: several goals are called \"A bicycle\"; use one of these numbers: "
                + "3, 5\n")
    }

    @Test(arguments: [
        (["add", "A", "much", "EUR"], "not an amount"),
        (["add", "A", "5", "euro"], "not a currency"),
        (["add", "A", "inf", "EUR"], "not an amount"),
        (["add", " ", "5", "EUR"], "cannot be empty"),
        (["add", "A", "99999999999", "EUR"], "too large"), (["add", "A", "5"], "Usage"),
        (["add", "A", "5", "EUR", "--by", "soon"], "Usage"),
        (["contribute", "3", "-5"], "\"-5\" is negative"),
        (["contribute", "3", "nan"], "not an amount"), (["remove"], "Usage"),
    ])
    func mistakesAreExplained(arguments: [String], text: String) {
        let run = CommandRun(arguments: ["goals"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty && run.error.contains(text), "\(run.error)")
    }
}
