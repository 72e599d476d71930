import API
import Engine
import EventStore
import Foundation
import Systemd
import Testing
import Varlink

@testable import soteriad

/// What the daemon does for its record, and what of its own weaknesses it keeps.
@Suite struct RecordTests {
    @Test func theHeadOfTheChainGoesToTheJournalEachHourInWhichItChanged() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        func heads() -> [String] {
            harness.entries.of(.recordHead).map { entry in
                (entry.fields["SOTERIA_SEQUENCE"] ?? "") + " "
                    + (entry.fields["SOTERIA_HASH"] ?? "")
            }
        }
        func head() throws -> String {
            let head = try #require(
                try harness.call(DaemonAPI.GetStatus.self, .init()).store.head)
            return "\(head.sequence) \(head.hash)"
        }
        try harness.pass(minutes: 59)
        #expect(heads().isEmpty)
        try harness.pass(minutes: 1)
        #expect(heads() == [try head()])
        // Nothing happens for an hour, and the clock is looked at.
        let before = try harness.inside { $0.engine.state.lastSequence }
        try harness.pass(minutes: 60)
        #expect(try harness.inside { $0.engine.state.lastSequence } == before)
        #expect(heads().count == 1)
        _ = try harness.call(ProtectionAPI.Start.self, .init(seconds: 3600))
        try harness.pass(minutes: 30)
        #expect(heads().count == 1)
        try harness.pass(minutes: 30)
        #expect(heads().count == 2)
        let entry = try #require(harness.entries.of(.recordHead).last)
        #expect(entry.fields["SOTERIA_DEVICE"] == harness.opening.device)
        try harness.stop()
        // Whoever reads the journal finds the record whole.
        let known = harness.entries.of(.recordHead).compactMap { entry in
            entry.fields["SOTERIA_SEQUENCE"].flatMap(Int64.init).map {
                ChainHead(sequence: $0, hash: entry.fields["SOTERIA_HASH"] ?? "")
            }
        }
        let report = try EventStore.verify(
            path: EventStore.database(in: harness.state), heads: known)
        #expect(report.broken == nil && report.compared == 2)
    }

    @Test func oldEventsAreRemovedOnceALocalDay() throws {
        let harness = try Harness(rules: nights + "\nkeep: {events: 30d}\n")
        defer { harness.remove() }
        func status() throws -> DaemonAPI.StoreStatus {
            try harness.call(DaemonAPI.GetStatus.self, .init()).store
        }
        let first = try #require(try status().retention)
        #expect(first == .init(keepSeconds: 30 * 86_400, lastApplied: nil, removed: 0))
        try harness.pass(minutes: 180)
        try harness.unblock()
        let before = try harness.inside { $0.engine.state.tally }
        let last = try harness.inside { $0.engine.state.lastSequence }
        try harness.pass(minutes: 31 * 24 * 60)
        try harness.wait { $0.housekeeping.removedAt != nil }
        try harness.settle()
        let after = try status()
        let retention = try #require(after.retention)
        #expect(retention.removed >= Int(last) && retention.lastApplied != nil)
        let entry = try #require(harness.entries.of(.retained).first)
        #expect(entry.fields["SOTERIA_REMOVED"] == String(retention.removed))
        #expect(harness.entries.of(.recordHead).last?.fields["SOTERIA_HASH"] == after.head?.hash)
        // What they add up to stays.
        #expect(try harness.inside { $0.engine.state.tally.recorded } == before.recorded)
        let all = try harness.call(MetricsAPI.Get.self, .init(range: .all)).metrics
        #expect(all.unblocks == 1)
        #expect(try harness.facts().first.map { $0.sequence > retention.removed } == true)
        // Once a day: the days on which it was looked are known, and a day later there is another.
        let looked = try harness.inside { $0.housekeeping.lookedOn }
        try harness.pass(minutes: 1)
        #expect(try harness.inside { $0.housekeeping.lookedOn } == looked)
        #expect(harness.entries.of(.retained).count == 1)
        try harness.stop()
        let time = harness.time
        let again = try Harness(directory: harness.directory, time: time)
        try again.wait { $0.housekeeping.removedAt != nil }
        let recalled = try again.call(DaemonAPI.GetStatus.self, .init()).store.retention
        #expect(recalled == retention)
        #expect(
            try again.call(MetricsAPI.Get.self, .init(range: .all)).metrics.unblocks == 1)
        try again.stop()
        let report = try EventStore.verify(
            path: EventStore.database(in: harness.state), heads: [])
        #expect(report.broken == nil && report.base == Int64(retention.removed))
    }

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
        // What protects more, or the same, is no weakening.
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
        #expect(entry.fields["SOTERIA_REASON"] == "it ended without being told to")
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

extension Harness {
    /// Waits until something that the store does beside the loop has come of itself.
    func wait(until isSo: @escaping @Sendable (isolated Daemon) -> Bool) throws {
        while try !inside(isSo) { try settle() }
    }

    /// Writes a copy of the record, as `soteria backup` does.
    func backUp(to path: String) throws {
        var data = Data()
        for reply in try stream(DaemonAPI.Backup.self, .init()) {
            data += try #require(Data(base64Encoded: reply.data ?? ""))
        }
        try data.write(to: URL(fileURLWithPath: path))
    }
}
