import API

/// The sample daemon's replies about check-ins, use, metrics and goals.
extension SampleReplies {
    static let nextDay = "2026-11-22T04:00:00+01:00"
    /// A question that is open and was never answered with no.
    static let checkIn = CheckInAPI.CheckIn(
        checkIn: "morning", question: "Have you rested today?", phase: .asking,
        day: "2026-11-21", opens: "04:00", next: nextDay, reminder: "09:00", blocks: ["shopping"],
        blocksOnNo: ["shopping", "games"], heading: "Rest first",
        suggestions: ["A walk.", "Ten minutes of silence."],
        text: "The shops will still be there.", streak: 3, longestStreak: 12, strict: true,
        until: nextDay,
        answers: [.init(day: "2026-11-20", yes: true, at: "2026-11-20T08:12:00+01:00")])
    static let checkInState = CheckInAPI.GetState.Reply(
        phase: .asking, day: "2026-11-21", openedAt: "2026-11-21T04:00:00+01:00",
        cap: "2026-11-22T05:00:00+01:00", lastDay: "2026-11-20", streak: 3, longestStreak: 12,
        answers: 20, asked: 2)

    /// The household's check-in under another key, standing otherwise.
    static func checkIn(_ key: String, _ phase: CheckInAPI.Phase) -> CheckInAPI.CheckIn {
        var other = checkIn
        (other.checkIn, other.phase) = (key, phase)
        if ![.asking, .no].contains(phase) { other.until = nil }
        return other
    }

    static let unblocks: [UnblockAPI.Unblocked] = [
        .init(
            request: 12, targets: ["shopping"], at: "2026-11-21T22:40:00+01:00",
            purpose: .impulse, mood: "tired", estimate: "49.90", currency: "EUR",
            intendedMinutes: 10, used: true, usedSeconds: 720),
        .init(
            request: 9, targets: ["shopping", "social"], at: "2026-11-20T21:00:00+01:00",
            purpose: .planned, category: "gift", used: false, usedSeconds: 0,
            outcome: .init(
                bought: true, amount: "20.00", currency: "EUR", regret: 3,
                at: "2026-11-20T22:00:00+01:00")),
    ]

    static let usageToday = UsageAPI.Today.Reply(
        targets: [
            .init(target: "shopping", name: "Shopping", seconds: 2700, running: true),
            .init(target: "social", name: "Social media", seconds: 0, running: false),
        ], idle: false, locked: false)
    static let sessions: [UsageAPI.Session] = [
        .init(
            session: 40, target: "shopping", places: [.init(site: "amazon.com")],
            at: "2026-11-21T22:41:00+01:00", until: "2026-11-21T22:55:00+01:00", seconds: 720,
            requests: [12], running: false),
        .init(
            session: 44, target: "social",
            places: [.init(site: "a.example"), .init(app: "org.b.App")],
            at: "2026-11-21T23:10:00+01:00", seconds: 480, requests: [], running: true),
    ]
    static let budget = BudgetsAPI.Budget(
        budget: "evening", name: "Evening shopping", target: "shopping", limit: 2700, used: 1800,
        left: 900, per: .day, resets: "04:00", from: "2026-11-21T04:00:00+01:00", until: nextDay,
        reached: false, strict: false)

    static let goals: [GoalsAPI.Goal] = [
        .init(
            goal: 3, name: "A bicycle", target: "450.00", currency: "EUR", saved: "150.00",
            left: "300.00", progress: FixedPoint(thousandths: 333), by: "2027-04-01", late: false,
            fromKept: true, reached: false, addedAt: "2026-11-01T12:00:00+01:00",
            contributions: 4),
        .init(
            goal: 5, name: "A coat", target: "80.00", currency: "EUR", saved: "90.00",
            left: "0.00", progress: FixedPoint(thousandths: 1000), fromKept: false, reached: true,
            reachedAt: "2026-11-20T12:00:00+01:00", addedAt: "2026-11-02T12:00:00+01:00",
            contributions: 2),
    ]

    static let insight = MetricsAPI.Insight(
        kind: "impulse_share", text: "Your request was an impulse on 70% of occasions: 14 of 20.",
        count: 14, of: 20)
    static let prediction = MetricsAPI.Prediction.Reply(
        next: .init(
            weekday: 5, hour: 22, count: 14, of: 40, begins: "2026-11-27T22:00:00+01:00"),
        text: "Fridays 22–23: 14 of your last 40 unblocks", enabled: true)

    /// A week in which something was counted in every figure.
    static let metrics: MetricsAPI.Metrics = {
        var hours = [MetricsAPI.Cell](
            repeating: .init(requests: 0, unblocks: 0, kept: 0), count: 24)
        hours[21] = .init(requests: 2, unblocks: 1, kept: 1)
        hours[23] = .init(requests: 7, unblocks: 4, kept: 2)
        var weekdays = [MetricsAPI.Cell](
            repeating: .init(requests: 0, unblocks: 0, kept: 0), count: 7)
        weekdays[4] = .init(requests: 9, unblocks: 5, kept: 3)
        var week = [Int](repeating: 0, count: 168)
        week[4 * 24 + 23] = 4
        week[4 * 24 + 21] = 1
        return MetricsAPI.Metrics(
            range: .thisWeek, from: "2026-11-16", to: "2026-11-21", requests: 9, attempts: 31,
            unblocks: 5, kept: 3, expired: 1, impulse: .init(count: 4, of: 5),
            planned: .init(count: 1, of: 5), hours: hours, weekdays: weekdays, hourWeekday: week,
            categories: [.init(name: "gift", unblocks: 1, kept: 0)],
            moods: [.init(name: "tired", unblocks: 3, kept: 1)],
            quietHours: .init(count: 2, of: 5), quietHoursRequests: .init(count: 4, of: 9),
            meanGapSeconds: 5400, used: .init(count: 2, of: 5), meanUsedSeconds: 720,
            meanIntendedMinutes: FixedPoint(thousandths: 10_000), meanUsedOfIntendedSeconds: 840,
            logged: 2, bought: .init(count: 1, of: 2),
            spent: [.init(amount: "20.00", currency: "EUR"), .init(amount: "5.00")],
            meanRegret: FixedPoint(thousandths: 2350),
            keptAmounts: [.init(amount: "99.90", currency: "EUR")],
            usage: [.init(target: "shopping", name: "Shopping", seconds: 5400)],
            autoProtections: 1, protections: 2, checkInsYes: 4, checkInsNo: 1, mostActiveHour: 23,
            mostActiveWeekday: 5, commonMood: "tired", commonCategory: "gift",
            previous: .init(requests: 12, unblocks: 8, kept: 2), episodes: episodes,
            imported: [.init(target: "shopping", name: "Shopping", seconds: 7200)])
    }()

    /// The same week by episode.
    private static let episodes = MetricsAPI.Episodes(
        countsRequests: false, all: 7, opened: 4, kept: 2, keptBefore: 1,
        keptShare: .init(count: 2, of: 6), impulse: .init(count: 3, of: 4),
        planned: .init(count: 1, of: 4),
        hours: (0..<24).map { [21, 23].contains($0) ? 1 : 0 }, weekdays: [0, 0, 0, 0, 2, 0, 0],
        categories: [.init(name: "gift", opened: 1, kept: 0)],
        moods: [.init(name: "tired", opened: 2, kept: 1)], commonCategory: "gift",
        commonMood: "tired", meanIntendedMinutes: FixedPoint(thousandths: 12_000),
        meanUsedOfIntendedSeconds: 900, keptAmounts: [.init(amount: "120.00", currency: "EUR")])

    /// A day on which nothing happened.
    static let nothing = MetricsAPI.Metrics(
        range: .today, from: "2026-11-21", to: "2026-11-21", requests: 0, attempts: 0, unblocks: 0,
        kept: 0, expired: 0,
        hours: .init(repeating: .init(requests: 0, unblocks: 0, kept: 0), count: 24),
        weekdays: .init(repeating: .init(requests: 0, unblocks: 0, kept: 0), count: 7),
        hourWeekday: .init(repeating: 0, count: 168), categories: [], moods: [], logged: 0,
        spent: [], keptAmounts: [], usage: [], autoProtections: 0, protections: 0, checkInsYes: 0,
        checkInsNo: 0)
}
