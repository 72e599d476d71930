import RuleModel
import Testing

@testable import Engine

/// The three journeys that everything was built for.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SeedJourneys {
    /// A new user on the free plan: one app, one schedule; quiet hours begin, the app is opened,
    /// the block is kept, a protection moment is counted.
    @Test func newUserOnTheFreePlan() throws {
        var rules = try rules([schedule("nights", ["daily 22:30-06:30"])], targets: [])
        rules.targets = [
            Target(
                key: "shopping", name: "Shopping", sites: [], apps: ["org.example.shop"],
                fingerprint: "one app")
        ]
        rules.plan = Plan(
            key: "free", entries: 1, schedules: 1, autoProtections: 0,
            metrics: [.today, .thisWeek], hasPredictiveAlerts: false, hasExport: false,
            canEditSchedules: false)
        var machine = try Machine(at: "2026-11-18T20:00:00+01:00", rules: rules)
        let app = Place.app("org.example.shop")
        #expect(machine.send(.attempt(app)) == [.attempted([])])
        try machine.advance(to: "2026-11-18T22:30:00+01:00")
        #expect(
            try machine.decisions() == [
                "2026-11-18T22:30:00+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
        machine.advance(.minutes(10))
        #expect(machine.send(.attempt(app)) == [.attempted(["shopping"])])
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(prompt.place == app)
        machine.send(.answerPrompt(prompt.id, .keep))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.prompts(.blockedOpened).isEmpty)
        let today = try day("2026-11-18")
        let metrics = machine.engine.state.tally.metrics(days: today..<today + 1)
        #expect(metrics.total == Cell(requests: 1, unblocks: 0, kept: 1))
        #expect(metrics.keptShare == Share(1, of: 1))
        #expect(metrics.attempts == 1)
        #expect(machine.engine.state.tally.insights(days: today..<today + 1).isEmpty)
    }

    /// Premium with auto-protection: three unblocks within an hour at 23:00, score 1.000, a window
    /// of two hours by itself, the next attempt is blocked.
    @Test func threeUnblocksAtNight() throws {
        let evening = try schedule("evenings", ["daily 22:00-23:00"])
        var machine = try Machine(
            at: "2026-11-18T21:00:00+01:00",
            rules: rules([evening], risk: defaultRisk(), auto: [auto()]))
        for time in ["22:10", "22:35", "22:58"] {
            try machine.unblock(at: "2026-11-18T\(time):00+01:00", .impulse)
        }
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        #expect(machine.assessments.last?.score == .one)
        #expect(machine.assessments.last?.level == .critical)
        let window = try #require(machine.autoProtections.first)
        #expect(machine.autoProtections.count == 1)
        #expect(window.at == "2026-11-18T23:00:00+01:00" && window.protection.length == .hours(2))
        #expect(window.protection.risk?.score == .one)
        #expect(machine.grantEndings.last == .autoProtection)
        #expect(machine.prompts(.autoProtection).count == 1)
        machine.advance(.minutes(20))
        #expect(
            machine.send(.attempt(.site("shopping.example"))) == [.attempted(["shopping"])])
        #expect(machine.isBlocked("shopping") && machine.end() == "2026-11-19T01:00:00+01:00")
        try machine.advance(to: "2026-11-19T01:00:00+01:00")
        #expect(!machine.isBlocked("shopping"))
    }

    /// A week of use, Monday 2026-11-16 to Sunday: ten unblocks, seven of them impulses, five on
    /// Friday night, five stressed, four with real use.
    @Test func aWeekOfUse() throws {
        let week: [(at: String, purpose: Purpose, mood: String?, isUsed: Bool)] = [
            ("2026-11-16T09:00", .planned, nil, false), ("2026-11-17T13:00", .planned, nil, true),
            ("2026-11-18T18:00", .impulse, "bored", false),
            ("2026-11-19T10:00", .planned, nil, false),
            ("2026-11-20T22:10", .impulse, "stressed", true),
            ("2026-11-20T22:40", .impulse, "stressed", true),
            ("2026-11-20T23:20", .impulse, "stressed", false),
            ("2026-11-21T00:30", .impulse, "stressed", true),
            ("2026-11-21T01:15", .impulse, "stressed", false),
            ("2026-11-22T16:00", .impulse, "tired", false),
        ]
        var machine = try Machine(
            at: "2026-11-16T08:00:00+01:00",
            rules: rules([schedule("always", ["daily 00:00-24:00"])]))
        for row in week {
            machine.advance(try at(row.at + ":00+01:00") - machine.watch)
            let request = try machine.ask(
                .target("shopping"), Intent(purpose: row.purpose, mood: row.mood))
            machine.advance(.seconds(30))
            try machine.granted(request)
            if row.isUsed { try machine.use(for: .minutes(5)) }
        }
        let monday = try day("2026-11-16")
        let insights = machine.engine.state.tally.insights(days: monday..<monday + 7)
        func insight(_ kind: Insight.Kind) throws -> Insight {
            try #require(insights.first { $0.kind == kind })
        }
        let share = { (count: Int, of: Int) throws in try #require(Share(count, of: of)) }
        #expect(
            try insight(.busiestPart) == .busiestPart(weekday: 5, part: .night, share(5, 10)))
        // The five of Friday night are two episodes; four episodes with a mood say nothing yet.
        #expect(try insight(.impulseShare) == .impulseShare(share(4, 7)))
        #expect(!insights.contains { $0.kind == .commonMood })
        #expect(try insight(.useRate) == .useRate(share(4, 10)))
        #expect(try insight(.busiestPart).text.contains("Friday night"))
        #expect(try insight(.impulseShare).text.contains("57"))
        #expect(try insight(.useRate).text.contains("40"))
        #expect(machine.folded == machine.engine.state)
    }
}
