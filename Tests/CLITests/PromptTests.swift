import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria prompts`.
@Suite struct PromptTests {
    @Test func openPromptsAreListedWithTheirAnswers() throws {
        let talk = try Talk(["prompts"], .nobody)
        #expect(talk.run.status == 0)
        #expect(
            talk.run.output == """
                21  amazon.com is blocked (asked at 23:17, closes at 23:28)
                   Planned or impulse?
                   soteria prompts answer 21 keep|planned|impulse

                22  Shopping is protected (sent at 23:18)
                   The risk is 0.800.
                   It lasts until 01:18.
                   soteria prompts answer 22 why

                """)
        let json = try Talk(["prompts", "--json"], .nobody).run.output
        #expect(
            try JSON(parsing: json).decode(as: PromptsAPI.List.Reply.self).prompts
                == SampleReplies.prompts)
    }

    @Test func thatNothingIsAskedIsSaid() {
        #expect(PromptText.list([], now: nil, Style()) == "No prompts are open.\n")
    }

    @Test func followingShowsWhatComesAndGoes() throws {
        let talk = try Talk(["prompts", "--follow"], .nobody)
        // The fake daemon ends the stream, which a real one does only when it stops.
        #expect(talk.run.status == 69)
        #expect(talk.run.output.hasPrefix("21  amazon.com is blocked"))
        #expect(talk.run.output.contains("\n22  Shopping is protected"))
        #expect(talk.run.output.hasSuffix("\n21  answered\n"))
        let json = try Talk(["prompts", "--follow", "--json"], .nobody)
        #expect(json.run.output.split(separator: "\n").count == 3)
    }

    @Test func afterARestartOnlyWhatDiffersIsShown() {
        var view = PromptStreamText(style: Style())
        let first = view.lines(.init(prompts: SampleReplies.prompts), now: nil)
        #expect(first.contains("21  ") && first.contains("22  "))
        #expect(view.lines(.init(prompts: SampleReplies.prompts), now: nil).isEmpty)
        let later = view.lines(.init(prompts: [SampleReplies.prompts[1]]), now: nil)
        #expect(later == "21  closed\n")
        #expect(
            view.lines(.init(closed: 22, closing: .expired), now: nil)
                == "22  not answered in time\n")
        #expect(view.lines(.init(closed: 23, closing: .settled), now: nil) == "23  closed\n")
    }

    @Test(arguments: [
        (["21", "keep"], "The block is kept.\n"),
        (["22", "why"], "Two factors hold:\nlate_night, high_frequency.\n"),
    ])
    func answersThatOpenNothing(arguments: [String], output: String) throws {
        let talk = try Talk(["prompts", "answer"] + arguments, .nobody)
        #expect(talk.run.status == 0 && talk.run.output == output, "\(talk.run.error)")
        #expect(talk.log.isEmpty && talk.run.error.isEmpty)
    }

    @Test func whatAnAnswerLedToIsSaid() {
        let now = Moment(SampleReplies.now)
        func text(_ result: PromptsAPI.Result, _ choice: PromptsAPI.Choice) -> String {
            PromptText.result(result, choice, now: now, of: nil)
        }
        #expect(
            text(.init(protection: 3, until: SampleReplies.until), .protect)
                == "Protected until 06:30 (in 7 h 12 min)\n")
        #expect(text(.init(), .dismiss) == "Answered.\n")
        #expect(text(.init(request: 4), .planned) == "Request 4 is open\n")
    }

    @Test func anAnswerThatOpensARequestGoesOnWithIt() throws {
        let talk = try Talk(["prompts", "answer", "21", "impulse"], Person())
        #expect(talk.run.status == 0, "\(talk.run.error)")
        #expect(talk.log == [#"Confirm {"request":12}"#])
        // The countdown is all that is shown: nothing is asked.
        #expect(
            talk.run.error.hasPrefix(
                "\rWaiting 5 s. Press Enter or Ctrl-C to keep the block\rWaiting 4 s"))
        let blank = String(repeating: " ", count: 35)
        #expect(talk.run.error.hasSuffix("\rThe wait is over.\(blank)\n"))
        #expect(talk.person.elapsed == .seconds(5))
        #expect(
            talk.run.output == "Shopping is open until 23:33 (in 15 min), then blocked again\n")
        let script = try Talk(["prompts", "answer", "21", "impulse"], .nobody)
        #expect(script.run.status == 0 && script.run.error == "Waiting 5 s\n")
    }

    @Test(arguments: [
        (Person.Deed.signals(SIGINT), Int32(130)), (.signals(SIGTERM), 143), (.types("k"), 1),
        (.endsInput, 1),
    ])
    func goingAwayKeepsTheBlock(deed: Person.Deed, status: Int32) throws {
        let talk = try Talk(
            ["prompts", "answer", "21", "planned"], Person(.after(.seconds(1), deed)))
        #expect(talk.run.status == status && talk.log == [#"Keep {"request":12}"#])
        #expect(talk.run.output == "The block is kept. Today so far: 3 protection moments.\n")
    }

    @Test func aRequestMayBeLeftOpen() throws {
        let talk = try Talk(["prompts", "answer", "21", "planned", "--no-wait"], .nobody)
        #expect(talk.run.status == 0 && talk.log.isEmpty)
        #expect(
            talk.run.output == """
                Request 12 is open; the wait ends at 23:18:05
                To continue: soteria unblock --site amazon.com --impulse

                """)
        let json = try Talk(
            ["prompts", "answer", "21", "planned", "--no-wait", "--json"], .nobody)
        #expect(
            try JSON(parsing: json.run.output)
                .decode(as: PromptsAPI.Answer.Reply.self).result.request == 12)
    }

    @Test(
        arguments: [
            (.init(target: "shopping"), " shopping"),
            (.init(site: "a.example"), " --site a.example"),
            (.init(app: "x"), " --app x"), (.init(protection: 7), " --protection 7"),
            (.init(everything: true), ""),
        ] as [(UnblockAPI.Place, String)])
    func aPlaceIsNamedAgainByArguments(place: UnblockAPI.Place, arguments: String) {
        #expect(place.arguments == arguments)
        let text = PromptText.result(
            .init(request: 12), .planned, now: nil,
            of: FakeRequests.open(place, intent: .init(purpose: .planned)))
        #expect(text == "Request 12 is open\nTo continue: soteria unblock\(arguments) --planned\n")
    }

    @Test func asJSONEveryReplyIsALine() throws {
        let talk = try Talk(["prompts", "answer", "21", "planned", "--json"], .nobody)
        let lines = try talk.run.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
        #expect(lines.count == 2)
        #expect(lines.first?["result"]?["request"]?.intValue == 12)
        #expect(lines.last?["grant"]?["grant"]?.intValue == 15)
    }

    @Test(arguments: [
        (["99", "keep"], Int32(1), "there is no open prompt 99; see: soteria prompts\n"),
        (["22", "planned"], 1, "prompt 22 accepts only: why\n"),
        (["21", "maybe"], 64, "choose one of: keep, planned, impulse\n"),
        (["x", "keep"], 64, "Usage"), (["21"], 64, "Usage"),
    ])
    func wrongAnswersAreRefused(arguments: [String], status: Int32, text: String) throws {
        let talk = try Talk(["prompts", "answer"] + arguments, Person())
        #expect(talk.run.status == status && talk.run.output.isEmpty && talk.log.isEmpty)
        #expect(talk.run.error.contains(text))
    }

    @Test func aRequestThatEndedMeanwhileIsSaid() throws {
        let requests = FakeRequests([
            "List": { $0.reply(UnblockAPI.List.Reply(requests: [], grants: [])) }
        ])
        let talk = try Talk(["prompts", "answer", "21", "planned"], .nobody, requests)
        #expect(talk.run.status == 1 && talk.run.error == "soteria: there is no request 12\n")
    }
}
