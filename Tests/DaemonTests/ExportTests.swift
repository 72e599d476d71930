import API
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `metrics.Export`: one file in pieces, while the daemon goes on to record.
@Suite struct ExportTests {
    private func export(
        _ harness: Harness, _ format: MetricsAPI.Format, _ table: MetricsAPI.Table
    ) throws -> String {
        try harness.stream(MetricsAPI.Export.self, .init(format: format, table: table))
            .map(\.text).joined()
    }

    @Test(arguments: [MetricsAPI.Format.jsonl, .csv])
    func anExportIsWhatTheStoreWrites(_ format: MetricsAPI.Format) throws {
        let harness = try Harness.recorded()
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.unblock().request
        _ = try harness.call(
            UnblockAPI.LogOutcome.self, .init(request: request, bought: true, amount: "7"))
        for table in [MetricsAPI.Table.events, .requests] {
            let written = Written()
            let done = DispatchSemaphore(value: 0)
            harness.opening.store.export(
                table == .events ? .events : .requests, format: format == .csv ? .csv : .jsonLines,
                body: {
                    written.text += $0
                    return true
                }, completion: { _ in done.signal() })
            done.wait()
            #expect(try export(harness, format, table) == written.text)
            #expect(!written.text.isEmpty)
        }
        try harness.stop()
    }

    @Test func anExportIsOneMomentWhileEventsAreAppended() throws {
        let harness = try Harness.recorded()
        defer { harness.remove() }
        let before = try harness.inside { $0.engine.state.lastSequence }
        var text = ""
        let other = try harness.client()
        try harness.client().callMore(
            MetricsAPI.Export.method,
            MetricsAPI.Export.Parameters(format: .jsonl, table: .events), timeout: .seconds(900)
        ) { reply in
            text += try VarlinkClient.decode(reply, as: MetricsAPI.Export.Reply.self).text
            _ = try other.call(
                ProtectionAPI.Start.method, ProtectionAPI.Start.Parameters(seconds: 60),
                as: ProtectionAPI.Start.Reply.self)
            return .continue
        }
        try harness.stop()
        // It can be read back, event by event.
        let path = harness.directory + "/events.jsonl"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let copy = harness.directory + "/imported"
        let report = try EventStore.importExport(
            from: path, into: copy, at: Instant(milliseconds: harness.time.wall))
        #expect(report.record.lastSequence == before)
        let events = try EventStore.check(backup: copy + "/soteria.sqlite").events
        #expect(events == before)
    }

    @Test func bothNeedMore() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        #expect(try harness.refusal(DaemonAPI.Backup.self, .init()) == .expectedMore)
        #expect(
            try harness.refusal(MetricsAPI.Export.self, .init(format: .csv, table: .events))
                == .expectedMore)
        try harness.stop()
    }
}

/// Text that a queue of the store writes, before a semaphore hands it over.
private final class Written: @unchecked Sendable {
    var text = ""
}
