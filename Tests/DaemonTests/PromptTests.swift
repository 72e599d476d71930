import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Prompts, and the effects of their answers.
@Suite struct PromptTests {
    /// A factor that holds while the person keeps opening what is blocked.
    private let restless =
        nights + """

            risk: {factors: {late_night: null, restless: {weight: 0.7, when: "attempts.last_hour >= 2"}}}
            """

    private func attempt(_ harness: Harness, _ site: String = "amazon.com") throws
        -> PromptsAPI.Prompt
    {
        let reply = try harness.call(UnblockAPI.Attempt.self, .init(site: site))
        #expect(reply == .init(blocked: true, targets: ["shopping"]))
        return try #require(try harness.prompts().first { $0.kind == .blockedOpened })
    }

    @Test func anAttemptAsksPlannedOrImpulse() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        #expect(
            try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
                == .init(blocked: false, targets: []))
        try harness.pass(minutes: 180)
        let prompt = try attempt(harness, "WWW.amazon.com")
        #expect(
            prompt
                == PromptsAPI.Prompt(
                    prompt: prompt.prompt, kind: .blockedOpened, at: "2026-11-18T23:00:00+01:00",
                    until: "2026-11-18T23:10:00+01:00", title: "Shopping is blocked",
                    text: "www.amazon.com belongs to Shopping, blocked until 06:30. "
                        + "Are you following a plan or an impulse?",
                    targets: ["shopping"], site: "www.amazon.com",
                    choices: [.keep, .planned, .impulse]))
        // Reloads and retries ask nothing twice; an app of the same target takes its place.
        #expect(
            try harness.call(UnblockAPI.Attempt.self, .init(app: "com.example.Shop")).blocked)
        let open = try harness.prompts()
        #expect(open.map(\.prompt) == [prompt.prompt])
        #expect(open.map(\.app) == ["com.example.Shop"])
        #expect(open.map(\.site) == [nil])
        try harness.stop()
    }

    @Test func theAnswerPlannedOpensARequest() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let prompt = try attempt(harness).prompt
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt, choice: .planned)
        ).result
        let request = try #require(result.request)
        #expect(
            result
                == .init(
                    request: request, waitEnds: "2026-11-18T23:00:10+01:00", waitSeconds: 10))
        #expect(try harness.prompts().isEmpty)
        let open = try #require(try harness.call(UnblockAPI.List.self, .init()).requests.first)
        #expect(open.place == .init(site: "amazon.com"))
        #expect(open.intent == .init(purpose: .planned))
        try harness.pass(seconds: 10)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request))
        #expect(try !harness.isBlocked())
        try harness.stop()
    }

    @Test func theAnswerKeepIsAProtectionMoment() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let prompt = try attempt(harness).prompt
        #expect(
            try harness.call(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .keep)).result
                == .init())
        #expect(
            harness.entries.of(.blockKept).map(\.message)
                == [
                    "The block of Shopping was kept. This is a protection moment, unless the "
                        + "target is opened within two hours."
                ])
        #expect(try harness.inside { $0.engine.figures.keptToday } == 1)
        #expect(
            try harness.refusal(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .keep))
                == PromptsAPI.NoSuchPrompt(prompt: prompt).varlinkError)
        try harness.stop()
    }

    @Test func anAnswerThatDoesNotFitIsRefused() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let prompt = try attempt(harness).prompt
        #expect(
            try harness.refusal(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .protect))
                == PromptsAPI.NotAChoice(prompt: prompt, choices: [.keep, .planned, .impulse])
                .varlinkError)
        let unknown = try #require(throws: VarlinkError.self) {
            try harness.client().call(
                PromptsAPI.Answer.method,
                ["prompt": .integer(Int64(prompt)), "choice": "perhaps"])
        }
        #expect(unknown == VarlinkError.invalidParameter("choice"))
        try harness.edit(nights + "\n    strict: true\n")
        #expect(
            try harness.refusal(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .impulse))
                == PromptsAPI.Strict(
                    target: "shopping", until: "2026-11-19T06:30:00+01:00",
                    restriction: "Quiet nights"
                ).varlinkError)
        // What is strict and holds stays, whatever the files say.
        try harness.edit("targets: {games: {name: Games, sites: [games.example]}}")
        #expect(try harness.prompts().map(\.prompt) == [prompt])
        try harness.pass(minutes: 600)
        #expect(try harness.prompts().isEmpty)
        try harness.stop()
    }

    @Test func aHighRiskSuggestsQuietHoursOncePerEntry() throws {
        let harness = try Harness(rules: restless)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        for _ in 0..<2 {
            _ = try attempt(harness)
            try harness.pass(seconds: 2)
        }
        try harness.pass(minutes: 15, tick: [0, 1, 2])
        try harness.pass(minutes: 15, tick: [0, 1, 2])
        let suggested = harness.entries.of(.quietHoursSuggested)
        #expect(suggested.map(\.message) == ["The risk is 0.700, so Soteria suggests quiet hours."])
        #expect(suggested.first?.fields["SOTERIA_RISK_LEVEL"] == "high")
        #expect(suggested.first?.fields["SOTERIA_REASON"] == "restless")
        let prompt = try #require(try harness.prompts().first { $0.kind == .riskHigh })
        #expect(prompt.title == "The risk is high")
        #expect(
            prompt.text
                == "The risk of an impulse is 0.700: restless. Block all targets for an hour?")
        #expect(prompt.targets.isEmpty)
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .protect)
        ).result
        #expect(result.protection != nil)
        #expect(result.until == "2026-11-19T00:30:04+01:00")
        #expect(try harness.isBlocked("games"))
        try harness.stop()
    }

    @Test func anAnswerThatLeadsToNothingSaysWhy() throws {
        let harness = try Harness(rules: restless)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        for _ in 0..<2 {
            _ = try attempt(harness)
            try harness.pass(seconds: 2)
        }
        try harness.pass(minutes: 15, tick: [0, 1, 2])
        let prompt = try #require(try harness.prompts().first { $0.kind == .riskHigh }?.prompt)
        for target in ["games", "shopping"] {
            _ = try harness.call(
                TargetsAPI.SetMonitored.self, .init(target: target, monitored: false))
        }
        #expect(
            try harness.refusal(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .protect))
                == PromptsAPI.NotPossible(reason: "Soteria monitors no targets").varlinkError)
        #expect(
            try harness.call(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .dismiss))
                .result == .init())
        #expect(try harness.prompts().isEmpty)
        try harness.stop()
    }

    @Test func aFollowerHearsWhatOpensAndWhatCloses() throws {
        let harness = try Harness(rules: restless)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let first = try attempt(harness).prompt
        var replies: [PromptsAPI.Monitor.Reply] = []
        try harness.client().callMore(PromptsAPI.Monitor.method, NoMembers()) { reply in
            replies.append(try JSON.object(reply).decode(as: PromptsAPI.Monitor.Reply.self))
            switch replies.count {
            case 1:
                harness.time.pass(2_000)
                _ = try attempt(harness, "ebay.com")
            case 2:
                _ = try harness.call(
                    PromptsAPI.Answer.self, .init(prompt: first, choice: .impulse))
            case 3: try harness.pass(minutes: 15, tick: [0, 1, 2])
            // The attempts of an hour ago count no more: the risk falls.
            case 4: try harness.pass(minutes: 59, tick: [0, 1, 2])
            case 5: _ = try attempt(harness)
            case 6: try harness.pass(minutes: 10)
            default: return .stop
            }
            return .continue
        }
        try #require(replies.count == 7)
        #expect(replies[0].prompts?.map(\.prompt) == [first])
        #expect(replies[1].opened?.prompt == first)
        #expect(replies[1].opened?.site == "ebay.com")
        #expect(replies[2].closed == first)
        #expect(replies[3].opened?.kind == .riskHigh)
        #expect(replies[4].closed == replies[3].opened?.prompt)
        #expect(replies[4].closing == .settled)
        #expect(replies[5].opened?.kind == .blockedOpened)
        #expect(replies[6].closed == replies[5].opened?.prompt)
        #expect(replies[6].closing == .expired)
        #expect(replies.dropFirst().allSatisfy { $0.prompts == nil })
        #expect(replies[2].closing == .answered)
        try harness.stop()
    }

    @Test func aPromptOutlivesARestart() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        try first.pass(minutes: 180)
        let prompt = try attempt(first)
        try first.stop()
        time.pass(540_000)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.prompts() == [prompt])
        try second.pass(seconds: 60)
        #expect(try second.prompts().isEmpty)
        try second.stop()
    }
}
