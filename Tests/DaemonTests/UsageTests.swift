import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `org.soteria.usage`: what reporters see becomes sessions.
@Suite struct UsageTests {
    @Test func aUseIsASessionFromOpenedToClosed() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let opened = try reporter.call(UsageAPI.Opened.self, .init(site: "www.Amazon.com"))
        #expect(opened.targets == ["shopping"])
        #expect(opened.heartbeat == 30 && opened.limit == 90)
        try harness.use([opened.use], minutes: 4, by: reporter)
        let running = try #require(try harness.sessions().first)
        #expect(running.running && running.until == nil && running.seconds == 240)
        #expect(try harness.usedToday("shopping") == 240)
        try reporter.call(UsageAPI.Closed.self, .init(use: opened.use))
        let sessions = try harness.sessions()
        #expect(
            sessions == [
                UsageAPI.Session(
                    session: running.session, target: "shopping",
                    places: [.init(site: "www.amazon.com")], at: "2026-11-18T20:00:00+01:00",
                    until: "2026-11-18T20:04:00+01:00", seconds: 240, requests: [],
                    running: false, idleSeconds: 0)
            ])
        #expect(try harness.usedToday("shopping") == 240)
        #expect(try harness.usedToday("games") == 0)
        #expect(
            try harness.refusal(UsageAPI.Closed.self, .init(use: opened.use))
                == UsageAPI.NoSuchUse(use: opened.use).varlinkError)
        try harness.stop()
    }

    /// The same while it runs and afterwards.
    @Test func theTimeAwayIsTheRestOfASession() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(app: "com.example.Shop")
        try harness.use([use], minutes: 10, by: reporter)
        try reporter.call(UsageAPI.SetIdle.self, .init(idle: true, idleSeconds: 180))
        try harness.use([use], minutes: 2, by: reporter)
        var session = try #require(try harness.sessions().first)
        #expect(session.running && session.seconds == 420 && session.idleSeconds == 300)
        try reporter.call(UsageAPI.SetIdle.self, .init(idle: false))
        try harness.use([use], minutes: 1, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        session = try #require(try harness.sessions().first)
        #expect(session.until == "2026-11-18T20:13:00+01:00")
        #expect(session.seconds == 480 && session.idleSeconds == 300)
        try harness.pass(minutes: 10)
        #expect(try harness.sessions() == [session])
        try harness.stop()
    }

    @Test func aReporterThatDiesLeavesAUseThatEndsByItself() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(app: "com.example.Shop")
        try harness.use([use], minutes: 2, by: reporter)
        try reporter.die()
        try harness.pass(minutes: 30)
        let session = try #require(try harness.sessions().first)
        #expect(session.until == "2026-11-18T20:03:30+01:00")
        #expect(session.seconds == 210)
        let other = try Reporter(harness)
        #expect(
            try other.call(UsageAPI.Heartbeat.self, .init(uses: [use, 7])).unknown == [use, 7])
        try harness.stop()
    }

    @Test func whatTwoReportersSeeAtOnceCountsOnce() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let browser = try Reporter(harness)
        let agent = try Reporter(harness)
        let site = try browser.open(site: "amazon.com")
        try harness.use([site], minutes: 2, by: browser)
        let app = try agent.open(app: "com.example.Shop")
        let second = try browser.open(site: "amazon.com")
        try harness.use([site, app, second], minutes: 3, by: agent)
        try browser.call(UsageAPI.Closed.self, .init(use: site))
        try harness.use([app, second], minutes: 1, by: agent)
        try browser.call(UsageAPI.Closed.self, .init(use: second))
        try agent.call(UsageAPI.Closed.self, .init(use: app))
        let sessions = try harness.sessions()
        #expect(sessions.count == 1)
        #expect(sessions.first?.seconds == 360)
        #expect(
            sessions.first?.places == [.init(site: "amazon.com"), .init(app: "com.example.Shop")])
        try harness.stop()
    }

    @Test func suspendEndsASession() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.use([use], minutes: 1, by: reporter)
        harness.time.sleep(20_000)
        try reporter.call(UsageAPI.Heartbeat.self, .init(uses: [use]))
        try harness.use([use], minutes: 1, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        let sessions = try harness.sessions()
        #expect(sessions.map(\.seconds) == [60, 60])
        #expect(sessions.first?.until == "2026-11-18T20:01:00+01:00")
        #expect(sessions.last?.at == "2026-11-18T20:01:20+01:00")
        try harness.stop()
    }

    @Test func whatIsNotMonitoredIsNotTracked() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        #expect(
            try harness.refusal(UsageAPI.Opened.self, .init(site: "nowhere.example"))
                == UsageAPI.NotTracked(targets: []).varlinkError)
        _ = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "games", monitored: false))
        #expect(
            try harness.refusal(UsageAPI.Opened.self, .init(site: "games.example"))
                == UsageAPI.NotTracked(targets: ["games"]).varlinkError)
        #expect(
            try harness.call(UsageAPI.Today.self, .init()).targets.map(\.target) == ["shopping"])
        // Use ends when its place is no longer tracked.
        _ = try reporter.open(site: "amazon.com")
        try harness.pass(seconds: 40)
        _ = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "shopping", monitored: false))
        #expect(try harness.sessions().map(\.running) == [false])
        try harness.stop()
    }

    @Test func aCrashLosesAtMostWhatWasNotNoted() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        let reporter = try Reporter(first)
        let use = try reporter.open(site: "amazon.com")
        for minute: Int64 in 1...12 {
            try first.use([use], minutes: 1, by: reporter)
            try first.inside { $0.tick(minute % 5 == 0 ? [0, 1] : [0]) }
        }
        try first.settle()
        // As SIGKILL: what was recorded is on disk, and nobody says that it stops.
        try first.server.shutdown().wait()
        first.opening.store.close()
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.sessions().map(\.seconds) == [600])
        #expect(try second.sessions().map(\.running) == [false])
        #expect(second.entries.of(.gap).count == 1)
        try second.stop()
    }
}
