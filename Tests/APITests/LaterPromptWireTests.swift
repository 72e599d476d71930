import API
import Testing
import Varlink

/// The prompts of outcomes, check-ins and risky hours.
@Suite struct LaterPromptWireTests {
    @Test func anOutcomeIsWanted() throws {
        let prompt = PromptsAPI.Prompt(
            prompt: 53, kind: .logOutcome, at: Sample.now, title: "What was the outcome?",
            text: "?",
            targets: ["shopping"], choices: [.bought, .nothingBought, .later], request: 41)
        #expect(
            try ReplyText.compact(prompt) == """
                {"prompt":53,"kind":"log_outcome","at":"2026-11-21T22:30:00+01:00",\
                "title":"What was the outcome?","text":"?","targets":["shopping"],\
                "choices":["bought","nothing_bought","later"],"request":41}
                """)
    }

    @Test func aCheckInIsDue() throws {
        let prompt = PromptsAPI.Prompt(
            prompt: 54, kind: .checkIn, at: Sample.now, title: "Morning", text: "Did you rest?",
            targets: [], choices: [.yes, .no], checkIn: "morning", welcome: "Hello.",
            reminder: true)
        #expect(
            try ReplyText.compact(prompt) == """
                {"prompt":54,"kind":"check_in","at":"2026-11-21T22:30:00+01:00",\
                "title":"Morning","text":"Did you rest?","targets":[],"choices":["yes","no"],\
                "checkIn":"morning","welcome":"Hello.","reminder":true}
                """)
    }

    /// The prompts of before check-ins have none of the members that came with them.
    @Test func anOlderPromptIsRead() throws {
        let older: JSON = [
            "prompt": 52, "kind": "risky_hour", "at": "2026-11-21T22:00:00+01:00", "title": "t",
            "text": "x", "targets": [], "choices": ["protect", "dismiss"],
        ]
        let prompt = try older.decode(as: PromptsAPI.Prompt.self)
        #expect(prompt.kind == .riskyHour && prompt.choices == [.protect, .dismiss])
        #expect(prompt.request == nil && prompt.checkIn == nil && prompt.reminder == nil)
    }

    @Test func whatANoShows() throws {
        let result = PromptsAPI.Result(
            until: Sample.later, text: "There is no hurry.", checkIn: "morning",
            heading: "Take time first", suggestions: ["Go for a walk"])
        #expect(
            try ReplyText.compact(PromptsAPI.Answer.Reply(result: result)) == """
                {"result":{"until":"2026-11-22T06:30:00+01:00","text":"There is no hurry.",\
                "checkIn":"morning","heading":"Take time first","suggestions":["Go for a walk"]}}
                """)
    }

    @Test func refusals() {
        #expect(
            PromptsAPI.AlreadyAnswered(checkIn: "morning", yes: false, next: Sample.later)
                .varlinkError.description == """
                    org.soteria.prompts.AlreadyAnswered {"checkIn":"morning","yes":false,\
                    "next":"2026-11-22T06:30:00+01:00"}
                    """)
        #expect(
            PromptsAPI.TooLate(request: 41, days: 30).varlinkError.description
                == #"org.soteria.prompts.TooLate {"request":41,"days":30}"#)
    }
}
