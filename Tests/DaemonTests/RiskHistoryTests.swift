import API
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The recorded risk over the socket.
@Suite struct RiskHistoryTests {
    /// A factor that holds in every odd quarter of an hour.
    private static let flipping =
        nights + """

            risk:
              factors:
                late_night: null
                odd: {weight: 0.5, when: local.minute / 15 % 2 == 1}
            """

    /// Every reply of a history.
    private func pages(
        _ harness: Harness, _ parameters: RiskAPI.History.Parameters
    ) throws -> [[RiskAPI.Point]] {
        var found: [[RiskAPI.Point]] = []
        try harness.client().callMore(RiskAPI.History.method, parameters) { reply in
            found.append(
                try JSON.object(reply).decode(as: RiskAPI.History.Reply.self).points)
            return .continue
        }
        return found
    }

    private func points(
        _ harness: Harness, _ parameters: RiskAPI.History.Parameters = .init()
    ) throws -> [RiskAPI.Point] {
        try pages(harness, parameters).flatMap { $0 }
    }

    /// A daemon whose risk has changed so often after its start, every 15 minutes from 20:15 on.
    private func harness(changes: Int) throws -> Harness {
        let harness = try Harness(rules: Self.flipping)
        for _ in 0..<changes { try harness.pass(minutes: 15, tick: [0, 1, 2]) }
        return harness
    }

    @Test func eachChangeIsAPointOldestFirst() throws {
        let harness = try harness(changes: 3)
        defer { harness.remove() }
        let all = try points(harness)
        #expect(
            all.map(\.at) == [
                "2026-11-18T20:00:00+01:00", "2026-11-18T20:15:00+01:00",
                "2026-11-18T20:30:00+01:00", "2026-11-18T20:45:00+01:00",
            ])
        #expect(all.map(\.score.thousandths) == [0, 500, 0, 500])
        #expect(all.map(\.automatic.thousandths) == [0, 500, 0, 500])
        #expect(all.map(\.level) == [.low, .moderate, .low, .moderate])
        #expect(all.map(\.factors) == [[], ["odd"], [], ["odd"]])
        // A mark at which nothing changes is none.
        try harness.pass(minutes: 30, tick: [0, 1, 2])
        #expect(try points(harness) == all)
        try harness.stop()
    }

    @Test func fromToAndLimitHold() throws {
        let harness = try harness(changes: 6)
        defer { harness.remove() }
        let all = try points(harness)
        #expect(all.count == 7)
        #expect(try points(harness, .init(limit: 2)) == Array(all.suffix(2)))
        #expect(try points(harness, .init(limit: 7)) == all)
        #expect(try points(harness, .init(limit: .max)) == all)
        #expect(
            try points(harness, .init(from: "2026-11-18T19:30:00Z")) == Array(all.suffix(5)))
        #expect(try points(harness, .init(to: all[2].at)) == Array(all.prefix(2)))
        #expect(
            try points(harness, .init(from: all[1].at, to: all[6].at, limit: 3))
                == Array(all[3..<6]))
        #expect(try points(harness, .init(from: all[3].at, to: all[3].at)).isEmpty)
        #expect(try points(harness, .init(to: all[0].at, limit: 5)).isEmpty)
        try harness.stop()
    }

    @Test func manyPointsComeInPagesAndOnlyTheLastMayBeEmpty() throws {
        let harness = try harness(changes: 1_001)
        defer { harness.remove() }
        for limit in [nil, 1000, 501, 500, 1] {
            let found = try pages(harness, .init(limit: limit))
            #expect(found.dropLast().allSatisfy { !$0.isEmpty })
            #expect(found.allSatisfy { $0.count <= 500 })
            let all = found.flatMap { $0 }
            #expect(all.count == limit ?? 1002)
            let instants = all.compactMap { Instant(rfc3339: $0.at) }
            #expect(instants == instants.sorted())
            #expect(all.last?.at == "2026-11-29T06:15:00+01:00")
        }
        try harness.stop()
    }

    @Test(arguments: [
        RiskAPI.History.Parameters(from: "yesterday"),
        RiskAPI.History.Parameters(from: "2026-11-18"),
        RiskAPI.History.Parameters(to: "2026-11-18T20:00:00"),
        RiskAPI.History.Parameters(limit: 0),
        RiskAPI.History.Parameters(limit: -3),
    ])
    func whatCannotBeAskedIsRefused(_ parameters: RiskAPI.History.Parameters) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let error = #expect(throws: VarlinkError.self) { try pages(harness, parameters) }
        #expect(error?.name == "org.varlink.service.InvalidParameter")
        try harness.stop()
    }

    @Test func aFollowerHearsOfAnUnblockAtOnce() throws {
        let harness = try Harness(
            rules: nights + """

                risk: {factors: {late_night: null, once: {weight: 0.3, when: unblocks.today >= 1}}}
                """)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        var scores: [Int] = []
        try harness.client().callMore(RiskAPI.Monitor.method, NoMembers()) { reply in
            let status = try JSON.object(reply).decode(as: RiskAPI.Monitor.Reply.self).status
            scores.append(status.score.thousandths)
            guard scores.count == 1 else { return .stop }
            try harness.unblock()
            return .continue
        }
        #expect(scores == [0, 300])
        #expect(try points(harness).map(\.at).last == "2026-11-18T23:00:10+01:00")
        try harness.stop()
    }
}
