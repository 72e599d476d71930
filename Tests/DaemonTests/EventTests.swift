import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The record over the socket.
@Suite struct EventTests {
    private func events(
        _ harness: Harness, _ parameters: DaemonAPI.Events.Parameters
    ) throws -> [DaemonAPI.Event] {
        var found: [DaemonAPI.Event] = []
        try harness.client().callMore(DaemonAPI.Events.method, parameters) { reply in
            found += try JSON.object(reply).decode(as: DaemonAPI.Events.Reply.self).events
            return .continue
        }
        return found
    }

    @Test func theRecordIsNumberedWithoutGaps() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 150)
        try harness.pass(minutes: 480)
        let all = try events(harness, .init())
        #expect(all.map(\.sequence) == Array(1...all.count))
        #expect(
            all.map(\.kind) == [
                "daemonStarted", "rulesLoaded", "riskAssessed", "quietHoursBegan", "decided",
                "quietHoursEnded", "decided",
            ])
        #expect(all[3].at == "2026-11-18T22:30:00+01:00")
        #expect(all[3].fact["end"] == "2026-11-19T06:30:00+01:00")
        #expect(all[4].fact["verdict"] == "block")
        #expect(all[6].fact["verdict"] == "unblock")
        try harness.stop()
    }

    @Test func filtersAndLimitsHold() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 150)
        let decided = try events(harness, .init(kinds: ["decided"]))
        #expect(decided.map(\.kind) == ["decided"])
        let newest = try events(harness, .init(limit: 2, newestFirst: true))
        #expect(newest.map(\.sequence) == [5, 4])
        let since = try events(harness, .init(from: "2026-11-18T21:30:00Z"))
        #expect(since.map(\.sequence) == [4, 5])
        let after = try events(harness, .init(after: 3, to: "2026-11-18T22:30:00.001+01:00"))
        #expect(after.map(\.sequence) == [4, 5])
        #expect(try events(harness, .init(after: 99)).isEmpty)
        try harness.stop()
    }

    @Test(arguments: [
        DaemonAPI.Events.Parameters(from: "yesterday"),
        DaemonAPI.Events.Parameters(kinds: ["nosuch"]),
        DaemonAPI.Events.Parameters(limit: 0),
        DaemonAPI.Events.Parameters(limit: 5, follow: true),
        DaemonAPI.Events.Parameters(follow: true, newestFirst: true),
    ])
    func whatCannotBeAskedIsRefused(_ parameters: DaemonAPI.Events.Parameters) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let error = #expect(throws: VarlinkError.self) { try events(harness, parameters) }
        #expect(error?.name == "org.varlink.service.InvalidParameter")
        try harness.stop()
    }

    @Test func aFollowerOfOneKindGetsEachEventOnceAndInOrder() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        var found: [Int] = []
        var pages = 0
        try harness.client().callMore(
            DaemonAPI.Events.method, DaemonAPI.Events.Parameters(kinds: ["decided"], follow: true)
        ) { reply in
            pages += 1
            found += try JSON.object(reply).decode(as: DaemonAPI.Events.Reply.self).events
                .map(\.sequence)
            switch pages {
            case 1: try harness.pass(minutes: 150)
            case 2: try harness.pass(minutes: 480)
            default: return .stop
            }
            return .continue
        }
        #expect(found == [5, 7])
        #expect(pages == 3)
        try harness.stop()
    }

    @Test func moreEventsThanOnePageComeWhole() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let count = 400
        for _ in 0..<count {
            _ = try harness.call(
                ProtectionAPI.Start.self, .init(target: "games", seconds: 60))
            harness.time.pass(61_000)
            try harness.inside { $0.observe() }
        }
        let all = try events(harness, .init())
        #expect(all.count > 3 * count)
        #expect(all.map(\.sequence) == Array(1...all.count))
        let backwards = try events(harness, .init(newestFirst: true))
        #expect(backwards.map(\.sequence) == all.map(\.sequence).reversed())
        try harness.stop()
    }
}
