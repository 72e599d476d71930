import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `usage.Sessions`: filters, order and pages.
@Suite struct SessionStreamTests {
    /// Sessions of a minute each, five minutes apart, shopping and games by turns.
    private func sessions(_ count: Int) throws -> Harness {
        let harness = try Harness(rules: nights)
        let reporter = try Reporter(harness)
        for index in 0..<count {
            let site = index.isMultiple(of: 2) ? "amazon.com" : "games.example"
            let use = try reporter.open(site: site)
            try harness.pass(seconds: 60)
            try reporter.call(UsageAPI.Closed.self, .init(use: use))
            try harness.pass(seconds: 240)
        }
        return harness
    }

    @Test func filtersByTargetAndTime() throws {
        let harness = try sessions(6)
        defer { harness.remove() }
        #expect(try harness.sessions().count == 6)
        let shopping = try harness.sessions(.init(target: "shopping"))
        #expect(shopping.map(\.target) == ["shopping", "shopping", "shopping"])
        let from = "2026-11-18T20:05:00+01:00"
        let to = "2026-11-18T20:15:00+01:00"
        #expect(try harness.sessions(.init(from: from)).count == 5)
        #expect(try harness.sessions(.init(to: to)).count == 3)
        #expect(
            try harness.sessions(.init(from: from, to: to)).map(\.at)
                == [from, "2026-11-18T20:10:00+01:00"])
        #expect(
            try harness.refusal(UsageAPI.Sessions.self, .init())
                == VarlinkError.expectedMore)
        try harness.stop()
    }

    @Test func theNewestInEitherOrder() throws {
        let harness = try sessions(5)
        defer { harness.remove() }
        let all = try harness.sessions().map(\.session)
        #expect(all == all.sorted())
        #expect(try harness.sessions(.init(newestFirst: true)).map(\.session) == all.reversed())
        #expect(try harness.sessions(.init(limit: 2)).map(\.session) == all.suffix(2))
        #expect(
            try harness.sessions(.init(limit: 2, newestFirst: true)).map(\.session)
                == all.suffix(2).reversed())
        #expect(
            try harness.sessions(.init(target: "games", limit: 1)).map(\.session) == [all[3]])
        #expect(try harness.sessions(.init(limit: 99)).map(\.session) == all)
        try harness.stop()
    }

    @Test func thoseThatRunComeFirstAndCount() throws {
        let harness = try sessions(3)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        _ = try reporter.open(site: "amazon.com")
        try harness.pass(seconds: 10)
        _ = try reporter.open(site: "games.example")
        let replies = try harness.stream(UsageAPI.Sessions.self, .init())
        #expect(replies.first?.sessions.map(\.running) == [true, true])
        #expect(replies.first?.sessions.map(\.target) == ["shopping", "games"])
        #expect(replies.dropFirst().flatMap(\.sessions).count == 3)
        #expect(
            try harness.sessions(.init(limit: 1)).map(\.target) == ["games"])
        #expect(try harness.sessions(.init(limit: 3)).map(\.running) == [true, true, false])
        // One that runs has no end before any instant.
        #expect(
            try harness.sessions(.init(to: "2027-01-01T00:00:00Z")).allSatisfy { !$0.running })
        try harness.stop()
    }

    @Test func oneThatEndsAsItIsAskedForIsListedWithItsEnd() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        _ = try reporter.open(site: "amazon.com")
        // No timer: the question itself finds that nobody has spoken of it for long.
        harness.time.pass(600_000)
        let sessions = try harness.sessions()
        #expect(sessions.map(\.running) == [false])
        #expect(sessions.first?.until == "2026-11-18T20:01:30+01:00")
        harness.time.pass(600_000)
        _ = try reporter.open(site: "amazon.com")
        harness.time.pass(600_000)
        #expect(try harness.sessions(.init(limit: 1)).map(\.seconds) == [90])
        try harness.stop()
    }

    @Test func manyPages() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let count = EventStream.pageSize + 30
        for _ in 0..<count {
            let use = try reporter.open(site: "amazon.com")
            harness.time.pass(1000)
            try reporter.call(UsageAPI.Closed.self, .init(use: use))
        }
        let replies = try harness.stream(UsageAPI.Sessions.self, .init())
        #expect(replies.flatMap(\.sessions).count == count)
        #expect(replies.count == 2)
        #expect(replies.dropLast().allSatisfy { !$0.sessions.isEmpty })
        // None of these pages has one of games.
        #expect(
            try harness.stream(UsageAPI.Sessions.self, .init(target: "games"))
                == [.init(sessions: [])])
        let newest = try harness.stream(UsageAPI.Sessions.self, .init(limit: count))
        #expect(newest.map(\.sessions.count) == [EventStream.pageSize, 30])
        try harness.stop()
    }
}
