import API
import Engine
import EventStore
import Foundation
import Testing
import Varlink

@testable import soteriad

/// The files that the daemon sends in pieces: exports and backups, while it goes on to record.
@Suite struct StreamTests {
    /// A record of some hundred events.
    private func recorded(_ count: Int = 300) throws -> Harness {
        let harness = try Harness(rules: nights)
        let client = try harness.client()
        for index in 0..<count {
            _ = try client.call(
                GoalsAPI.Add.method,
                GoalsAPI.Add.Parameters(
                    name: String(repeating: "ü€😀\"\\", count: 30), target: "\(index + 1)",
                    currency: "EUR"), as: GoalsAPI.Add.Reply.self
            ).goal.goal
            if index % 90 == 89 {
                for goal in try harness.inside({ $0.engine.state.goals.map(\.id) }) {
                    _ = try client.call(
                        GoalsAPI.Remove.method, GoalsAPI.Remove.Parameters(goal: Int(goal)),
                        as: NoMembers.self)
                }
            }
        }
        return harness
    }

    private func export(
        _ harness: Harness, _ format: MetricsAPI.Format, _ table: MetricsAPI.Table
    ) throws -> String {
        try harness.stream(MetricsAPI.Export.self, .init(format: format, table: table))
            .map(\.text).joined()
    }

    @Test(arguments: [MetricsAPI.Format.jsonl, .csv])
    func anExportIsWhatTheStoreWrites(_ format: MetricsAPI.Format) throws {
        let harness = try recorded()
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
        let harness = try recorded()
        defer { harness.remove() }
        let before = try harness.inside { $0.engine.state.lastSequence }
        var text = ""
        let other = try harness.client()
        try harness.client().callMore(
            MetricsAPI.Export.method,
            MetricsAPI.Export.Parameters(format: .jsonl, table: .events), timeout: .seconds(20)
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

    @Test func aBackupIsTheWholeRecordWhileWritesGoOn() throws {
        let harness = try recorded()
        defer { harness.remove() }
        let other = try harness.client()
        var data = Data()
        var sizes: Set<Int> = []
        var pieces = 0
        try harness.client().callMore(DaemonAPI.Backup.method, timeout: .seconds(20)) { reply in
            let piece = try VarlinkClient.decode(reply, as: DaemonAPI.Backup.Reply.self)
            data += try #require(Data(base64Encoded: piece.data ?? ""))
            sizes.insert(piece.size)
            pieces += 1
            _ = try other.call(
                ProtectionAPI.Start.method, ProtectionAPI.Start.Parameters(seconds: 60),
                as: ProtectionAPI.Start.Reply.self)
            return .continue
        }
        #expect(pieces > 1)
        #expect(sizes == [data.count])
        #expect(try harness.leftOver().isEmpty)
        let path = harness.directory + "/copy.sqlite"
        try data.write(to: URL(fileURLWithPath: path))
        let report = try EventStore.check(backup: path)
        let events = try harness.call(DaemonAPI.GetStatus.self, .init()).store.events
        #expect(report.events > 300 && report.events < Int64(events))
        #expect(report.device == harness.opening.device)
        try harness.stop()
    }

    @Test func whoeverGoesLeavesNothingBehind() throws {
        let harness = try recorded()
        defer { harness.remove() }
        for method in [DaemonAPI.Backup.method, MetricsAPI.Export.method] {
            let parameters: JSONObject =
                method == DaemonAPI.Backup.method ? [:] : ["format": "csv", "table": "events"]
            for _ in 0..<5 {
                try harness.client().callMore(method, parameters, timeout: .seconds(20)) { _ in
                    .stop
                }
            }
        }
        // One whole copy more: those before are over.
        try harness.backUp(to: harness.directory + "/copy.sqlite")
        #expect(try harness.leftOver().isEmpty)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        try harness.stop()
    }

    @Test func aStopDoesNotWaitForWhoeverReadsSlowly() throws {
        let harness = try recorded()
        defer { harness.remove() }
        let slow = try harness.client()
        var began = false
        try slow.callMore(DaemonAPI.Backup.method, timeout: .seconds(20)) { _ in
            began = true
            try harness.stop()
            return .stop
        }
        #expect(began)
        #expect(try harness.leftOver().isEmpty)
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

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{0}\u{7f}~?>", "AH9+Pz4="),
    ])
    func base64IsThatOfItsStandard(_ bytes: String, _ text: String) {
        #expect(Base64.text(of: Array(bytes.utf8)) == text)
        let all = (0...255).map { UInt8($0) } + Array(bytes.utf8)
        #expect(Base64.text(of: all) == Data(all).base64EncodedString())
    }
}

extension Harness {
    /// Copies that nobody removed.
    func leftOver() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state)
            .filter { $0.hasPrefix("backup-") }
    }
}

/// Text that a queue of the store writes, before a semaphore hands it over.
private final class Written: @unchecked Sendable {
    var text = ""
}
