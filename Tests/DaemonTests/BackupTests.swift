import API
import Engine
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `daemon.Backup`: a copy of the record in pieces, while the daemon goes on to record.
@Suite struct BackupTests {
    @Test func aBackupIsTheWholeRecordWhileWritesGoOn() throws {
        let harness = try Harness.recorded()
        defer { harness.remove() }
        let other = try harness.client()
        var data = Data()
        var sizes: Set<Int> = []
        var pieces = 0
        try harness.client().callMore(DaemonAPI.Backup.method, timeout: .seconds(900)) { reply in
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
        let harness = try Harness.recorded()
        defer { harness.remove() }
        for method in [DaemonAPI.Backup.method, MetricsAPI.Export.method] {
            let parameters: JSONObject =
                method == DaemonAPI.Backup.method ? [:] : ["format": "csv", "table": "events"]
            for _ in 0..<5 {
                try harness.client().callMore(method, parameters, timeout: .seconds(900)) { _ in
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
        let harness = try Harness.recorded()
        defer { harness.remove() }
        let slow = try harness.client()
        var began = false
        try slow.callMore(DaemonAPI.Backup.method, timeout: .seconds(900)) { _ in
            began = true
            try harness.stop()
            return .stop
        }
        #expect(began)
        #expect(try harness.leftOver().isEmpty)
    }

    @Test func noMoreThanAFewAtOnce() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.inside { while $0.work.beginFlow() {} }
        let export: JSONObject = ["format": "csv", "table": "events"]
        for (method, parameters) in [
            (DaemonAPI.Backup.method, JSONObject()), (MetricsAPI.Export.method, export),
        ] {
            let refused = #expect(throws: VarlinkError.self) {
                try harness.client().callMore(method, parameters) { _ in .stop }
            }
            #expect(refused?.name.hasSuffix(".StoreUnavailable") == true)
        }
        try harness.inside { $0.work.endFlow() }
        // Each that is over, to its end or because its client went, makes room for the next.
        for _ in 0..<3 { try harness.backUp(to: harness.directory + "/copy.sqlite") }
        try harness.client().callMore(DaemonAPI.Backup.method) { _ in .stop }
        try harness.wait { $0.work.flows == BackgroundWork.mostFlows - 1 }
        try harness.backUp(to: harness.directory + "/copy.sqlite")
        try harness.wait { $0.work.flows == BackgroundWork.mostFlows - 1 }
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
    /// A record of some hundred events.
    static func recorded(_ count: Int = 300) throws -> Harness {
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

    /// Copies that nobody removed.
    func leftOver() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state)
            .filter { $0.hasPrefix("backup-") }
    }
}
