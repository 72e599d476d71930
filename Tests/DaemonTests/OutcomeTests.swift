import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Outcomes of unblocks: `LogOutcome`, `Unblocks` and the prompt that asks for one.
@Suite struct OutcomeTests {
    /// A night in which shopping was opened on impulse.
    private func unblocked() throws -> (Harness, Int) {
        let harness = try Harness(rules: nights)
        try harness.pass(minutes: 180)
        let intent = UnblockAPI.Intent(
            purpose: .impulse, mood: "stressed", amount: "49.90", currency: "EUR", minutes: 10)
        let request = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(target: "shopping"), intent: intent)
        ).request.request
        try harness.pass(seconds: 30)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request))
        return (harness, request)
    }

    @Test func whatCameOfItStandsBesideWhatWasMeant() throws {
        let (harness, request) = try unblocked()
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.use([use], minutes: 3, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        let logged = try harness.call(
            UnblockAPI.LogOutcome.self,
            .init(request: request, bought: true, amount: "39.5", currency: "EUR", regret: 3)
        ).outcome
        #expect(
            logged
                == UnblockAPI.LoggedOutcome(
                    bought: true, amount: "39.50", currency: "EUR", regret: 3,
                    at: "2026-11-18T23:03:30+01:00"))
        let unblocks = try harness.call(UnblockAPI.Unblocks.self, .init()).unblocks
        #expect(
            unblocks == [
                UnblockAPI.Unblocked(
                    request: request, targets: ["shopping"], at: "2026-11-18T23:00:30+01:00",
                    purpose: .impulse, mood: "stressed", estimate: "49.90", currency: "EUR",
                    intendedMinutes: 10, used: true, usedSeconds: 180, outcome: logged)
            ])
        #expect(try harness.sessions().first?.requests == [request])
        // The later word counts.
        let corrected = try harness.call(
            UnblockAPI.LogOutcome.self, .init(request: request, bought: false, regret: 0)
        ).outcome
        #expect(!corrected.bought && corrected.amount == nil && corrected.regret == 0)
        #expect(
            try harness.call(UnblockAPI.Unblocks.self, .init()).unblocks.first?.outcome
                == corrected)
        let figures = try harness.call(MetricsAPI.Get.self, .init(range: .today)).metrics
        #expect(figures.logged == 1 && figures.bought == .init(count: 0, of: 1))
        #expect(figures.spent.isEmpty && figures.meanRegret == FixedPoint(thousandths: 0))
        #expect(harness.entries.of(.outcomeLogged).count == 2)
        try harness.stop()
    }

    @Test func theEndOfASessionUnderAGrantAsksForIt() throws {
        let (harness, request) = try unblocked()
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let first = try reporter.open(site: "amazon.com")
        try harness.use([first], minutes: 1, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: first))
        let prompt = try #require(try harness.prompts().first { $0.kind == .logOutcome })
        #expect(prompt.request == request && prompt.targets == ["shopping"])
        #expect(prompt.choices == [.bought, .nothingBought, .later])
        #expect(prompt.title == "What was the outcome of the unblock?")
        #expect(
            prompt.text == "Shopping was opened on impulse at 23:00. Did you buy anything?")
        // Who goes on under the same permission is asked when that is over.
        let second = try reporter.open(site: "amazon.com")
        #expect(try harness.prompts().allSatisfy { $0.kind != .logOutcome })
        try harness.pass(seconds: 10)
        try reporter.call(UsageAPI.Closed.self, .init(use: second))
        let again = try #require(try harness.prompts().first { $0.kind == .logOutcome })
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: again.prompt, choice: .bought)
        ).result
        #expect(result == PromptsAPI.Result(request: request))
        #expect(try harness.prompts().allSatisfy { $0.kind != .logOutcome })
        let logged = try harness.call(UnblockAPI.Unblocks.self, .init()).unblocks.first?.outcome
        #expect(logged?.bought == true && logged?.amount == nil)
        try harness.stop()
    }

    @Test func whatCostsNoMoneyIsAskedForRegretAlone() throws {
        let harness = try Harness(
            rules: nights.replacing("{name: Shopping,", with: "{name: Shopping, spending: false,"))
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        #expect(
            try harness.call(ProtectionAPI.Check.self, .init(site: "amazon.com")).spending == false)
        #expect(try harness.call(ProtectionAPI.Check.self, .init(target: "games")).spending == nil)
        #expect(try harness.request("shopping", .planned).spending == false)
        let request = try harness.unblock().request
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.use([use], minutes: 1, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        let prompt = try #require(try harness.prompts().first { $0.kind == .logOutcome })
        #expect(prompt.choices == [.worthIt, .notWorthIt, .later])
        #expect(prompt.text.hasSuffix(" Was it worth it?"))
        _ = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .notWorthIt))
        let unblocks = try harness.call(UnblockAPI.Unblocks.self, .init()).unblocks
        let logged = try #require(unblocks.first)
        #expect(logged.spending == false && logged.request == request)
        #expect(logged.outcome?.regret == 3 && logged.outcome?.spending == false)
        try harness.stop()
    }

    @Test func laterClosesThePromptOnly() throws {
        let (harness, _) = try unblocked()
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.pass(seconds: 20)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        let prompt = try #require(try harness.prompts().first { $0.kind == .logOutcome })
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .later)
        ).result
        #expect(result == PromptsAPI.Result())
        #expect(
            try harness.call(UnblockAPI.Unblocks.self, .init(unlogged: true)).unblocks.count == 1)
        #expect(
            try harness.refusal(
                PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .bought))
                == PromptsAPI.NoSuchPrompt(prompt: prompt.prompt).varlinkError)
        try harness.stop()
    }

    @Test func whatIsListedAndHowMuch() throws {
        let (harness, first) = try unblocked()
        defer { harness.remove() }
        try harness.pass(minutes: 20)
        let second = try harness.unblock().request
        func listed(_ asked: UnblockAPI.Unblocks.Parameters) throws -> [Int] {
            try harness.call(UnblockAPI.Unblocks.self, asked).unblocks.map(\.request)
        }
        #expect(try listed(.init()) == [second, first])
        #expect(try listed(.init(limit: 1)) == [second])
        _ = try harness.call(UnblockAPI.LogOutcome.self, .init(request: second, bought: false))
        #expect(try listed(.init(unlogged: true)) == [first])
        #expect(try listed(.init(unlogged: false)) == [second, first])
        // After 30 days nothing can be said of it.
        try harness.pass(minutes: 31 * 24 * 60)
        #expect(try listed(.init()) == [])
        #expect(
            try harness.refusal(UnblockAPI.LogOutcome.self, .init(request: first, bought: true))
                == UnblockAPI.TooLate(request: first, days: 30).varlinkError)
        try harness.pass(minutes: 31 * 24 * 60)
        _ = try harness.unblock("shopping")
        #expect(
            [UnblockAPI.TooLate.name, UnblockAPI.NoSuchRequest.name].contains(
                try harness.refusal(
                    UnblockAPI.LogOutcome.self, .init(request: first, bought: true)
                ).name))
        try harness.stop()
    }

    @Test func onlyWhatWasOpenedHasAnOutcome() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.request("shopping", nil).request
        func refusal(_ request: Int) throws -> VarlinkError {
            try harness.refusal(UnblockAPI.LogOutcome.self, .init(request: request, bought: true))
        }
        #expect(
            try refusal(request)
                == UnblockAPI.NotUnblocked(request: request, outcome: .open).varlinkError)
        _ = try harness.call(UnblockAPI.Keep.self, .init(request: request))
        #expect(
            try refusal(request)
                == UnblockAPI.NotUnblocked(request: request, outcome: .kept).varlinkError)
        #expect(try refusal(0) == UnblockAPI.NoSuchRequest(request: 0).varlinkError)
        #expect(try refusal(.max) == UnblockAPI.NoSuchRequest(request: .max).varlinkError)
        try harness.stop()
    }
}
