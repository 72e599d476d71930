import API
import EventStore
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// Incidents: events that weakened the protection or its record, shown to the person later.
@Suite struct IncidentTests {
    @Test func anEditThatWeakensIsAnEventAndStandsInTheStatus() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        #expect(try first.call(DaemonAPI.GetStatus.self, .init()).incidents.isEmpty)
        let shorter = nights.replacingOccurrences(of: "22:30-06:30", with: "23:30-06:30")
        try first.edit(shorter)
        let entry = try #require(first.entries.of(.rulesWeakened).first)
        #expect(entry.fields["SOTERIA_RULES_ENTRIES"] == "quiet_hours.nights")
        #expect(
            try first.facts("rulesWeakened").map(\.fact) == [["entries": ["quiet_hours.nights"]]])
        let incident = try #require(
            try first.call(DaemonAPI.GetStatus.self, .init()).incidents.first)
        #expect(incident.kind == .rulesWeakened && incident.what == ["quiet_hours.nights"])
        // Rules that protect as much or more are not weaker.
        try first.edit(nights)
        try first.edit(nights + "\n# A remark\n")
        #expect(first.entries.of(.rulesWeakened).count == 1)
        try first.stop()

        // While it did not run.
        try shorter.write(
            toFile: first.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        time.pass(10_000)
        let second = try Harness(directory: first.directory, time: time)
        #expect(second.entries.of(.rulesWeakened).count == 1)
        let incidents = try second.call(DaemonAPI.GetStatus.self, .init()).incidents
        #expect(incidents.map(\.kind) == [.rulesWeakened, .stop, .rulesWeakened])
        try second.stop()
        let third = try Harness(directory: first.directory, time: time)
        #expect(third.entries.of(.rulesWeakened).isEmpty)
        try third.stop()
    }

    @Test func aGapACrashAndASwitchStandInTheStatus() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        _ = try first.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        try first.server.shutdown().wait()
        first.opening.store.close()
        time.pass(600_000)
        let second = try Harness(directory: first.directory, time: time)
        let incidents = try second.call(DaemonAPI.GetStatus.self, .init()).incidents
        #expect(incidents.map(\.kind).contains(.crash))
        let gap = try #require(incidents.first { $0.kind == .gap })
        #expect(gap.seconds == 600)
        #expect(incidents.last?.kind == .switchedOff)
        #expect(incidents.last?.what == ["quiet_hours.nights"])
        let entry = try #require(second.entries.of(.gap).first)
        #expect(entry.fields["SOTERIA_SECONDS"] == "600")
        #expect(entry.fields["SOTERIA_REASON"] == "the daemon was killed or crashed")
        let start = try #require(try second.facts("daemonStarted").last?.fact)
        #expect(start["away"] == 600 && start["wasStopped"] == false)
        try second.stop()
        // A proper stop and a start at once are neither.
        let third = try Harness(directory: first.directory, time: time)
        #expect(third.entries.of(.gap).isEmpty)
        #expect(
            try third.call(DaemonAPI.GetStatus.self, .init()).incidents.first?.kind == .stop)
        try third.stop()
    }

    @Test func aRestoredRecordSaysSo() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        _ = try first.call(
            GoalsAPI.Add.self, .init(name: "Kept", target: "1", currency: "EUR"))
        let copy = first.directory + "/copy.sqlite"
        try first.backUp(to: copy)
        _ = try first.call(
            GoalsAPI.Add.self, .init(name: "Lost", target: "1", currency: "EUR"))
        try first.stop()
        let report = try EventStore.restore(
            from: copy, into: first.state, at: Instant(milliseconds: time.wall))
        let aside = try #require(report.keptAside)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.call(GoalsAPI.List.self, .init()).goals.map(\.name) == ["Kept"])
        let entry = try #require(second.entries.of(.recordRestored).first)
        #expect(entry.fields["SOTERIA_SOURCE"] == "copy.sqlite")
        #expect(aside.hasSuffix(entry.fields["SOTERIA_KEPT_ASIDE"] ?? "?"))
        #expect(
            try second.call(DaemonAPI.GetStatus.self, .init()).incidents.map(\.kind)
                .contains(.restored))
        try second.stop()
        // It is said once.
        let third = try Harness(directory: first.directory, time: time)
        #expect(third.entries.of(.recordRestored).isEmpty)
        try third.stop()
    }
}
