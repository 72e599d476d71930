import API
import Engine
import EventStore
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// Faults that were found once.
@Suite struct FaultTests {
    /// The switch was committed, and what was recorded with it was not: everything after it failed.
    @Test func whatIsRecordedWithASwitchIsOnDiskInItsOrder() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        // No tick between: the schedule begins with the call that switches it off.
        harness.time.pass(180 * 60_000)
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        harness.time.set(by: 7_200_000)
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: true))
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        _ = try harness.call(ProtectionAPI.Start.self, .init(target: "games", seconds: 600))
        let status = try harness.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.store.healthy)
        let sequence = try harness.inside { $0.engine.state.lastSequence }
        #expect(status.store.events == Int(sequence))
        try harness.stop()
    }

    /// The schedule began at 22:30, and nothing had happened since when this was asked at 23:00.
    @Test func aRequestIsJudgedByWhatHoldsNow() throws {
        let harness = try Harness(rules: nights + "\n    strict: true\n")
        defer { harness.remove() }
        harness.time.pass(180 * 60_000)
        let error = #expect(throws: VarlinkError.self) {
            try harness.call(
                QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        }
        #expect(error?.name == "org.soteria.quiethours.Strict")
        try harness.stop()
    }

    /// The end of a protection was said in the time before the clock was adopted.
    @Test func anAdoptedClockMovesTheEndOfAProtection() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        _ = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 4 * 3600))
        harness.time.set(by: 3 * 3_600_000)
        try harness.inside {
            $0.handleClockChange()
            $0.handle(.clockChecked, isSynchronised: true)
        }
        let check = try harness.call(ProtectionAPI.Check.self, .init(target: "games"))
        #expect(check.until == "2026-11-19T03:00:00+01:00")
        try harness.stop()
    }

    /// Zone files that were gone at one start replaced the last good rules in the record.
    @Test func missingZoneFilesLoseNeitherBlocksNorRules() throws {
        let rules = nights + "\n    time_zone: Europe/Berlin\n"
        let time = Time()
        let first = try Harness(rules: rules, time: time)
        defer { first.remove() }
        try first.pass(minutes: 180)
        try first.stop()
        let second = try Harness(
            directory: first.directory, time: time, zoneFiles: "/nonexistent")
        #expect(try second.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        #expect(try second.call(DaemonAPI.GetStatus.self, .init()).rules.refused)
        try second.stop()
        try "{".write(
            toFile: first.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        let third = try Harness(directory: first.directory, time: time)
        #expect(try third.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        try third.stop()
    }

    /// Every suffix of a host was looked up, whatever its length.
    @Test func noHostIsAsLongAsAMessage() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let longest = String(repeating: "a.", count: 122) + "amazon.com"
        #expect(longest.utf8.count == 254)
        #expect(try harness.call(ProtectionAPI.Check.self, .init(site: longest)).blocked)
        let longer = String(repeating: "a.", count: 100_000) + "amazon.com"
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(site: longer)).blocked)
        try harness.stop()
    }

    /// A following call that could not be served stayed among the followers.
    @Test func aFollowerWithoutARecordIsForgotten() throws {
        let harness = try Harness(rules: nights, state: "/proc/nothing/at/all")
        defer { harness.remove() }
        let error = #expect(throws: VarlinkError.self) {
            try harness.client().callMore(
                DaemonAPI.Events.method, DaemonAPI.Events.Parameters(follow: true)
            ) { _ in .continue }
        }
        #expect(error?.name == "org.soteria.daemon.StoreUnavailable")
        #expect(try harness.inside { $0.followers.count } == 0)
        #expect(harness.entries.of(.storeFailing).count == 1)
        try harness.stop()
    }

    /// Without a record protections hold, switches are refused, and all of it is said.
    @Test func withoutARecordBlocksHoldAndNothingIsSwitchedOff() throws {
        let harness = try Harness(rules: nights, state: "/proc/nothing/at/all")
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        #expect(try harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked)
        let start = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 600))
        #expect(start.recorded == false)
        #expect(try harness.call(ProtectionAPI.Check.self, .init(target: "games")).blocked)
        let off = #expect(throws: VarlinkError.self) {
            try harness.call(
                QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        }
        #expect(off?.name == "org.soteria.quiethours.StoreUnavailable")
        #expect(try !harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        let kept = try harness.inside { $0.protections(missingFrom: State()) }
        #expect(kept.map(\.sequence) == [1])
        #expect(kept.map(\.fact.kind) == [.protectionStarted])
        try harness.stop()
    }

    /// A regression: findings of the check before the daemon had begun were lost.
    @Test func anEarlyReportOfDamageIsTold() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let report = DamageReporter()
        report.handle(.replaced(setAside: "/x/aside", damage: "a page is torn"))
        report.handle(.passed)
        report.deliver(to: harness.daemon)
        #expect(try harness.inside { $0.record.setAside } == "/x/aside")
        #expect(
            harness.entries.of(.storeDamaged).map { $0.fields["SOTERIA_ERROR"] }
                == ["a page is torn"])
        try harness.stop()
    }
}
