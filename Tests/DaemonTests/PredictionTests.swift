import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The hour of the week in which most was opened, and who is told of it.
@Suite struct PredictionTests {
    private func rules(_ plan: String) -> String {
        """
        plan: \(plan)
        targets: {shop: {name: Shop, sites: [shop.example]}}
        quiet_hours: {always: {name: Always, block: [shop], ranges: [{days: daily, time: "00:00-24:00"}]}}
        unblock: {grant: 1m, wait: {planned: 1s, impulse: 1s}}
        auto_protection: {high_risk: null}
        """
    }

    /// Twenty unblocks on a Wednesday between 20:00 and 21:00.
    private func evening(_ plan: String = "premium") throws -> Harness {
        let harness = try Harness(rules: rules(plan))
        for _ in 0..<20 {
            try harness.unblock("shop", .impulse)
            try harness.pass(seconds: 60)
        }
        return harness
    }

    @Test func theNextRiskyHourIsForetoldWithItsNumbers() throws {
        let harness = try evening()
        defer { harness.remove() }
        // The day itself does not count yet.
        let prediction = try harness.call(MetricsAPI.Prediction.self, .init())
        #expect(prediction.next == nil && prediction.enabled)
        try harness.pass(minutes: 24 * 60)
        let next = try harness.call(MetricsAPI.Prediction.self, .init())
        #expect(
            next.next
                == MetricsAPI.RiskyHour(
                    weekday: 3, hour: 20, count: 20, of: 20, begins: "2026-11-25T20:00:00+01:00"))
        #expect(next.text == "Wednesdays 20–21: 20 of your last 20 unblocks")
        try harness.stop()
    }

    @Test func thePersonIsToldAtItsStartOnceADay() throws {
        let harness = try evening()
        defer { harness.remove() }
        harness.time.pass(6 * 86_400_000 + 23 * 3_600_000)
        try harness.pass(minutes: 1)
        #expect(harness.entries.of(.riskyHourTold).isEmpty)
        try harness.pass(minutes: 60)
        let prompt = try #require(try harness.prompts().first { $0.kind == .riskyHour })
        #expect(prompt.title == "A risky hour" && prompt.choices == [.protect, .dismiss])
        #expect(
            prompt.text
                == "Wednesdays 20–21: 20 of your last 20 unblocks. Block all targets for an hour?")
        let entry = try #require(harness.entries.of(.riskyHourTold).first)
        #expect(entry.fields["SOTERIA_WEEKDAY"] == "3" && entry.fields["SOTERIA_HOUR"] == "20")
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .protect)
        ).result
        #expect(result.protection != nil)
        for _ in 0..<5 { try harness.pass(minutes: 10) }
        #expect(harness.entries.of(.riskyHourTold).count == 1)
        try harness.stop()
    }

    @Test func aPlanWithoutItForetellsNothing() throws {
        let harness = try evening("free")
        defer { harness.remove() }
        harness.time.pass(7 * 86_400_000)
        try harness.pass(minutes: 1)
        #expect(try harness.prompts().allSatisfy { $0.kind != .riskyHour })
        #expect(
            try harness.call(MetricsAPI.Prediction.self, .init())
                == MetricsAPI.Prediction.Reply(enabled: false))
        try harness.stop()
    }
}
