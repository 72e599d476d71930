import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `usage.SetIdle`: whether the person is there.
@Suite struct IdleTests {
    @Test func idleTimeIsTakenOutAndHoldsAsLongAsItsConnection() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let browser = try Reporter(harness)
        let agent = try Reporter(harness)
        let use = try browser.open(site: "amazon.com")
        try harness.use([use], minutes: 5, by: browser)
        // Nobody has been there for the last two minutes.
        try agent.call(UsageAPI.SetIdle.self, .init(idle: true, idleSeconds: 120))
        #expect(try harness.usedToday("shopping") == 180)
        #expect(try harness.call(UsageAPI.Today.self, .init()).idle)
        try harness.use([use], minutes: 5, by: browser)
        #expect(try harness.usedToday("shopping") == 180)
        try agent.die()
        #expect(try !harness.call(UsageAPI.Today.self, .init()).idle)
        try harness.use([use], minutes: 1, by: browser)
        try browser.call(UsageAPI.Closed.self, .init(use: use))
        let session = try #require(try harness.sessions().first)
        #expect(session.seconds == 240)
        #expect(session.until == "2026-11-18T20:11:00+01:00")
        try harness.stop()
    }

    @Test func theLockIsAsItWasSaidLastByThatConnection() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let agent = try Reporter(harness)
        let other = try Reporter(harness)
        func state() throws -> [Bool] {
            let today = try harness.call(UsageAPI.Today.self, .init())
            return [today.idle, today.locked]
        }
        #expect(try state() == [false, false])
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false, locked: true))
        // The person is away while any connection says so; a locked session counts as idle.
        #expect(try state() == [true, true])
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false))
        try other.call(UsageAPI.SetIdle.self, .init(idle: false))
        #expect(try state() == [true, true])
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false, locked: false))
        #expect(try state() == [false, false])
        try other.call(UsageAPI.SetIdle.self, .init(idle: true))
        #expect(try state() == [true, false])
        try other.die()
        #expect(try state() == [false, false])
        #expect(try harness.inside { $0.connections.reporters.count } == 1)
        try agent.die()
        #expect(try harness.inside { $0.connections.reporters.isEmpty })
        try harness.stop()
    }
}
