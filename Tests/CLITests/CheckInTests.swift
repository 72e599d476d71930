import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria checkin`: what is shown, asked and answered.
@Suite struct CheckInTests {
    private static let shown = """
        ● Have you rested today? (morning, strict)
          Today     waiting for an answer
          Blocks    shopping until the question is answered
          Streak    3 days with yes, longest 12
          Next day  04:00 (in 4 h 42 min), reminder at 09:00

        """
    private static let no = """
        Answered. Blocked: shopping, games until 04:00 (in 4 h 42 min)

        Rest first

        – A walk.
        – Ten minutes of silence.

        The shops will still be there.

        """

    private func run(
        _ arguments: String..., person: Person = .nobody,
        checkIns: [CheckInAPI.CheckIn] = [SampleReplies.checkIn], isTerminal: Bool = false
    ) throws -> (run: CommandRun, log: [String]) {
        let tracking = FakeTracking(checkIns: checkIns)
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        let run = CommandRun(
            arguments: ["checkin"] + arguments, daemon: daemon, isTerminal: isTerminal,
            person: person)
        return (run, tracking.log)
    }

    @Test func checkInsAreListed() throws {
        let (run, log) = try run()
        #expect(run.status == 0 && run.output == Self.shown && run.error.isEmpty && log.isEmpty)
        let other = try self.run(
            "evening", checkIns: [SampleReplies.checkIn, SampleReplies.checkIn("evening", .yes)]
        ).run
        #expect(other.output.hasPrefix("○ Have you rested today? (evening, strict)\n"))
        #expect(!other.output.contains("Blocks") && !other.output.contains("morning"))
        #expect(try self.run(checkIns: []).run.output == "No rule file defines a check-in.\n")
    }

    @Test func everyPhaseHasItsWords() {
        let words = CheckInAPI.Phase.allCases.map(CheckInText.phase)
        #expect(Set(words).count == CheckInAPI.Phase.allCases.count)
        let no = CheckInText.list(
            [SampleReplies.checkIn("a", .no)], now: Moment(SampleReplies.now), Style())
        #expect(no.contains("  Blocks    shopping, games until 04:00 (in 4 h 42 min)\n"))
    }

    @Test(arguments: [("y", true), ("Yes", true), ("n", false), (" no ", false)])
    func aTerminalIsAsked(line: String, isYes: Bool) throws {
        let (run, log) = try run(person: .typing(line))
        #expect(run.status == 0)
        #expect(log == [#"checkin.Answer {"checkIn":"morning","yes":\#(isYes)}"#])
        #expect(
            run.error == "Have you rested today? [y]es · [n]o · Enter: not now: ")
        #expect(
            run.output
                == (isYes ? "Answered. 4 days with yes, longest 12.\n" : Self.no))
    }

    @Test func aYesShowsTheTextOfTheDay() throws {
        var checkIn = SampleReplies.checkIn
        checkIn.dayText = "A list saves a walk."
        let (run, _) = try run(person: .typing("y"), checkIns: [checkIn])
        #expect(
            run.output == "Answered. 4 days with yes, longest 12.\n\nA list saves a walk.\n")
    }

    @Test func enterAnswersNothing() throws {
        let (run, log) = try run(person: .typing(""))
        #expect(run.status == 0 && run.output == Self.shown && log.isEmpty)
        let wrong = try self.run(person: .typing("perhaps", "y"))
        #expect(wrong.run.error.contains("Type y or n.\n") && wrong.log.count == 1)
    }

    @Test(arguments: [
        (Person.Deed.endsInput, Int32(0)), (.signals(SIGINT), 130), (.signals(SIGTERM), 143),
    ])
    func whoeverLeavesAnswersNothing(deed: Person.Deed, status: Int32) throws {
        let (run, log) = try run(person: Person(deed))
        #expect(run.status == status && log.isEmpty)
    }

    @Test func everyOpenQuestionIsAskedOnce() throws {
        let checkIns = [
            SampleReplies.checkIn, SampleReplies.checkIn("noon", .yes),
            SampleReplies.checkIn("night", .asking),
        ]
        let (run, log) = try run(person: .typing("", "n"), checkIns: checkIns)
        #expect(run.status == 0)
        #expect(log == [#"checkin.Answer {"checkIn":"night","yes":false}"#])
    }

    @Test func theGreetingComesBeforeTheVeryFirstQuestion() throws {
        var first = SampleReplies.checkIn
        first.welcome = "Welcome.\nOne question a day\u{1b}[2J."
        let (run, log) = try run(person: .typing(""), checkIns: [first])
        #expect(log == [#"checkin.AcknowledgeWelcome {"checkIn":"morning"}"#])
        #expect(
            run.error.hasPrefix(
                "Welcome.\nOne question a day\u{FFFD}[2J.\n\nHave you rested today? "))
    }

    @Test(arguments: [["yes"], ["morning", "yes"], ["ask", "yes"]])
    func anAnswerMayBeGivenAtOnce(words: [String]) throws {
        let tracking = FakeTracking(
            checkIns: [SampleReplies.checkIn, SampleReplies.checkIn("noon", .lapsed)])
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        let run = CommandRun(arguments: ["checkin"] + words, daemon: daemon, person: Person())
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(run.output == "Answered. 4 days with yes, longest 12.\n")
        #expect(tracking.log == [#"checkin.Answer {"checkIn":"morning","yes":true}"#])
    }

    @Test func aNoShowsWhatCouldBeDoneInstead() throws {
        #expect(try run("no").run.output == Self.no)
        var bare = SampleReplies.checkIn
        (bare.heading, bare.suggestions, bare.text, bare.blocksOnNo) = (nil, [], nil, [])
        #expect(try run("no", checkIns: [bare]).run.output == "Answered.\n")
    }

    @Test func withSeveralOpenOnesTheOneMustBeNamed() throws {
        let two = [SampleReplies.checkIn, SampleReplies.checkIn("night", .asking)]
        let (run, log) = try run("yes", checkIns: two)
        #expect(run.status == 64 && log.isEmpty)
        #expect(
            run.error == """
                soteria: several check-ins are waiting for an answer: morning, night
                Name one, for example: soteria checkin morning yes

                """)
        let none = [SampleReplies.checkIn("a", .yes), SampleReplies.checkIn("b", .lapsed)]
        let closed = try self.run("no", checkIns: none).run
        #expect(
            closed.status == 1
                && closed.error == "soteria: no check-in is waiting for an answer\n")
        let missing = try self.run("no", checkIns: []).run
        #expect(missing.error == "soteria: no rule file defines a check-in\n")
    }

    @Test func anAnswerStays() throws {
        let (run, _) = try run("no", checkIns: [SampleReplies.checkIn("morning", .yes)])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(
            run.error == "soteria: check-in \"morning\" has already been answered with yes, and "
                + "that answer stands until Sun 22 Nov 04:00\n")
    }

    @Test(arguments: [["morning", "perhaps"], ["a", "b", "c"], ["morning", "yes", "no"]])
    func wrongWordsAreRefused(words: [String]) throws {
        let run = CommandRun(arguments: ["checkin"] + words)
        #expect(run.status == 64 && run.error.contains("give a check-in's key, then yes or no"))
    }

    @Test(arguments: [["checkin", "--help"], ["help", "checkin"], ["help", "checkin", "ask"]])
    func theHelpNamesTheForm(arguments: [String]) {
        let run = CommandRun(arguments: arguments)
        #expect(run.status == 0 && run.output.contains("USAGE: soteria checkin [KEY] [yes|no]"))
    }

    @Test func anUnknownKeyNamesTheKnownOnes() throws {
        let (run, log) = try run("mornin", "yes")
        #expect(run.status == 1 && log.isEmpty)
        #expect(
            run.error
                == "soteria: there is no check-in \"mornin\"; see: soteria checkin (morning)\n"
        )
    }

    @Test func asJSONNothingIsAsked() throws {
        let (run, log) = try run("--json", person: .typing("y"))
        #expect(run.error.isEmpty && log.isEmpty)
        let reply = try JSON(parsing: run.output).decode(as: CheckInAPI.List.Reply.self)
        #expect(reply.checkIns == [SampleReplies.checkIn] && reply.debug)
        let answer = try JSON(parsing: self.run("no", "--json").run.output)
        #expect(answer["checkIn"]?["phase"]?.stringValue == "no")
    }
}

/// `soteria checkin debug`.
@Suite struct CheckInDebugTests {
    private func run(_ arguments: String...) throws -> (run: CommandRun, log: [String]) {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        let run = CommandRun(arguments: ["checkin", "debug"] + arguments, daemon: daemon)
        return (run, tracking.log)
    }

    @Test func theStateIsShown() throws {
        let (run, log) = try run("state", "morning")
        #expect(log == [#"checkin.GetState {"checkIn":"morning"}"#])
        #expect(
            run.output == """
                Phase              waiting for an answer
                Day                2026-11-21
                Opened             04:00
                Lapses             05:00
                Asked              2 times
                Last day answered  2026-11-20
                Answers            20
                Streak             3, longest 12

                """)
    }

    @Test func theLastAnswerIsShown() throws {
        #expect(
            try run("last-answer", "morning").run.output
                == "2026-11-20 yes (given 2026-11-20 08:12)\n")
        var fresh = SampleReplies.checkIn
        fresh.answers = []
        let daemon = try FakeDaemon(FakeTracking(checkIns: [fresh]).methods)
        defer { daemon.stop() }
        let run = CommandRun("checkin", "debug", "last-answer", "morning", daemon: daemon)
        #expect(run.output == "No answers yet.\n")
    }

    @Test(arguments: [
        ("reset", "Reset"), ("new-day", "SimulateNewDay"), ("force", "Force"),
    ])
    func actionsShowHowItStands(name: String, method: String) throws {
        let (run, log) = try run(name, "morning")
        #expect(run.status == 0 && log == [#"checkin.\#(method) {"checkIn":"morning"}"#])
        #expect(run.output.hasPrefix("● Have you rested today? (morning, strict)\n"))
        let json = try JSON(parsing: self.run(name, "morning", "--json").run.output)
        #expect(json["checkIn"]?["checkIn"]?.stringValue == "morning")
    }

    @Test func withoutPermissionItSaysWhatToWrite() throws {
        let daemon = try FakeDaemon([
            "org.soteria.checkin.Force": Method { _ in throw CheckInAPI.DebugOff().varlinkError }
        ])
        defer { daemon.stop() }
        let run = CommandRun("checkin", "debug", "force", "morning", daemon: daemon)
        #expect(run.status == 1)
        #expect(
            run.error
                == "soteria: the debug actions of check-ins are disabled; to enable them, add "
                + "\"debug: true\" to a rule file\n")
    }

    @Test(arguments: [["state"], ["reset", "a", "b"], ["nonsense", "a"]])
    func wrongWordsAreRefused(words: [String]) {
        #expect(CommandRun(arguments: ["checkin", "debug"] + words).status == 64)
    }
}
