import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `org.soteria.checkin` and its prompt.
@Suite struct CheckInTests {
    /// Why games are blocked, and what lifts it.
    private func explained(_ harness: Harness) throws -> [String?] {
        let first = try harness.call(
            ProtectionAPI.Explain.self, .init(target: "games")
        ).rules.first
        return [first?.why, first?.lift]
    }

    @Test func theQuestionHoldsUntilItIsAnswered() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        let asked = try harness.checkIn()
        #expect(asked.phase == .asking && asked.day == "2026-11-18")
        #expect(asked.question == "Did you sleep enough?" && asked.welcome == "Good morning.")
        #expect(asked.opens == "04:00" && asked.reminder == "09:00")
        #expect(asked.until == "2026-11-19T08:00:00+01:00")
        #expect(asked.blocks == ["games"] && asked.blocksOnNo == ["games"] && asked.strict)
        #expect(try harness.isBlocked("games"))
        #expect(
            try explained(harness) == [
                "The check-in has not been answered yet.",
                "Answering the check-in (soteria checkin)",
            ])
        let prompt = try #require(try harness.prompts().first)
        #expect(prompt.kind == .checkIn && prompt.checkIn == "morning")
        #expect(prompt.text == "Did you sleep enough?" && prompt.title == "Check-in")
        #expect(prompt.welcome == "Good morning." && prompt.choices == [.yes, .no])
        #expect(
            try harness.inside { $0.phase.status }
                .contains("check-ins not answered yet: morning"))

        let answered = try harness.call(
            CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true)
        ).checkIn
        #expect(answered.phase == .yes && answered.streak == 1 && answered.welcome == nil)
        #expect(answered.until == nil)
        #expect(
            answered.answers == [
                .init(day: "2026-11-18", yes: true, at: "2026-11-18T07:00:00+01:00")
            ])
        #expect(try !harness.isBlocked("games"))
        #expect(try harness.prompts().isEmpty)
        #expect(
            try harness.refusal(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: false))
                == CheckInAPI.AlreadyAnswered(
                    checkIn: "morning", yes: true, next: answered.next
                ).varlinkError)
        try harness.stop()
    }

    /// Once a client has shown the greeting it is over, though nobody has answered.
    @Test func theGreetingIsShownOnce() throws {
        let first = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { first.remove() }
        #expect(try first.checkIn().welcome == "Good morning.")
        for _ in 1...2 {
            let reply = try first.call(
                CheckInAPI.AcknowledgeWelcome.self, .init(checkIn: "morning"))
            #expect(reply.recorded == nil)
        }
        #expect(
            try first.facts("checkInWelcomed").map(\.fact) == [["checkIn": "morning"]])
        #expect(try first.checkIn().welcome == nil && first.prompts().first?.welcome == nil)
        #expect(
            try first.refusal(CheckInAPI.AcknowledgeWelcome.self, .init(checkIn: "evening"))
                == CheckInAPI.NoSuchCheckIn(checkIn: "evening").varlinkError)
        try first.stop()

        let second = try Harness(directory: first.directory, time: first.time)
        #expect(try second.checkIn().phase == .asking && second.checkIn().welcome == nil)
        #expect(try second.prompts().first?.welcome == nil)
        let reset = try second.call(CheckInAPI.Reset.self, .init(checkIn: "morning")).checkIn
        #expect(reset.welcome == "Good morning.")
        try second.stop()
    }

    @Test func aNoRestrictsUntilTheNextDayWhichAsksAfresh() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        let prompt = try #require(try harness.prompts().first?.prompt)
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt, choice: .no)
        ).result
        let checkIn = try harness.checkIn()
        #expect(result.checkIn == "morning" && result.heading == "Rest first")
        #expect(result.suggestions == ["Walk", "Nap"] && result.text == checkIn.text)
        #expect(result.until == checkIn.next && checkIn.until == checkIn.next)
        #expect(checkIn.phase == .no && checkIn.streak == 0)
        let blocked = try harness.call(ProtectionAPI.Check.self, .init(target: "games"))
        #expect(blocked.restrictions.map(\.name) == ["Rest first"])
        #expect(blocked.restrictions.map(\.strict) == [true])
        #expect(
            try explained(harness) == [
                "The answer to the check-in was no.",
                "Nothing but its end: this block is strict.",
            ])
        // Neither the question nor that it was a "no" is anybody else's business.
        let told = try harness.journalAndStatus()
        #expect(!told.contains("Rest first") && !told.contains("Did you sleep"))
        #expect(
            told.contains("Games stays blocked until 2026-11-19T04:00:00+01:00: check-in morning."))
        // The prompt is gone, whoever answers late is told why.
        #expect(
            try harness.refusal(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .yes))
                == PromptsAPI.NoSuchPrompt(prompt: prompt).varlinkError)

        let day = try #require(checkIn.text)
        try harness.pass(minutes: 24 * 60)
        let next = try harness.checkIn()
        #expect(next.phase == .asking && next.day == "2026-11-19")
        #expect(next.text != day && ["One", "Two", "Three"].contains(next.text))
        try harness.stop()
    }

    @Test func aYesThroughThePromptShowsNothing() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        let prompt = try #require(try harness.prompts().first?.prompt)
        let answered = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt, choice: .yes)
        ).result
        #expect(answered == PromptsAPI.Result(checkIn: "morning"))
        try harness.stop()
    }

    @Test func askedAgainAtResumeAtUnlockAndAtItsReminder() throws {
        let harness = try Harness(
            rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        let agent = try Reporter(harness)
        func asked() throws -> Int {
            try harness.call(CheckInAPI.GetState.self, .init(checkIn: "morning")).asked
        }
        #expect(try asked() == 1)
        harness.time.sleep(60_000)
        try harness.inside { $0.observe() }
        #expect(try asked() == 2)
        // Whoever wakes the machine unlocks it as well: that is one question.
        harness.time.pass(60_000)
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false, locked: true))
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false, locked: false))
        #expect(try asked() == 3)
        #expect(try harness.prompts().first?.reminder == nil)
        try harness.pass(minutes: 118)
        #expect(try asked() == 4)
        let prompt = try #require(try harness.prompts().first)
        #expect(prompt.reminder == true && prompt.title == "Check-in: not answered yet")
        let reasons = try harness.facts("checkInAsked").map { $0.fact["reason"] }
        #expect(reasons == ["resume", "unlock", "reminder"])
        try harness.stop()
    }

    @Test func nothingIsHeldForLongerThan25Hours() throws {
        // No next day for a while: the clock is set back by a day, and not believed.
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        _ = try harness.call(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: false))
        harness.time.set(by: -30 * 3_600_000)
        try harness.inside {
            $0.handleClockChange()
            $0.handle(.clockChecked, isSynchronised: true)
        }
        try harness.pass(minutes: 24 * 60)
        #expect(try harness.isBlocked("games"))
        try harness.pass(minutes: 61)
        #expect(try !harness.isBlocked("games"))
        let lapsed = try harness.checkIn()
        #expect(lapsed.phase == .lapsed && lapsed.until == nil)
        #expect(
            try harness.refusal(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true))
                == CheckInAPI.NotOpen(checkIn: "morning", next: lapsed.next).varlinkError)
        #expect(harness.entries.of(.checkInLapsed).count == 1)
        try harness.stop()
    }
}
