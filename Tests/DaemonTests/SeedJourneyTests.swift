import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The journeys that Soteria is built for, over the socket, with time injected.
@Suite struct SeedJourneyTests {
    /// A new user on the free plan: one app, one schedule, quiet hours begin, the app is opened,
    /// the block is kept, and a protection moment is counted.
    @Test func aNewUserOnTheFreePlan() throws {
        let harness = try Harness(
            rules: """
                plan: free
                targets: {shop: {name: The shop, apps: [com.example.Shop]}}
                quiet_hours:
                  evenings: {name: Quiet evenings, block: [shop], ranges: [{days: daily, time: "21:00-07:00"}]}
                """)
        defer { harness.remove() }
        #expect(try harness.call(RulesAPI.List.self, .init()).plan == "free")
        #expect(try !harness.isBlocked("shop"))
        try harness.pass(minutes: 60)
        #expect(harness.entries.of(.quietHoursBegan).count == 1)
        let attempt = try harness.call(UnblockAPI.Attempt.self, .init(app: "com.example.Shop"))
        #expect(attempt.blocked && attempt.targets == ["shop"])
        let prompt = try #require(try harness.prompts().first)
        #expect(prompt.kind == .blockedOpened && prompt.choices.first == .keep)
        _ = try harness.call(PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .keep))
        #expect(try harness.isBlocked("shop"))
        let today = try harness.call(MetricsAPI.Get.self, .init(range: .today)).metrics
        #expect(today.attempts == 1 && today.requests == 1)
        #expect(today.kept == 1 && today.unblocks == 0)
        #expect(today.hours[21] == .init(requests: 1, unblocks: 0, kept: 1))
        #expect(harness.entries.of(.blockKept).count == 1)
        // Features that this plan does not include.
        #expect(try harness.call(ProtectionAPI.ListAutoProtections.self, .init()).rules.isEmpty)
        #expect(
            try harness.refusal(MetricsAPI.Get.self, .init(range: .all)).name
                == MetricsAPI.PlanLimit.name)
        try harness.stop()
    }

    /// Premium with auto-protection: three unblocks within an hour, at 23:00 the score is 1.000, a
    /// window of two hours begins by itself, and the next attempt is blocked.
    @Test func premiumWithAutoProtection() throws {
        let harness = try Harness(
            rules: nights.replacingOccurrences(of: "22:30-06:30", with: "21:00-06:30"))
        defer { harness.remove() }
        // 22:10, 22:35 and 22:58 on a Wednesday.
        for minutes: Int64 in [129, 24, 22] {
            try harness.pass(minutes: minutes, tick: [0, 1, 2])
            harness.time.pass(50_000)
            try harness.unblock()
        }
        try harness.pass(minutes: 2, tick: [0, 1, 2])
        let status = try harness.call(RiskAPI.GetStatus.self, .init()).status
        #expect(status.score.description == "1.000" && status.level == .critical)
        #expect(
            status.factors.filter(\.holds).map(\.factor).sorted()
                == ["high_frequency", "late_night", "rapid_unblocks"])
        let check = try harness.call(ProtectionAPI.Check.self, .init(target: "shopping"))
        #expect(check.blocked)
        let window = try #require(check.restrictions.first { $0.kind == .autoProtection })
        #expect(window.name == "Auto-Protection: High Risk Detected")
        #expect(window.until == "2026-11-19T01:00:00+01:00")
        #expect(try harness.prompts().contains { $0.kind == .autoProtection })
        let attempt = try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
        #expect(attempt.blocked && attempt.targets == ["shopping"])
        // Grants have ended, and targets without quiet hours are blocked as well.
        #expect(try harness.call(UnblockAPI.List.self, .init()).grants.isEmpty)
        #expect(try harness.isBlocked("games"))
        let today = try harness.call(MetricsAPI.Get.self, .init(range: .today)).metrics
        #expect(today.unblocks == 3 && today.autoProtections == 1)
        try harness.pass(minutes: 120)
        #expect(try !harness.isBlocked("games"))
        try harness.stop()
    }

    /// A week of use: Friday nights, 70% impulse, stressed most common, used after 40% of the
    /// unblocks.
    @Test func aWeekOfUse() throws {
        let harness = try Harness(
            rules: """
                targets: {shop: {name: Shop, sites: [shop.example]}}
                quiet_hours: {always: {name: Always, block: [shop], ranges: [{days: daily, time: "00:00-24:00"}]}}
                auto_protection: {high_risk: null}
                """, time: Time("2026-11-16T09:00:00+01:00"))
        defer { harness.remove() }
        let week = WeekOfUse(harness)
        // Monday to Thursday, at ten in the morning: two planned ones and one impulse.
        try week.goTo("2026-11-16T10:00:00+01:00")
        try week.unblock(.planned, mood: nil, used: true)
        try week.goTo("2026-11-17T10:00:00+01:00")
        try week.unblock(.planned, mood: "happy", used: false)
        try week.goTo("2026-11-19T10:00:00+01:00")
        try week.unblock(.impulse, mood: "tired", used: true)
        // Friday night, past midnight too: six impulses and a planned one.
        let night: [(at: String, mood: String?, isUsed: Bool)] = [
            ("2026-11-20T22:05:00+01:00", "stressed", true),
            ("2026-11-20T22:40:00+01:00", "stressed", false),
            ("2026-11-20T23:10:00+01:00", "bored", false),
            ("2026-11-20T23:40:00+01:00", "stressed", true),
            ("2026-11-21T00:20:00+01:00", "stressed", false),
            ("2026-11-21T01:00:00+01:00", "lonely", false),
        ]
        for (at, mood, isUsed) in night {
            try week.goTo(at)
            try week.unblock(.impulse, mood: mood, used: isUsed)
        }
        try week.goTo("2026-11-21T01:40:00+01:00")
        try week.unblock(.planned, mood: nil, used: false)
        try week.goTo("2026-11-22T20:00:00+01:00")

        let figures = try harness.call(MetricsAPI.Get.self, .init(range: .thisWeek)).metrics
        #expect(figures.unblocks == 10 && figures.from == "2026-11-16")
        #expect(figures.impulse == .init(count: 7, of: 10))
        #expect(figures.used == .init(count: 4, of: 10))
        #expect(figures.commonMood == "stressed")
        #expect(figures.moods.first == .init(name: "stressed", unblocks: 4, kept: 0))
        let insights = try harness.call(
            MetricsAPI.Insights.self, .init(range: .thisWeek)
        ).insights
        func insight(_ kind: String) throws -> MetricsAPI.Insight {
            try #require(insights.first { $0.kind == kind }, "\(insights.map(\.text))")
        }
        let busiest = try insight("busiest_part")
        #expect(busiest.weekday == 5 && busiest.part == "night")
        #expect(busiest.count == 7 && busiest.of == 10)
        #expect(busiest.text.hasPrefix("Busiest: Friday nights"))
        let impulse = try insight("impulse_share")
        // The seven of Friday night are two episodes, the second one planned in the end.
        #expect(impulse.count == 2 && impulse.of == 5 && impulse.text.contains("40%"))
        #expect(!insights.contains { $0.kind == "common_mood" }, "four moods say nothing yet")
        let used = try insight("use_rate")
        #expect(used.count == 4 && used.of == 10 && used.text.contains("40%"))
        try harness.stop()
    }
}

/// A person who opens a shop now and then.
private struct WeekOfUse {
    let harness: Harness
    let reporter: Reporter?

    init(_ harness: Harness) {
        self.harness = harness
        reporter = try? Reporter(harness)
    }

    /// Moves the clocks to an instant, a quarter of an hour at a time.
    func goTo(_ text: String) throws {
        let instant = try #require(Instant(rfc3339: text)).milliseconds
        while harness.time.wall < instant {
            let step = min(15 * 60_000, instant - harness.time.wall)
            harness.time.pass(step)
            try harness.inside { $0.tick([0]) }
        }
    }

    func unblock(_ purpose: UnblockAPI.Purpose, mood: String?, used: Bool) throws {
        let intent = UnblockAPI.Intent(
            purpose: purpose, category: purpose == .planned ? "gift" : nil, mood: mood)
        let request = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(target: "shop"), intent: intent)
        ).request
        try harness.pass(seconds: Int64(request.waitSeconds ?? 0))
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        guard used else { return }
        let reporter = try #require(reporter)
        let use = try reporter.open(site: "shop.example")
        try harness.use([use], minutes: 1, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
    }
}
