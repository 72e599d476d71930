import API
import Varlink

extension Example {
    static func metrics() throws -> [Example] {
        let name = MetricsAPI.interface
        return try [
            Example(
                MetricsAPI.Get.self, interface: name,
                parameters: [.init(range: .custom, from: "2026-11-01", to: "2026-11-07"), .init()],
                replies: [
                    .init(
                        metrics: Sample.everyFigure,
                        emergency: .init(count: 1, per: .month, used: 1)),
                    .init(metrics: Sample.noFigures),
                ]),
            Example(
                MetricsAPI.Insights.self, interface: name,
                parameters: [.init(range: .custom, from: "2026-11-01", to: "2026-11-07"), .init()],
                replies: [
                    .init(
                        insights: [Sample.everyInsight, Sample.bareInsight],
                        countsRequests: true),
                    .init(insights: []),
                ]),
            Example(
                MetricsAPI.Prediction.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        next: Sample.riskyHour,
                        text: "Fridays 22-23: 14 of your last 40 unblocks", enabled: true),
                    .init(enabled: false),
                ]),
            Example(
                MetricsAPI.Export.self, interface: name,
                parameters: [.init(format: .csv, table: .requests)],
                replies: [.init(text: "request,at\r\n"), .init(text: "")]),
        ]
    }
}

extension Sample {
    private static let hours = (0..<24).map { hour in
        MetricsAPI.Cell(
            requests: hour == 22 ? 12 : 0, unblocks: hour == 22 ? 9 : 0, kept: hour == 22 ? 3 : 0)
    }
    private static let weekdays = (1...7).map { day in
        MetricsAPI.Cell(
            requests: day == 5 ? 12 : 0, unblocks: day == 5 ? 9 : 0, kept: day == 5 ? 3 : 0)
    }

    /// With every member.
    static let everyFigure = MetricsAPI.Metrics(
        range: .thisWeek, from: "2026-11-16", to: "2026-11-21", requests: 12, attempts: 30,
        unblocks: 9, kept: 3, expired: 1, impulse: .init(count: 6, of: 9),
        planned: .init(count: 3, of: 9), hours: hours, weekdays: weekdays,
        hourWeekday: (0..<168).map { $0 == 4 * 24 + 22 ? 9 : 0 },
        categories: [.init(name: "gift", unblocks: 3, kept: 0)],
        moods: [.init(name: "stressed", unblocks: 5, kept: 2)],
        quietHours: .init(count: 2, of: 9), quietHoursRequests: .init(count: 3, of: 12),
        meanGapSeconds: 5400, used: .init(count: 4, of: 9), meanUsedSeconds: 540,
        meanIntendedMinutes: FixedPoint(thousandths: 7500), meanUsedOfIntendedSeconds: 480,
        logged: 4, bought: .init(count: 1, of: 4),
        spent: [.init(amount: "12.50", currency: "EUR"), .init(amount: "3.00")],
        meanRegret: FixedPoint(thousandths: 2333),
        keptAmounts: [.init(amount: "149.70", currency: "EUR")],
        usage: [.init(target: "shopping", name: "Shopping", seconds: 2160)], autoProtections: 2,
        protections: 1, checkInsYes: 4, checkInsNo: 1, mostActiveHour: 22, mostActiveWeekday: 5,
        commonMood: "stressed", commonCategory: "gift",
        previous: .init(requests: 20, unblocks: 15, kept: 5), episodes: everyEpisode,
        imported: [.init(target: "shopping", name: "Shopping", seconds: 7200)])
    private static let everyEpisode = MetricsAPI.Episodes(
        countsRequests: true, all: 8, opened: 5, kept: 2, keptBefore: 4,
        keptShare: .init(count: 2, of: 7), impulse: .init(count: 4, of: 6),
        planned: .init(count: 2, of: 6), hours: (0..<24).map { $0 == 22 ? 2 : 0 },
        weekdays: [0, 0, 0, 0, 2, 0, 0],
        categories: [.init(name: "gift", opened: 2, kept: 0)],
        moods: [.init(name: "stressed", opened: 3, kept: 1)], commonCategory: "gift",
        commonMood: "stressed", meanIntendedMinutes: FixedPoint(thousandths: 7500),
        meanUsedOfIntendedSeconds: 480, keptAmounts: [.init(amount: "149.70", currency: "EUR")])
    private static let noEpisodes = MetricsAPI.Episodes(
        countsRequests: false, all: 0, opened: 0, kept: 0, hours: Array(repeating: 0, count: 24),
        weekdays: Array(repeating: 0, count: 7), categories: [], moods: [], keptAmounts: [])
    /// Of a range in which nothing happened.
    static let noFigures = MetricsAPI.Metrics(
        range: .all, from: "2026-11-21", to: "2026-11-21", requests: 0, attempts: 0, unblocks: 0,
        kept: 0, expired: 0,
        hours: Array(repeating: .init(requests: 0, unblocks: 0, kept: 0), count: 24),
        weekdays: Array(repeating: .init(requests: 0, unblocks: 0, kept: 0), count: 7),
        hourWeekday: Array(repeating: 0, count: 168), categories: [], moods: [], logged: 0,
        spent: [], keptAmounts: [], usage: [], autoProtections: 0, protections: 0, checkInsYes: 0,
        checkInsNo: 0, episodes: noEpisodes)
    /// With every member, as no daemon says it.
    static let everyInsight = MetricsAPI.Insight(
        kind: "busiest_part", text: "Most unblocks on Friday nights: 9 of 20.", count: 9, of: 20,
        value: "stressed", weekday: 5, part: "night")
    static let bareInsight = MetricsAPI.Insight(
        kind: "trend", text: "More requests than in the week before: 20, not 12.", count: 20)
    static let riskyHour = MetricsAPI.RiskyHour(
        weekday: 5, hour: 22, count: 14, of: 40, begins: "2026-11-27T22:00:00+01:00")

    /// The errors of `org.soteria.metrics`, in the order of its file.
    static let metricsErrors: [any TypedError] = [
        MetricsAPI.PlanLimit(plan: "free", what: "figures of all time"),
        MetricsAPI.InvalidRange(from: "2026-11-07", to: "2026-11-01"),
        MetricsAPI.StoreUnavailable(reason: "the disk is full"),
    ]
}
