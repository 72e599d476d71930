import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Switches over the socket: facts that weaken only once they are on disk.
@Suite struct SwitchTests {
    private let strict = nights + "\n    strict: true\n"

    @Test func switchingOffOpensAndSwitchingOnBlocksAgain() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let off = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        #expect(!off.schedule.enabled)
        #expect(off.schedule.switched)
        #expect(!off.schedule.active)
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        let on = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: true))
        #expect(on.schedule.active)
        #expect(try harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        #expect(harness.entries.of(.switched).map { $0.fields["SOTERIA_STATE"] } == ["off", "on"])
        try harness.stop()
    }

    @Test func aSwitchHoldsOverARestartUntilItsEntryIsEdited() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        _ = try first.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        try first.stop()
        let second = try Harness(directory: first.directory, time: time)
        try second.pass(minutes: 180)
        #expect(try !second.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        try nights.replacingOccurrences(of: "Quiet nights", with: "Sleep").write(
            toFile: second.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        #expect(try second.call(RulesAPI.Reload.self, .init()).changed)
        #expect(try second.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        try second.stop()
    }

    @Test func aStrictScheduleThatRunsIsNotSwitchedOff() throws {
        let harness = try Harness(rules: strict)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let error = #expect(throws: VarlinkError.self) {
            try harness.call(
                QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        }
        #expect(error?.name == "org.soteria.quiethours.Strict")
        #expect(error?.parameters["until"] == "2026-11-19T06:30:00+01:00")
        let ignored = #expect(throws: VarlinkError.self) {
            try harness.call(
                TargetsAPI.SetMonitored.self, .init(target: "shopping", monitored: false))
        }
        #expect(ignored?.name == "org.soteria.targets.Strict")
        #expect(try harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        try harness.stop()
    }

    @Test func aTargetThatIsNotMonitoredIsNotBlocked() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let reply = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "shopping", monitored: false))
        #expect(!reply.target.monitored)
        #expect(!reply.target.blocked)
        let error = #expect(throws: VarlinkError.self) {
            try harness.call(
                ProtectionAPI.Start.self, .init(target: "shopping", seconds: 600))
        }
        #expect(error?.name == "org.soteria.protection.NotMonitored")
        try harness.stop()
    }

    @Test(arguments: [
        ("nosuch", "org.soteria.quiethours.NoSuchSchedule"),
        ("", "org.soteria.quiethours.NoSuchSchedule"),
    ])
    func anUnknownScheduleIsRefused(key: String, error name: String) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let error = #expect(throws: VarlinkError.self) {
            try harness.call(
                QuietHoursAPI.SetEnabled.self, .init(schedule: key, enabled: false))
        }
        #expect(error?.name == name)
        #expect(error?.parameters["schedule"] == .string(key))
        try harness.stop()
    }
}
