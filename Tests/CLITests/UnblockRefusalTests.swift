import API
import Testing
import Varlink
import VarlinkIDL

@testable import soteria

/// `soteria unblock` without a terminal, and its refusals and the daemon's.
@Suite struct UnblockRefusalTests {
    private static let opened = "Shopping is open until 23:33 (in 15 min), then blocked again\n"

    @Test func withoutATerminalItWaitsOnOneLine() throws {
        let talk = try Talk(["unblock", "shopping", "--impulse"], .nobody)
        #expect(talk.run.status == 0 && talk.run.output == Self.opened)
        #expect(talk.run.error == "Waiting 5 s\n")
        #expect(talk.person.elapsed == .seconds(5))
    }

    @Test(arguments: [["shopping"], [], ["shopping", "--json"]])
    func withoutATerminalThePurposeMustBeSaid(arguments: [String]) throws {
        let talk = try Talk(["unblock"] + arguments, .nobody)
        #expect(talk.run.status == 64 && talk.run.output.isEmpty && talk.log.isEmpty)
        for option in ["--planned", "--impulse", "--category", "--mood", "--amount", "--minutes"] {
            #expect(talk.run.error.contains(option))
        }
    }

    @Test(arguments: [
        ["shopping", "--site", "a.example"], ["--site", "a.example", "--app", "x"],
        ["shopping", "--protection", "3"], ["--app", "x", "--protection", "3"],
        ["shopping", "--planned", "--impulse"], ["shopping", "--mood", "tired"],
        ["shopping", "--minutes", "5"], ["shopping", "--planned", "--currency", "EUR"],
        ["shopping", "--planned", "--amount", "-1"], ["shopping", "--planned", "--amount", "x"],
        ["shopping", "--planned", "--amount", "1000000001"],
        ["shopping", "--planned", "--amount", "5", "--currency", "euro"],
        ["shopping", "--planned", "--amount", "5 EUR", "--currency", "USD"],
        ["shopping", "--planned", "--minutes", "0"],
        ["shopping", "--planned", "--minutes", "1441"],
        ["shopping", "--planned", "--minutes", "ten"], ["--protection", "x"], ["a", "b"],
    ])
    func mistakesEndIn64BeforeAnythingIsOpened(arguments: [String]) throws {
        let talk = try Talk(["unblock"] + arguments, .typing("p"))
        #expect(talk.run.status == 64 && talk.run.output.isEmpty && talk.log.isEmpty)
        #expect(talk.run.error.contains("Usage: soteria unblock"))
    }

    @Test(arguments: [
        ["--site", "x", "--app", "y"], ["x", "--protection", "3"],
        ["--site", "x", "--app", "y", "--protection", "3"],
    ])
    func whatCanBeNamedIsSaid(arguments: [String]) throws {
        let places = "name only one of TARGET, --site, --app and --protection"
        #expect(try Talk(["unblock"] + arguments, .typing()).run.error.contains(places))
        let pause = try Talk(["pause", "--site", "x", "--app", "y"], .typing())
        #expect(pause.run.error.contains("name only one of TARGET, --site and --app\n"))
    }

    @Test func anAmountMayCarryItsCurrency() throws {
        let talk = try Talk(
            ["unblock", "shopping", "--planned", "--amount", "49.90", "--currency", "EUR"],
            .nobody)
        #expect(talk.log[0].contains(#""amount":"49.90","currency":"EUR""#))
        #expect(talk.run.status == 0)
        let one = try Talk(["unblock", "shopping", "--planned", "--amount", "5 USD"], .nobody)
        #expect(one.log[0].contains(#""amount":"5","currency":"USD""#))
    }

    @Test(arguments: [
        (
            ["--planned", "--category", "fun"],
            UnblockAPI.UnknownCategory(category: "fun", known: ["gift", "other"])
                as any TypedError, "there is no category \"fun\"; choose one of: gift, other"
        ),
        (
            ["--impulse", "--mood", "odd"], UnblockAPI.UnknownMood(mood: "odd", known: ["bored"]),
            "there is no mood \"odd\"; choose one of: bored"
        ),
    ])
    func whatOptionsSayWronglyIsNotAskedAgain(
        options: [String], refusal: any TypedError, sentence: String
    ) throws {
        let error = refusal.varlinkError
        for person in [Person.nobody, Person()] {
            let talk = try Talk(
                ["unblock", "shopping"] + options, person,
                FakeRequests(["Request": { _ in throw error }]))
            // The daemon refuses the whole request, so that there is none to keep.
            #expect(talk.run.status == 1 && talk.log.count == 1)
            #expect(talk.run.error == "soteria: \(sentence)\n")
        }
    }

    @Test(
        arguments: [
            (
                UnblockAPI.Strict(target: "shopping", until: SampleReplies.until) as any TypedError,
                "\"shopping\" cannot be unblocked before Sun 22 Nov 06:30: a strict rule blocks "
                    + "the target"
            ),
            (
                UnblockAPI.NotBlocked(targets: []),
                "no rule names this site or app, so it is not blocked"
            ),
            (
                UnblockAPI.AlreadyOpen(request: 9),
                "request 9 is already open for one of the targets; end that request first: "
                    + "soteria keep 9"
            ),
            (
                UnblockAPI.StoreUnavailable(reason: "the disk is full"),
                "the record could not be written, so nothing was unblocked: the disk is full"
            ),
        ], ["Request", "Confirm"])
    func refusalsAreANo(refusal: (error: any TypedError, sentence: String), method: String) throws {
        let error = refusal.error.varlinkError
        let requests = FakeRequests([method: { _ in throw error }])
        let talk = try Talk(["unblock", "shopping", "--planned"], .typing(), requests)
        #expect(talk.run.status == 1 && talk.run.output.isEmpty)
        #expect(talk.run.error.hasSuffix("soteria: \(refusal.sentence)\n"))
    }

    @Test func jsonIsTheLastReply() throws {
        let talk = try Talk(
            ["unblock", "shopping", "--json"], .typing("p", "", "", ""))
        let reply = try JSON(parsing: talk.run.output).decode(as: UnblockAPI.Confirm.Reply.self)
        #expect(reply == .init(grant: FakeRequests.grant, blocked: []))
        #expect(talk.run.output.filter { $0 == "\n" }.count == 1)
        // The conversation itself goes to standard error.
        #expect(talk.run.error.contains("Keep the block?"))
        let description = try InterfaceDescription(UnblockAPI.description)
        #expect(
            description.violations(reply: try JSON(parsing: talk.run.output), of: "Confirm") == [])
    }
}
