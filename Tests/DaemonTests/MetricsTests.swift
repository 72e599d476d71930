import API
import Engine
import Foundation
import RuleModel
import Synchronization
import Testing
import Varlink

@testable import soteriad

/// `org.soteria.metrics`: ranges, plans and figures over the socket.
@Suite struct MetricsTests {
    private func get(
        _ harness: Harness, _ range: MetricsAPI.Range?, _ from: String? = nil,
        _ to: String? = nil
    ) throws -> MetricsAPI.Metrics {
        try harness.call(MetricsAPI.Get.self, .init(range: range, from: from, to: to)).metrics
    }

    @Test func theRangesAreLocalDays() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        func days(_ range: MetricsAPI.Range?, _ from: String? = nil, _ to: String? = nil) throws
            -> [String]
        {
            let figures = try get(harness, range, from, to)
            return [figures.range.rawValue, figures.from, figures.to]
        }
        #expect(try days(nil) == ["this_week", "2026-11-16", "2026-11-18"])
        #expect(try days(.today) == ["today", "2026-11-18", "2026-11-18"])
        #expect(try days(.thisMonth) == ["this_month", "2026-11-01", "2026-11-18"])
        #expect(try days(.all) == ["all", "2026-11-18", "2026-11-18"])
        #expect(
            try days(.custom, "2026-02-27", "2026-03-01")
                == ["custom", "2026-02-27", "2026-03-01"])
        #expect(try days(.custom, "2026-11-10") == ["custom", "2026-11-10", "2026-11-18"])
        #expect(
            try days(.custom, "0000-01-01", "9999-12-31")
                == ["custom", "0000-01-01", "9999-12-31"])
        // Past midnight, in the person's zone.
        try harness.pass(minutes: 4 * 60)
        #expect(try days(.today) == ["today", "2026-11-19", "2026-11-19"])
        try harness.stop()
    }

    @Test func noDecisionWaitsForFigures() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let metrics = try harness.inside { $0.work.metrics }
        metrics.suspend()
        let asked = DispatchSemaphore(value: 0)
        let answers = Mutex<[MetricsAPI.Range?]>([])
        for range in [MetricsAPI.Range.all, .today] {
            DispatchQueue.global().async {
                let reply = try? harness.call(MetricsAPI.Get.self, .init(range: range))
                answers.withLock { $0.append(reply?.metrics.range) }
                asked.signal()
            }
        }
        _ = try harness.call(ProtectionAPI.Check.self, .init(site: "shop.example"))
        #expect(answers.withLock(\.self).isEmpty)
        metrics.resume()
        for _ in 0..<2 { asked.wait() }
        #expect(Set(answers.withLock(\.self)) == [.all, .today])
        try harness.stop()
    }

    @Test func theZoneOfTheRulesIsThePersonsOwn() throws {
        let harness = try Harness(rules: nights + "\ntime_zone: Pacific/Auckland\n")
        defer { harness.remove() }
        #expect(try get(harness, .today).from == "2026-11-19")
        try harness.stop()
    }

    @Test(arguments: [
        ("yesterday", nil), ("2026-11-31", nil), ("2026-11-18", "2026-11-17"),
        ("2026-11-19", nil), ("2026-11-01", "18.11.2026"), ("", ""),
    ])
    func daysThatAreNoneAndRangesTheWrongWayRound(_ from: String, _ to: String?) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let invalid = MetricsAPI.InvalidRange(from: from, to: to).varlinkError
        #expect(
            try harness.refusal(
                MetricsAPI.Get.self, .init(range: .custom, from: from, to: to)) == invalid)
        #expect(
            try harness.refusal(
                MetricsAPI.Insights.self, .init(range: .custom, from: from, to: to)) == invalid)
        try harness.stop()
    }

    @Test func anEmptyRangeHasNoSharesAndNoMeans() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let figures = try get(harness, .today)
        #expect(figures.requests == 0 && figures.unblocks == 0 && figures.kept == 0)
        #expect(figures.hours.count == 24 && figures.weekdays.count == 7)
        #expect(figures.hourWeekday.count == 168)
        #expect(figures.impulse == nil && figures.used == nil && figures.meanGapSeconds == nil)
        #expect(figures.mostActiveHour == nil && figures.commonMood == nil)
        #expect(figures.previous == MetricsAPI.Cell(requests: 0, unblocks: 0, kept: 0))
        #expect(try get(harness, .all).previous == nil)
        #expect(try harness.call(MetricsAPI.Insights.self, .init(range: .all)).insights.isEmpty)
        #expect(
            try harness.call(MetricsAPI.Prediction.self, .init())
                == MetricsAPI.Prediction.Reply(enabled: true))
        try harness.stop()
    }

    @Test func anEveningInFigures() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
        let kept = try harness.request("shopping", .impulse).request
        _ = try harness.call(UnblockAPI.Keep.self, .init(request: kept))
        try harness.unblock("shopping", .planned)
        try harness.pass(minutes: 20)
        try harness.unblock("shopping", .impulse)
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.use([use], minutes: 2, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        _ = try harness.call(ProtectionAPI.Start.self, .init(seconds: 600))
        let figures = try get(harness, .today)
        #expect(figures.requests == 3 && figures.attempts == 1)
        #expect(figures.unblocks == 2 && figures.kept == 1 && figures.expired == 0)
        #expect(figures.impulse == .init(count: 1, of: 2))
        #expect(figures.planned == .init(count: 1, of: 2))
        #expect(figures.hours[23] == .init(requests: 3, unblocks: 2, kept: 1))
        #expect(figures.weekdays[2] == figures.hours[23])
        #expect(figures.hourWeekday[2 * 24 + 23] == 2)
        #expect(figures.quietHours == .init(count: 2, of: 2))
        #expect(figures.quietHoursRequests == .init(count: 3, of: 3))
        #expect(figures.meanGapSeconds == 20 * 60 + 30)
        #expect(figures.used == .init(count: 1, of: 2) && figures.meanUsedSeconds == 120)
        #expect(figures.usage == [.init(target: "shopping", name: "Shopping", seconds: 120)])
        #expect(figures.protections == 1 && figures.autoProtections == 0)
        #expect(figures.mostActiveHour == 23 && figures.mostActiveWeekday == 3)
        try harness.stop()
    }

    @Test func whatThePlanDoesNotAllowIsRefusedByName() throws {
        let harness = try Harness(
            rules: """
                plan: free
                targets: {shopping: {name: Shopping, sites: [amazon.com]}}
                """)
        defer { harness.remove() }
        #expect(try get(harness, .today).range == .today)
        #expect(try get(harness, nil).range == .thisWeek)
        func limit(_ what: String) -> VarlinkError {
            MetricsAPI.PlanLimit(plan: "free", what: what).varlinkError
        }
        func refused(_ range: MetricsAPI.Range, _ from: String? = nil) throws -> VarlinkError {
            try harness.refusal(MetricsAPI.Get.self, .init(range: range, from: from))
        }
        #expect(try refused(.thisMonth) == limit("metrics of this month"))
        #expect(try refused(.all) == limit("metrics of all time"))
        #expect(try refused(.custom, "2026-11-18") == limit("metrics of a custom range"))
        #expect(
            try harness.refusal(MetricsAPI.Insights.self, .init(range: .all))
                == limit("metrics of all time"))
        #expect(
            try harness.call(MetricsAPI.Prediction.self, .init())
                == MetricsAPI.Prediction.Reply(enabled: false))
        let export = #expect(throws: VarlinkError.self) {
            try harness.stream(MetricsAPI.Export.self, .init(format: .csv, table: .requests))
        }
        #expect(export == limit("exporting the record"))
        try harness.stop()
    }
}
