import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria log`: what came of an unblock.
@Suite struct LogTests {
    private static let about =
        "Request 12: shopping, unblocked at 22:40 (impulse, tired, 49.90 EUR, 10 min), used 12 min\n"
    private static let bought = "Did you buy something? [b]ought · [n]othing · Enter: later: "
    private static let cost =
        "How much did you spend, for example 49.90 or 49.90 EUR? (Enter to skip): "
    private static let regret =
        "How much do you regret the unblock, from 0 (not at all) to 4 (strongly)? (Enter to skip): "

    private func run(_ arguments: String..., person: Person = .nobody) throws
        -> (run: CommandRun, calls: [String])
    {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        let run = CommandRun(
            arguments: ["log"] + arguments, daemon: daemon, style: Style(width: 140),
            person: person)
        return (run, tracking.log.filter { $0.hasPrefix("unblock.LogOutcome") })
    }

    @Test func aScriptSaysAllOfIt() throws {
        let (run, calls) = try run(
            "12", "--bought", "--amount", "49.90", "--currency", "EUR", "--regret", "2")
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(
            calls == [
                #"unblock.LogOutcome {"request":12,"bought":true,"amount":"49.90","#
                    + #""currency":"EUR","regret":2}"#
            ])
        #expect(run.output == "Logged for request 12: bought for 49.90 EUR, regret 2 of 4\n")
    }

    @Test func withoutANumberItIsTheLatestThatIsNotLogged() throws {
        let (run, calls) = try run("--nothing-bought")
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(calls == [#"unblock.LogOutcome {"request":12,"bought":false}"#])
        #expect(run.output == "Logged for request 12: nothing bought\n")
    }

    @Test func aTerminalIsAskedForAllOfIt() throws {
        let (run, calls) = try run(person: .typing("b", "49.90 EUR", "3"))
        #expect(run.status == 0)
        #expect(run.error == Self.about + Self.bought + Self.cost + Self.regret)
        #expect(
            calls == [
                #"unblock.LogOutcome {"request":12,"bought":true,"amount":"49.90","#
                    + #""currency":"EUR","regret":3}"#
            ])
    }

    @Test func aTerminalIsAskedForWhatIsMissing() throws {
        let nothing = try run("9", person: .typing("n", ""))
        #expect(nothing.run.error == Self.bought + Self.regret)
        #expect(nothing.calls == [#"unblock.LogOutcome {"request":9,"bought":false}"#])
        let amount = try run("9", "--bought", "--regret", "0", person: .typing("5"))
        #expect(amount.run.error == Self.cost)
        #expect(
            amount.calls
                == [
                    #"unblock.LogOutcome {"request":9,"bought":true,"amount":"5","regret":0}"#
                ])
        let said = try run("9", "--regret", "1", person: .typing("n"))
        #expect(said.run.error == Self.bought)
        #expect(said.calls == [#"unblock.LogOutcome {"request":9,"bought":false,"regret":1}"#])
    }

    @Test func wrongEntriesAreAskedAgain() throws {
        let (run, calls) = try run(
            "12", person: .typing("x", "b", "-1", "1e99", "nan", "7", "five", "5", "4"))
        #expect(run.error.contains("Type b or n.\n"))
        #expect(run.error.contains("\"-1\" is negative.\n"))
        #expect(run.error.contains("\"five\" is not a whole number from 0 to 4.\n"))
        #expect(
            run.error.contains(
                "The regret must be between 0 (not at all) and 4 (strongly).\n"))
        #expect(
            calls
                == [#"unblock.LogOutcome {"request":12,"bought":true,"amount":"7","regret":4}"#])
    }

    @Test(arguments: [
        (Person.Deed.types(""), Int32(1)), (.endsInput, 1), (.signals(SIGINT), 130),
    ])
    func whoeverSkipsOrLeavesLogsNothing(deed: Person.Deed, status: Int32) throws {
        let (run, calls) = try run(person: Person(deed))
        #expect(run.status == status && calls.isEmpty && run.output.isEmpty)
        #expect(status != 1 || run.error.hasSuffix("Nothing was logged.\n"))
    }

    @Test func leavingInTheMiddleLogsNothingEither() throws {
        let (run, calls) = try run("12", person: .typing("b", then: .endsInput))
        #expect(run.status == 1 && calls.isEmpty)
    }

    @Test func theUnblocksAreListed() throws {
        let (run, calls) = try run("--list")
        #expect(run.status == 0 && calls.isEmpty)
        #expect(
            run.output == """
                REQUEST  WHEN          TARGETS           INTENT                             \
                USED         OUTCOME
                12       22:40         shopping          impulse, tired, 49.90 EUR, 10 min  \
                used 12 min  not logged
                9        20 Nov 21:00  shopping, social  planned, gift                      \
                not used     bought for 20.00 EUR, regret 3 of 4

                """)
        let json = try JSON(parsing: self.run("--list", "--json").run.output)
        #expect(
            try json.decode(as: UnblockAPI.Unblocks.Reply.self).unblocks == SampleReplies.unblocks)
        #expect(
            OutcomeText.list([], now: nil, Style())
                == "Nothing was unblocked in the last 30 days.\n")
    }

    @Test func whereNothingIsLeftItSaysSo() throws {
        let daemon = try FakeDaemon([
            "org.soteria.unblock.Unblocks": Method {
                $0.reply(UnblockAPI.Unblocks.Reply(unblocks: []))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("log", "--bought", daemon: daemon)
        #expect(
            run.status == 1
                && run.error.contains("every unblock of the last 30 days already has an outcome"))
    }

    @Test func aScriptThatSaysNothingIsToldTheOptions() throws {
        let (run, calls) = try run("12")
        #expect(run.status == 64 && calls.isEmpty)
        #expect(
            run.error == """
                soteria: cannot ask questions without a terminal; pass --bought or --nothing-bought
                Optional: --amount, --currency, --regret
                For a target with "spending: false", --regret is enough.

                """)
    }

    /// The unblock of a target that costs no money.
    private func runFree(_ arguments: String..., person: Person = .nobody) throws
        -> (run: CommandRun, calls: [String])
    {
        var unblock = SampleReplies.unblocks[0]
        unblock.spending = false
        let reply = UnblockAPI.Unblocks.Reply(unblocks: [unblock])
        let tracking = FakeTracking([
            "unblock.Unblocks": { $0.reply(reply) },
            "unblock.LogOutcome": { call in
                let said = try call.decode(UnblockAPI.LogOutcome.Parameters.self)
                call.reply(
                    UnblockAPI.LogOutcome.Reply(
                        outcome: .init(
                            bought: said.bought, regret: said.regret, at: SampleReplies.now,
                            spending: false)))
            },
        ])
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        let run = CommandRun(
            arguments: ["log"] + arguments, daemon: daemon, style: Style(width: 140),
            person: person)
        return (run, tracking.log.filter { $0.hasPrefix("unblock.LogOutcome") })
    }

    @Test func whatCostsNoMoneyIsAskedForRegretAlone() throws {
        let (run, calls) = try runFree(person: .typing("3"))
        #expect(run.status == 0)
        #expect(run.error == Self.about + Self.regret)
        #expect(calls == [#"unblock.LogOutcome {"request":12,"bought":false,"regret":3}"#])
        #expect(run.output == "Logged for request 12: regret 3 of 4\n")
        let later = try runFree(person: .typing(""))
        #expect(later.run.status == 1 && later.calls.isEmpty)
    }

    @Test(arguments: [[], ["12"]])
    func aScriptNeedsTheRegretAlone(number: [String]) throws {
        let (run, calls) =
            try number.isEmpty ? runFree("--regret", "0") : runFree("12", "--regret", "0")
        #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
        #expect(calls == [#"unblock.LogOutcome {"request":12,"bought":false,"regret":0}"#])
        let costly = try self.run("12", "--regret", "0")
        #expect(costly.run.status == 64 && costly.calls.isEmpty)
    }

    @Test(arguments: [
        (["--bought", "--regret", "5"], "the regret must be between 0"),
        (["--bought", "--regret", "-1"], "regret"),
        (["--bought", "--amount", "inf"], "not an amount"),
        (["--bought", "--amount", "99999999999"], "too large"),
        (["--bought", "--currency", "EUR"], "--currency needs --amount"),
        (["--nothing-bought", "--amount", "5"], "--amount needs --bought"),
        (["--amount", "5"], "--amount needs --bought"),
        (["--bought", "--nothing-bought"], "bought"),
        (["--list", "12"], "--list cannot be combined with a request or an outcome"),
        (["twelve"], "Usage"),
    ])
    func mistakesAreExplained(arguments: [String], text: String) {
        let run = CommandRun(arguments: ["log"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty && run.error.contains(text), "\(run.error)")
    }

    @Test func nothingIsAskedAboutWhatCannotBeLogged() throws {
        let (run, calls) = try run("1", person: .typing("b", "5", "3"))
        #expect(run.status == 1 && run.output.isEmpty && calls.isEmpty)
        #expect(
            run.error
                == "soteria: request 1 did not lead to an unblock in the last 30 days; "
                + "see: soteria log --list\n")
        // A script is told by the daemon why.
        #expect(try self.run("1", "--bought").run.error == "soteria: there is no request 1\n")
    }

    @Test(arguments: [20, 40, 60])
    func aNarrowTerminalHasALineForEachPart(width: Int) {
        let text = OutcomeText.list(
            SampleReplies.unblocks, now: Moment(SampleReplies.now), Style(width: width))
        #expect(text.hasPrefix("Request  12\nWhen     22:40\nTargets  shopping\nIntent   impulse,"))
        #expect(text.contains("\nUsed     not used\nOutcome  bought for"))
        // A value has 20 columns at least.
        let widest = text.split(separator: "\n").map { Printable.columns(String($0)) }.max()
        #expect(widest ?? .max <= max(width, 29), "\(text)")
    }

    @Test(arguments: [
        (
            UnblockAPI.NotUnblocked(request: 12, outcome: .kept) as any TypedError,
            "request 12 did not lead to an unblock, so there is no outcome to log: the block was "
                + "kept"
        ),
        (
            UnblockAPI.TooLate(request: 12, days: 30),
            "request 12 is too old: an outcome can only be logged within 30 days"
        ),
        (UnblockAPI.NoSuchRequest(request: 12), "there is no request 12"),
    ])
    func refusalsAreSaid(error: any TypedError, sentence: String) throws {
        let refused = error.varlinkError
        let daemon = try FakeDaemon([
            "org.soteria.unblock.LogOutcome": Method { $0.fail(refused) }
        ])
        defer { daemon.stop() }
        let run = CommandRun("log", "12", "--bought", daemon: daemon)
        #expect(run.status == 1 && run.error == "soteria: \(sentence)\n")
    }
}

/// `soteria prompts answer` with what came of an unblock, and with a check-in's answer.
@Suite struct OutcomePromptTests {
    private static let kinds: [PromptsAPI.Prompt] = [
        .init(
            prompt: 31, kind: .logOutcome, at: SampleReplies.now, title: "What was the outcome?",
            text: "Shopping was used for 12 min.", targets: ["shopping"],
            choices: [.bought, .nothingBought, .later], request: 12),
        .init(
            prompt: 32, kind: .checkIn, at: SampleReplies.now, title: "Have you rested today?",
            text: "Until then shopping is blocked.", targets: ["shopping"], choices: [.yes, .no],
            checkIn: "morning", welcome: "Welcome.", reminder: true),
        .init(
            prompt: 33, kind: .riskyHour, at: SampleReplies.now, title: "A risky hour begins",
            text: "Fridays 22–23.", targets: [], choices: [.protect, .dismiss]),
    ]

    private func run(_ arguments: String..., person: Person = .nobody) throws
        -> (run: CommandRun, calls: [String])
    {
        let tracking = FakeTracking()
        var methods = tracking.methods
        methods["org.soteria.prompts.List"] = Method {
            $0.reply(PromptsAPI.List.Reply(prompts: Self.kinds))
        }
        methods["org.soteria.prompts.Answer"] = Method { call in
            let asked = try call.decode(PromptsAPI.Answer.Parameters.self)
            call.reply(PromptsAPI.Answer.Reply(result: SampleReplies.result(asked.choice)))
        }
        let daemon = try FakeDaemon(methods)
        defer { daemon.stop() }
        let run = CommandRun(
            arguments: ["prompts"] + arguments, daemon: daemon, style: Style(width: 120),
            person: person)
        return (run, tracking.log)
    }

    @Test func everyKindIsListed() throws {
        #expect(
            try run().run.output == """
                31  What was the outcome? (asked at 23:18)
                   Shopping was used for 12 min.
                   soteria prompts answer 31 bought|nothing_bought|later

                32  Have you rested today? (asked at 23:18)
                   A reminder.
                   Until then shopping is blocked.
                   soteria prompts answer 32 yes|no

                33  A risky hour begins (sent at 23:18)
                   Fridays 22–23.
                   soteria prompts answer 33 protect|dismiss

                """)
    }

    @Test(arguments: [
        ("bought", "Logged for request 12.\n"), ("nothing_bought", "Logged for request 12.\n"),
        ("later", "To log the outcome later: soteria log 12\n"),
    ])
    func withoutATerminalTheAnswerStandsAlone(choice: String, output: String) throws {
        let (run, calls) = try run("answer", "31", choice)
        #expect(run.status == 0 && run.output == output && run.error.isEmpty && calls.isEmpty)
    }

    @Test func aPurchaseAsksForItsDetails() throws {
        let (run, calls) = try run("answer", "31", "bought", person: .typing("20 EUR", "2"))
        #expect(run.status == 0, "\(run.error)")
        #expect(
            calls == [
                #"unblock.LogOutcome {"request":12,"bought":true,"amount":"20","currency":"EUR","#
                    + #""regret":2}"#
            ])
        #expect(
            run.output == """
                Logged for request 12.
                Logged for request 12: bought for 20 EUR, regret 2 of 4

                """)
    }

    @Test(arguments: [Person.typing("", ""), Person(.endsInput)])
    func whoeverSkipsTheDetailsHasLoggedThePurchase(person: Person) throws {
        let (run, calls) = try run("answer", "31", "bought", person: person)
        #expect(run.status == 0 && calls.isEmpty && run.output == "Logged for request 12.\n")
    }

    @Test func nothingElseIsAsked() throws {
        for choice in ["nothing_bought", "later"] {
            let (run, calls) = try run("answer", "31", choice, person: .typing("1", "2"))
            #expect(run.status == 0 && run.error.isEmpty && calls.isEmpty)
        }
    }

    @Test func aCheckInIsAnswered() throws {
        #expect(try run("answer", "32", "yes").run.output == "Answered.\n")
        #expect(
            try run("answer", "32", "no").run.output == """
                Answered. Blocked until 06:30 (in 7 h 12 min).

                Rest first

                – A walk.

                The shops will still be there.

                """)
    }
}
