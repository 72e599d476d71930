import API
import Engine
import EventStore
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// Maintenance of the record, and incidents that the daemon records about itself.
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
        // The journal entry of a stop, once the record is closed.
        #expect(harness.opening.store.health.head?.hash == report.head.hash)
        #expect(harness.opening.store.health.head?.sequence == report.head.sequence)
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
        try harness.wait { $0.record.removedAt != nil }
        try harness.settle()
        let after = try status()
        let retention = try #require(after.retention)
        #expect(retention.removed >= Int(last) && retention.lastApplied != nil)
        let entry = try #require(harness.entries.of(.retained).first)
        #expect(entry.fields["SOTERIA_REMOVED"] == String(retention.removed))
        #expect(harness.entries.of(.recordHead).last?.fields["SOTERIA_HASH"] == after.head?.hash)
        // The totals of the removed events stay.
        #expect(try harness.inside { $0.engine.state.tally.recorded } == before.recorded)
        let all = try harness.call(MetricsAPI.Get.self, .init(range: .all)).metrics
        #expect(all.unblocks == 1)
        #expect(try harness.facts().first.map { $0.sequence > retention.removed } == true)
        // Once a day: the days on which it was looked are known, and a day later there is another.
        let looked = try harness.inside { $0.record.lookedOn }
        try harness.pass(minutes: 1)
        #expect(try harness.inside { $0.record.lookedOn } == looked)
        #expect(harness.entries.of(.retained).count == 1)
        try harness.stop()
        let time = harness.time
        let again = try Harness(directory: harness.directory, time: time)
        try again.wait { $0.record.removedAt != nil }
        let recalled = try again.call(DaemonAPI.GetStatus.self, .init()).store.retention
        #expect(recalled == retention)
        #expect(
            try again.call(MetricsAPI.Get.self, .init(range: .all)).metrics.unblocks == 1)
        try again.stop()
        let report = try EventStore.verify(
            path: EventStore.database(in: harness.state), heads: [])
        #expect(report.broken == nil && report.base == Int64(retention.removed))
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
