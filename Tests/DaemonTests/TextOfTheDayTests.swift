import API
import Testing
import Varlink

@testable import soteriad

/// A check-in's texts of the day, as clients see them.
@Suite struct TextOfTheDayTests {
    private func harness(
        _ texts: String = "texts: [One, Two, Three]", onNo: String = "block: [games]"
    ) throws -> Harness {
        try Harness(
            rules: nights + """

                check_ins:
                  morning:
                    question: Did you sleep enough?
                    blocks: [games]
                    \(texts)
                    text_at: "09:00"
                    on_no: {\(onNo)}
                """, time: Time("2026-11-18T07:00:00+01:00"))
    }

    private func answer(_ isYes: Bool, _ harness: Harness) throws -> CheckInAPI.CheckIn {
        try harness.call(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: isYes)).checkIn
    }

    /// Days take turns, and a day keeps its text, whatever the answer is.
    @Test(arguments: [true, false])
    func aTextForEveryAnswer(isYes: Bool) throws {
        let harness = try harness()
        defer { harness.remove() }
        let asked = try harness.checkIn()
        // The 20,775th day since 1970.
        #expect(asked.dayText == "One" && asked.text == "One" && asked.textAt == "09:00")
        #expect(try answer(isYes, harness).dayText == "One")
        try harness.pass(minutes: 60 * 22)
        #expect(try harness.checkIn().dayText == "Two")
        try harness.stop()
    }

    @Test func afterANoItsOwnTextsComeFirst() throws {
        let harness = try harness(onNo: "block: [games], texts: [Rest]")
        defer { harness.remove() }
        let answered = try answer(false, harness)
        #expect(answered.text == "Rest" && answered.dayText == "One")
        try harness.stop()
    }

    @Test func itIsSentAsAPrompt() throws {
        let harness = try harness()
        defer { harness.remove() }
        let asking = try #require(try harness.prompts().first)
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: asking.prompt, choice: .yes)
        ).result
        #expect(result == PromptsAPI.Result(text: "One", checkIn: "morning"))
        try harness.pass(minutes: 121)
        let prompt = try #require(try harness.prompts().first { $0.kind == .checkInText })
        #expect(prompt.title == "Text of the day" && prompt.text == "One")
        #expect(prompt.choices == [.dismiss] && prompt.checkIn == "morning")
        #expect(prompt.welcome == nil)
        #expect(
            try harness.facts("newsTold").map(\.fact) == [
                ["checkIn": "morning", "day": "2026-11-18"]
            ])
        try harness.stop()
    }

    @Test func withoutTextsNothingIsShown() throws {
        let harness = try harness("reminder: \"08:00\"")
        defer { harness.remove() }
        try harness.pass(minutes: 150)
        let checkIn = try answer(true, harness)
        #expect(checkIn.dayText == nil && checkIn.text == nil)
        #expect(try harness.prompts().isEmpty)
        try harness.stop()
    }
}
