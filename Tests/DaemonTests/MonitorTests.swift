import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Those who follow decisions and the risk.
@Suite struct MonitorTests {
    @Test func aFollowerGetsTheStateFirstAndThenEachDecision() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        var replies: [ProtectionAPI.Monitor.Reply] = []
        try harness.client().callMore(ProtectionAPI.Monitor.method, NoMembers()) { reply in
            replies.append(
                try JSON.object(reply).decode(as: ProtectionAPI.Monitor.Reply.self))
            switch replies.count {
            case 1: try harness.pass(minutes: 150)
            case 2:
                _ = try harness.call(
                    ProtectionAPI.Start.self, .init(target: "shopping", seconds: 86_400))
            case 3: try harness.pass(minutes: 480)
            case 4: try harness.pass(minutes: 960)
            default: return .stop
            }
            return .continue
        }
        #expect(replies[0].targets?.map(\.target) == ["games", "shopping"])
        #expect(replies[0].targets?.map(\.blocked) == [false, false])
        let decisions = replies.compactMap(\.decision)
        #expect(decisions.map(\.verdict) == [.block, .update, .update, .update])
        // The protection ends at the instant at which the next night begins: no gap, no decision.
        #expect(decisions.map(\.cause) == [.schedule, .protection, .schedule, .protection])
        #expect(decisions.map(\.sequence) == decisions.map(\.sequence).sorted())
        #expect(
            decisions.map(\.until) == [
                "2026-11-19T06:30:00+01:00", "2026-11-20T06:30:00+01:00",
                "2026-11-20T06:30:00+01:00", "2026-11-20T06:30:00+01:00",
            ])
        #expect(
            decisions.map { $0.restrictions.map(\.kind) } == [
                [.quietHours], [.manualProtection, .quietHours], [.manualProtection], [.quietHours],
            ])
        try harness.stop()
    }

    @Test func aFollowerOfTheRiskHearsOfChangesOnly() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        var scores: [Int] = []
        try harness.client().callMore(RiskAPI.Monitor.method, NoMembers()) { reply in
            let status = try JSON.object(reply).decode(as: RiskAPI.Monitor.Reply.self).status
            scores.append(status.score.thousandths)
            switch scores.count {
            case 1:
                // Nothing changes at 21:00 and at 21:45; at 22:00 it is late.
                try harness.pass(minutes: 60, tick: [0, 1, 2])
                try harness.pass(minutes: 45, tick: [0, 1, 2])
                try harness.pass(minutes: 15, tick: [0, 1, 2])
            case 2: try harness.pass(minutes: 240, tick: [0, 1, 2])
            default: return .stop
            }
            return .continue
        }
        #expect(scores == [0, 400, 0])
        try harness.stop()
    }

    @Test func followersAreForgottenWhenTheyGo() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        for method in [ProtectionAPI.Monitor.method, RiskAPI.Monitor.method] {
            try harness.client().callMore(method, NoMembers()) { _ in .stop }
        }
        // Each later connection is served after the end of the earlier ones was seen.
        var count = 2
        for _ in 0..<1000 where count > 0 {
            count = try harness.call(DaemonAPI.GetStatus.self, .init()).subscribers
        }
        #expect(count == 0)
        try harness.stop()
    }
}
