import API

@testable import Dashboard

/// Figures for tests: of nothing, of a few days, of a year, and with texts that nobody means well.
enum MetricsSamples {
    static let nothing = MetricsAPI.Cell(requests: 0, unblocks: 0, kept: 0)

    /// A range in which nothing happened.
    static func empty(
        _ range: MetricsAPI.Range = .thisWeek, _ from: String = "2026-11-16",
        _ to: String = "2026-11-22"
    ) -> MetricsAPI.Metrics {
        MetricsAPI.Metrics(
            range: range, from: from, to: to, requests: 0, attempts: 0, unblocks: 0, kept: 0,
            expired: 0, hours: Array(repeating: nothing, count: 24),
            weekdays: Array(repeating: nothing, count: 7),
            hourWeekday: Array(repeating: 0, count: 168), categories: [], moods: [], logged: 0,
            spent: [], keptAmounts: [], usage: [], autoProtections: 0, protections: 0,
            checkInsYes: 0, checkInsNo: 0, previous: range == .all ? nil : nothing)
    }

    /// A few evenings.
    static var few: MetricsAPI.Metrics {
        var metrics = empty()
        metrics.requests = 12
        metrics.attempts = 30
        metrics.unblocks = 9
        metrics.kept = 3
        metrics.expired = 1
        metrics.impulse = .init(count: 6, of: 9)
        metrics.planned = .init(count: 3, of: 9)
        metrics.hours[22] = .init(requests: 12, unblocks: 9, kept: 3)
        metrics.weekdays[4] = .init(requests: 8, unblocks: 6, kept: 2)
        metrics.weekdays[6] = .init(requests: 4, unblocks: 3, kept: 1)
        metrics.hourWeekday[4 * 24 + 22] = 6
        metrics.hourWeekday[6 * 24 + 22] = 3
        metrics.categories = [.init(name: "gift", unblocks: 3, kept: 0)]
        metrics.moods = [
            .init(name: "stressed", unblocks: 5, kept: 2),
            .init(name: "bored", unblocks: 1, kept: 1),
        ]
        metrics.quietHours = .init(count: 2, of: 9)
        metrics.quietHoursRequests = .init(count: 5, of: 12)
        metrics.meanGapSeconds = 5400
        metrics.used = .init(count: 4, of: 9)
        metrics.meanUsedSeconds = 540
        metrics.meanIntendedMinutes = FixedPoint(thousandths: 7500)
        metrics.meanUsedOfIntendedSeconds = 480
        metrics.logged = 4
        metrics.bought = .init(count: 1, of: 4)
        metrics.spent = [.init(amount: "12.50", currency: "EUR"), .init(amount: "3.00")]
        metrics.meanRegret = FixedPoint(thousandths: 2333)
        metrics.keptAmounts = [.init(amount: "149.70", currency: "EUR")]
        metrics.usage = [.init(target: "shopping", name: "Shopping", seconds: 2160)]
        metrics.autoProtections = 2
        metrics.protections = 1
        metrics.checkInsYes = 4
        metrics.checkInsNo = 1
        metrics.mostActiveHour = 22
        metrics.mostActiveWeekday = 5
        metrics.commonMood = "stressed"
        metrics.commonCategory = "gift"
        metrics.previous = .init(requests: 20, unblocks: 15, kept: 5)
        return metrics
    }

    /// A year of evenings, with more of everything.
    static var year: MetricsAPI.Metrics {
        var metrics = few
        metrics.range = .all
        metrics.from = "2025-11-23"
        metrics.to = "2026-11-22"
        metrics.previous = nil
        metrics.requests = 2431
        metrics.attempts = 10_982
        metrics.unblocks = 1290
        metrics.kept = 1013
        metrics.expired = 128
        metrics.impulse = .init(count: 877, of: 1290)
        metrics.planned = .init(count: 413, of: 1290)
        for hour in 0..<24 {
            let weight = [
                3, 1, 0, 0, 0, 0, 1, 2, 2, 3, 3, 4, 6, 5, 3, 3, 4, 6, 8, 11, 14, 19, 24, 9,
            ]
            let count = weight[hour] * 9
            metrics.hours[hour] = .init(
                requests: count * 2, unblocks: count, kept: count * 3 / 4)
            for day in 0..<7 {
                metrics.hourWeekday[day * 24 + hour] = weight[hour] * (day > 3 ? 3 : 1) * day / 4
            }
        }
        for day in 0..<7 {
            metrics.weekdays[day] = .init(
                requests: 260 + 47 * day, unblocks: 130 + 24 * day, kept: 110 + 11 * day)
        }
        metrics.categories = ["necessity", "gift", "replacement", "treat", "other"].enumerated()
            .map { .init(name: $1, unblocks: 260 - 47 * $0, kept: 120 - 20 * $0) }
        metrics.moods = [
            "lonely", "bored", "stressed", "tired", "sad", "anxious", "happy", "other",
        ].enumerated().map { .init(name: $1, unblocks: 240 - 29 * $0, kept: 180 - 19 * $0) }
        metrics.quietHours = .init(count: 201, of: 1290)
        metrics.quietHoursRequests = .init(count: 902, of: 2431)
        metrics.meanGapSeconds = 24_430
        metrics.used = .init(count: 1102, of: 1290)
        metrics.meanUsedSeconds = 1140
        metrics.meanIntendedMinutes = FixedPoint(thousandths: 9120)
        metrics.meanUsedOfIntendedSeconds = 1020
        metrics.logged = 611
        metrics.bought = .init(count: 240, of: 611)
        metrics.spent = [
            .init(amount: "8123.45", currency: "EUR"), .init(amount: "310.00", currency: "USD"),
        ]
        metrics.keptAmounts = [.init(amount: "21940.00", currency: "EUR")]
        metrics.usage = [
            .init(target: "shopping", name: "Shopping", seconds: 432_160),
            .init(target: "videos", name: "Videos and streams", seconds: 1_232_160),
            .init(target: "games", name: "Games", seconds: 82_160),
        ]
        return metrics
    }

    /// Text that breaks out of HTML if it is not escaped.
    static let hostile = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{base}}"

    /// Figures whose every text is hostile, and whose numbers are as large as numbers get.
    static var worst: MetricsAPI.Metrics {
        var metrics = few
        metrics.from = hostile
        metrics.to = hostile
        metrics.requests = .max
        metrics.attempts = .max
        metrics.unblocks = .max
        metrics.kept = .max
        metrics.hours = Array(
            repeating: .init(requests: .max, unblocks: .max, kept: .max), count: 24)
        metrics.weekdays = [.init(requests: .min, unblocks: .max, kept: .min)]
        metrics.hourWeekday = Array(repeating: .max, count: 168)
        metrics.categories = (0..<200).map {
            .init(name: hostile + String($0), unblocks: .max, kept: .max)
        }
        metrics.moods = [.init(name: hostile, unblocks: -3, kept: .min)]
        metrics.used = .init(count: .max, of: .min)
        metrics.impulse = .init(count: .max, of: 0)
        metrics.quietHours = .init(count: .max, of: -1)
        metrics.meanIntendedMinutes = FixedPoint(thousandths: 1_000_000_000_000)
        metrics.meanUsedOfIntendedSeconds = .max
        metrics.meanGapSeconds = .max
        metrics.meanUsedSeconds = .min + 1
        metrics.spent = [.init(amount: hostile, currency: hostile)]
        metrics.keptAmounts = [.init(amount: "1", currency: hostile)]
        metrics.usage = (0..<200).map {
            .init(target: "t\($0)", name: hostile, seconds: .max)
        }
        metrics.mostActiveHour = .max
        metrics.mostActiveWeekday = .min
        metrics.commonMood = hostile
        metrics.commonCategory = hostile
        return metrics
    }
}

extension CannedDaemon {
    /// A daemon that has these figures, a few of them for every range of one's own.
    static func figures(
        _ metrics: MetricsAPI.Metrics, insights: [String] = [],
        prediction: MetricsAPI.Prediction.Reply = .init(enabled: true),
        changes: [RiskAPI.Point] = [], now: String = "2026-11-22T21:15:00+01:00",
        machine: String = "Europe/Berlin", zone: String? = nil
    ) -> CannedDaemon {
        CannedDaemon()
            .on(MetricsAPI.Get.self) { asked in
                var answer = metrics
                answer.range = asked.range ?? .thisWeek
                if let from = asked.from {
                    answer.from = from
                    answer.to = asked.to ?? "2026-11-22"
                }
                return .init(metrics: answer)
            }
            .on(MetricsAPI.Insights.self) { _ in
                .init(insights: insights.map { .init(kind: "trend", text: $0, count: 5) })
            }
            .on(MetricsAPI.Prediction.self) { _ in prediction }
            .on(RiskAPI.GetStatus.self) { _ in .init(status: riskStatus(at: now)) }
            .on(DaemonAPI.GetStatus.self) { _ in
                var status = HomeWorld.status()
                status.now = now
                status.clock.timeZone = machine
                status.clock.localTimeZone = zone
                return status
            }
            .onMore(RiskAPI.History.self) { _ in changes.map { .init(points: [$0]) } }
    }

    private static func riskStatus(at now: String) -> RiskAPI.Status {
        .init(
            score: FixedPoint(thousandths: 400), automatic: FixedPoint(thousandths: 400),
            level: .moderate,
            thresholds: .init(
                moderate: FixedPoint(thousandths: 400), high: FixedPoint(thousandths: 600),
                critical: FixedPoint(thousandths: 800)),
            assessedAt: now, factors: [])
    }

    /// A change of the risk.
    static func change(_ at: String, _ thousandths: Int) -> RiskAPI.Point {
        RiskAPI.Point(
            at: at, score: FixedPoint(thousandths: thousandths),
            automatic: FixedPoint(thousandths: thousandths), level: .low, factors: [])
    }
}

/// A page as it came back: its status and its HTML.
struct FiguresPage {
    let status: Int
    let html: String

    /// Asks; fails where something else than a page comes back.
    init(
        _ request: PageRequest, _ daemon: CannedDaemon, texts: Texts? = nil
    ) throws {
        let answer = try Site.forTests(texts: texts).respond(request, daemon)
        guard case .page(let status, let html) = answer else { throw SiteTests.Unexpected() }
        self.status = status
        self.html = html
    }

    /// The words that people read, without tags and without text in `⟦ ⟧`.
    var readWords: Set<String> {
        var text = ""
        var isTag = false
        var depth = 0
        for character in html {
            switch character {
            case "<": isTag = true
            case ">" where isTag:
                isTag = false
                text.append(" ")
            case "⟦" where !isTag: depth += 1
            case "⟧" where !isTag: depth -= 1
            default: if !isTag && depth == 0 { text.append(character) }
            }
        }
        return Set(text.split { !$0.isLetter }.map(String.init))
    }
}
