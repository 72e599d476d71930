import API
import RuleFiles
import Testing

@testable import Dashboard

/// The risk over a range as the highest score of equally long times.
@Suite struct MetricsRiskTests {
    private let from = Moment(seconds: 1_795_302_000, offset: 3600)

    private func course(_ changes: [(Int, Int)], hours: Int) -> RiskHistory {
        RiskHistory(
            changes.map { minute, score in
                (
                    at: Moment(seconds: from.seconds + minute * 60, offset: 3600),
                    score: FixedPoint(thousandths: score)
                )
            }, from: from, to: Moment(seconds: from.seconds + hours * 3600, offset: 3600),
            by: WallClock(now: from, zone: nil))
    }

    private func scores(_ course: RiskHistory) -> [Int?] {
        course.slots.map { $0.highest?.thousandths }
    }

    @Test func aScoreStaysUntilItChanges() {
        let course = course([(30, 400), (200, 0)], hours: 5)
        #expect(course.length == 3600)
        #expect(scores(course) == [400, 400, 400, 400, 0])
    }

    @Test func theHighestOfATimeCounts() {
        #expect(
            scores(course([(0, 100), (10, 900), (20, 200), (59, 300)], hours: 2)) == [900, 300])
        #expect(scores(course([(60, 100)], hours: 2)) == [nil, 100])
    }

    @Test func whatWasBeforeTellsWhereItBegan() {
        #expect(scores(course([(-300, 900), (-200, 400)], hours: 2)) == [400, 400])
        #expect(scores(course([(-300, 900), (-200, 400), (90, 500)], hours: 2)) == [400, 500])
        #expect(scores(course([(-300, 200), (5, 100)], hours: 1)) == [200])
    }

    @Test func withoutAnyChangeNothingIsKnown() {
        #expect(scores(course([], hours: 3)) == [nil, nil, nil])
    }

    @Test(arguments: [
        (1, 1, 1), (24, 1, 24), (62, 1, 62), (63, 6, 11), (168, 6, 28), (744, 12, 62),
        (745, 24, 32), (8784, 168, 53), (24 * 366 * 10, 1440, 61), (24 * 366 * 1000, 141_720, 62),
    ])
    func timesAreFewAndEven(hours: Int, length: Int, count: Int) {
        let course = course([(0, 500)], hours: hours)
        #expect(course.length <= length * 3600)
        #expect(course.slots.count <= RiskHistory.mostSlots)
        #expect(course.slots.count >= min(count, hours, 10))
        #expect(course.slots.first?.start == from)
        let starts = course.slots.map(\.start.seconds)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == course.length })
        #expect(course.slots.allSatisfy { $0.highest?.thousandths == 500 })
    }

    // MARK: Where the clock changes

    /// The beginnings of the intervals of a history by the clock of Berlin, in RFC 3339.
    private func starts(_ from: String, _ to: String) throws -> [String] {
        let zone = try ZoneSource(environment: [:]).zone(named: "Europe/Berlin").get()
        let now = try #require(Moment(to))
        let history = RiskHistory(
            [], from: try #require(Moment(from)), to: now, by: WallClock(now: now, zone: zone))
        return history.slots.map(\.start.rfc3339)
    }

    @Test func anHourThatOccursTwiceIsTwoIntervals() throws {
        let starts = try starts("2026-10-24T00:00:00+02:00", "2026-10-25T02:40:00+01:00")
        #expect(starts.count == 28)
        #expect(
            starts.suffix(3) == [
                "2026-10-25T01:00:00+02:00", "2026-10-25T02:00:00+02:00",
                "2026-10-25T02:00:00+01:00",
            ])
    }

    @Test func longerIntervalsBeginAtTheSameHours() throws {
        let quarters = try starts("2026-10-24T00:00:00+02:00", "2026-10-27T00:00:00+01:00")
        #expect(quarters.count == 12)
        #expect(
            quarters[3...6] == [
                "2026-10-24T18:00:00+02:00", "2026-10-25T00:00:00+02:00",
                "2026-10-25T06:00:00+01:00", "2026-10-25T12:00:00+01:00",
            ])
        let days = try starts("2026-03-01T00:00:00+01:00", "2026-04-30T00:00:00+02:00")
        #expect(days.count == 60)
        #expect(days.allSatisfy { $0.contains("T00:00:00") })
    }

    // MARK: On the page

    @Test(arguments: [
        ("Europe/Berlin", "24 October 2026, 21:00", 28),
        // By the present offset: from an older daemon, on a machine that is in another zone than
        // its rules, and where the zone is not known.
        (nil, "24 October 2026, 20:00", 27),
        ("Nowhere/At_All", "24 October 2026, 20:00", 27),
    ])
    func aRowIsToldByTheOffsetOfItsTime(zone: String?, known: String, count: Int) throws {
        var metrics = MetricsSamples.few
        metrics.from = "2026-10-19"
        metrics.to = "2026-10-25"
        let daemon = CannedDaemon.figures(
            metrics, changes: [CannedDaemon.change("2026-10-24T21:50:00+02:00", 400)],
            now: "2026-10-25T02:40:00+01:00", machine: "Etc/UTC", zone: zone)
        let html = try FiguresPage(
            PageRequest(
                path: ["metrics"], query: ["range": "this_week"], languages: ["en-GB"]), daemon
        ).html
        let chart = try #require(html.range(of: "id=\"risk\"").map { html[$0.upperBound...] })
        let rows = chart.matches(of: /<th scope="row">(.*?)<\/th><td[^>]*>([^<]*)<\/td>/)
            .filter { $0.1.hasSuffix(":00") }
        #expect(rows.count == count)
        #expect(rows.first.map { String($0.1) } == "24 October 2026, 00:00")
        #expect(rows.first { $0.2 != "–" }.map { String($0.1) } == known)
        #expect(rows.last.map { String($0.1) } == "25 October 2026, 02:00")
    }

    private func page(_ metrics: MetricsAPI.Metrics, _ daemon: CannedDaemon) throws -> FiguresPage {
        try FiguresPage(
            PageRequest(path: ["metrics"], query: ["range": metrics.range.rawValue]), daemon)
    }

    @Test func theNewestChangesAreAskedForUpToNow() throws {
        let daemon = CannedDaemon.figures(
            MetricsSamples.few, changes: [CannedDaemon.change("2026-11-21T10:00:00+01:00", 400)])
        let page = try page(MetricsSamples.few, daemon)
        #expect(
            daemon.calls(of: RiskAPI.History.self) == [
                .init(from: nil, to: "2026-11-22T20:15:00Z", limit: 366)
            ])
        #expect(page.html.contains("id=\"risk\""))
        #expect(page.html.contains("The highest score in each"))
        #expect(!page.html.contains("newest 366"))
    }

    @Test func aRangeOfThePastEndsWithItsLastDay() throws {
        var metrics = MetricsSamples.few
        metrics.from = "2026-10-01"
        metrics.to = "2026-10-02"
        let daemon = CannedDaemon.figures(metrics)
        let page = try page(metrics, daemon)
        // Summer time holds on that day, though no longer when the page is asked for.
        #expect(daemon.calls(of: RiskAPI.History.self).map(\.to) == ["2026-10-02T22:00:00Z"])
        #expect(!page.html.contains("id=\"risk\""))
    }

    @Test func whatIsCutOffIsSaid() throws {
        let changes = (0..<366).map { minute in
            CannedDaemon.change("2026-11-22T0\(minute / 60):\(10 + minute % 50):00+01:00", 300)
        }
        let page = try page(
            MetricsSamples.few, CannedDaemon.figures(MetricsSamples.few, changes: changes))
        #expect(page.html.contains("Only the newest 366 changes are shown, from November 22"))
    }

    @Test func aRiskThatCannotBeReadLeavesTheFigures() throws {
        let daemon = CannedDaemon.figures(MetricsSamples.few)
        daemon.onMore(RiskAPI.History.self) { _ in
            throw CallFailure.refused(RiskAPI.StoreUnavailable(reason: "the disk is gone"))
        }
        let page = try page(MetricsSamples.few, daemon)
        #expect(page.status == 200)
        #expect(page.html.contains("The record cannot be read: the disk is gone."))
        #expect(page.html.contains("Protection moments"))
    }
}
