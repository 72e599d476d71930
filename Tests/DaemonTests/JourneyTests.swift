import API
import Engine
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// A person's evening, over the socket.
@Suite struct JourneyTests {
    @Test func aBlockBeginsAtItsMinuteAndEndsAtItsMinute() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(site: "www.amazon.com")).blocked)
        try harness.pass(minutes: 149)
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(site: "amazon.com")).blocked)
        try harness.pass(minutes: 1)
        let check = try harness.call(ProtectionAPI.Check.self, .init(site: "smile.amazon.com"))
        #expect(check.blocked)
        #expect(check.until == "2026-11-19T06:30:00+01:00")
        #expect(check.restrictions.map(\.kind) == [.quietHours])
        #expect(check.restrictions.map(\.name) == ["Quiet nights"])
        #expect(
            try !harness.call(ProtectionAPI.Check.self, .init(site: "notamazon.com")).blocked)
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(target: "games")).blocked)
        try harness.pass(minutes: 479)
        #expect(try harness.call(ProtectionAPI.Check.self, .init(app: "com.example.Shop")).blocked)
        try harness.pass(minutes: 1)
        #expect(
            try !harness.call(ProtectionAPI.Check.self, .init(app: "com.example.Shop")).blocked)
        try harness.stop()
    }

    @Test func theJournalSaysEachStepOnce() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 150)
        for _ in 0..<5 { try harness.pass(minutes: 1) }
        #expect(harness.entries.of(.quietHoursBegan).count == 1)
        let blocks = harness.entries.of(.block)
        #expect(blocks.count == 1)
        #expect(blocks.first?.fields["SOTERIA_TARGET"] == "shopping")
        #expect(blocks.first?.fields["SOTERIA_DECISION"] == "block")
        #expect(blocks.first?.fields["SOTERIA_UNTIL"] == "2026-11-19T06:30:00+01:00")
        #expect(
            blocks.first?.message
                == "Shopping is blocked until 2026-11-19T06:30:00+01:00: Quiet nights.")
        try harness.pass(minutes: 480)
        #expect(harness.entries.of(.quietHoursEnded).count == 1)
        #expect(harness.entries.of(.unblock).count == 1)
        try harness.stop()
    }

    @Test func aRestartInTheNightDecidesNothingAnew() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        try first.pass(minutes: 180)
        try first.stop()
        time.pass(600_000)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        #expect(second.entries.of(.block).isEmpty)
        #expect(second.entries.of(.quietHoursBegan).isEmpty)
        try second.pass(minutes: 440)
        #expect(second.entries.of(.unblock).count == 1)
        try second.stop()
    }

    @Test func settingTheClockForwardOpensNothing() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        harness.time.set(by: 10 * 3_600_000)
        try harness.inside { $0.handleClockChange() }
        #expect(try harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        let status = try harness.call(DaemonAPI.GetStatus.self, .init())
        #expect(!status.clock.trusted)
        #expect(status.clock.jump == 36_000)
        #expect(harness.entries.of(.clockJumped).count == 1)
        try harness.pass(minutes: 450)
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        try harness.stop()
    }

    @Test func aManualProtectionLastsItsElapsedTimeAndSurvivesARestart() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        let reply = try first.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 3600, name: "Study"))
        #expect(reply.targets == ["games"])
        #expect(reply.until == "2026-11-18T21:00:00+01:00")
        try first.stop()
        time.pass(30 * 60_000)
        let second = try Harness(directory: first.directory, time: time)
        let check = try second.call(ProtectionAPI.Check.self, .init(target: "games"))
        #expect(check.blocked)
        #expect(check.until == "2026-11-18T21:00:00+01:00")
        #expect(check.restrictions.map(\.name) == ["Study"])
        try second.pass(minutes: 30)
        #expect(try !second.call(ProtectionAPI.Check.self, .init(target: "games")).blocked)
        try second.stop()
    }

    @Test func rulesWithAnErrorLeaveTheLastGoodSetInForceOverARestart() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        try "targets: {shoping".write(
            toFile: first.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        let error = #expect(throws: VarlinkError.self) {
            try first.call(RulesAPI.Reload.self, .init())
        }
        #expect(error?.name == "org.soteria.rules.RulesRefused")
        #expect(try first.call(RulesAPI.Diagnostics.self, .init()).refused)
        #expect(first.entries.of(.rulesRefused).count == 1)
        try first.stop()
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.call(DaemonAPI.GetStatus.self, .init()).rules.refused)
        #expect(second.entries.of(.rulesRefused).count == 1)
        try second.pass(minutes: 180)
        #expect(try second.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        try second.stop()
    }

    @Test func theRiskIsExplained() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        #expect(
            try harness.call(RiskAPI.GetStatus.self, .init()).status.score
                == FixedPoint(thousandths: 0))
        try harness.pass(minutes: 120, tick: [0, 1, 2])
        let status = try harness.call(RiskAPI.GetStatus.self, .init()).status
        #expect(status.score == FixedPoint(thousandths: 400))
        #expect(status.level == .moderate)
        #expect(status.assessedAt == "2026-11-18T22:00:00+01:00")
        #expect(status.nextAt == "2026-11-18T22:15:00+01:00")
        let late = try #require(status.factors.first { $0.factor == "late_night" })
        #expect(late.holds)
        #expect(late.automatic)
        #expect(late.values.contains { $0.variable == "local.hour" && $0.value == "22" })
        try harness.stop()
    }
}
