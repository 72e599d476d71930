import API
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `org.soteria.budgets`.
@Suite struct BudgetTests {
    private static let rules =
        nights + """

            budgets:
              play: {name: Play time, target: games, limit: 30m, resets: "04:00", strict: true}
              shop: {name: Shops, target: shopping, limit: 2h, per: week}
            """

    @Test func aBudgetThatIsUsedUpBlocksUntilItsReset() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "games.example")
        try harness.use([use], minutes: 29, by: reporter)
        let before = try harness.call(BudgetsAPI.List.self, .init()).budgets
        try #require(before.map(\.budget) == ["play", "shop"])
        #expect(
            before[0]
                == BudgetsAPI.Budget(
                    budget: "play", name: "Play time", target: "games", limit: 1800, used: 1740,
                    left: 60, per: .day, resets: "04:00", from: "2026-11-18T04:00:00+01:00",
                    until: "2026-11-19T04:00:00+01:00", reached: false, strict: true))
        #expect(before[1].per == .week && before[1].used == 0 && before[1].left == 7200)
        #expect(before[1].from == "2026-11-16T00:00:00+01:00")
        #expect(before[1].until == "2026-11-23T00:00:00+01:00")
        #expect(try !harness.isBlocked("games"))

        try harness.use([use], minutes: 1, by: reporter)
        let check = try harness.call(ProtectionAPI.Check.self, .init(target: "games"))
        #expect(check.blocked && check.restrictions.map(\.kind) == [.budget])
        #expect(check.until == "2026-11-19T04:00:00+01:00")
        let reached = try #require(try harness.call(BudgetsAPI.List.self, .init()).budgets.first)
        #expect(reached.reached && reached.left == 0 && reached.used == 1800)
        #expect(
            try harness.inside { $0.phase.status }.contains("budget play is used up until 04:00"))
        #expect(harness.entries.of(.budgetReached).count == 1)
        #expect(
            try harness.refusal(
                UnblockAPI.Request.self,
                .init(place: .init(target: "games"), intent: .init(purpose: .planned)))
                == UnblockAPI.Strict(
                    target: "games", until: "2026-11-19T04:00:00+01:00", restriction: "Play time"
                ).varlinkError)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        try harness.pass(minutes: 450)
        #expect(try !harness.isBlocked("games"))
        let fresh = try #require(try harness.call(BudgetsAPI.List.self, .init()).budgets.first)
        #expect(!fresh.reached && fresh.used == 0 && fresh.left == 1800)
        #expect(harness.entries.of(.budgetReset).count == 1)
        try harness.stop()
    }

    /// 2026-11-18 is a Wednesday.
    @Test func hoursAndDaysAreTold() throws {
        let harness = try Harness(
            rules: nights + """

                budgets:
                  hourly: {target: games, limit: 10m, per: hour}
                  rest: {target: games, limit: 5m, days: sat-sun}
                  work: {target: games, limit: 3h, days: weekdays}
                """)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "games.example")
        try harness.use([use], minutes: 10, by: reporter)
        let budgets = try harness.call(BudgetsAPI.List.self, .init()).budgets
        try #require(budgets.map(\.budget) == ["hourly", "rest", "work"])
        #expect(budgets.map(\.per) == [.hour, .day, .day])
        #expect(budgets.map(\.used) == [600, 0, 600])
        #expect(budgets.map(\.left) == [0, 300, 10_200])
        #expect(budgets.map(\.reached) == [true, false, false])
        #expect(budgets.map(\.counts) == [nil, false, true])
        #expect(budgets[0].days == nil && budgets[1].days == [.sat, .sun])
        #expect(budgets[2].days == [.mon, .tue, .wed, .thu, .fri])
        #expect(budgets[0].from.hasSuffix(":00:00+01:00") && budgets[0].resets == "00:00")
        try harness.stop()
    }

    @Test func aUsedUpBudgetTellsOfAGrant() throws {
        let harness = try Harness(
            rules: Self.rules.replacingOccurrences(of: ", strict: true", with: ""))
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "games.example")
        try harness.use([use], minutes: 31, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        func budget() throws -> BudgetsAPI.Budget {
            try #require(try harness.call(BudgetsAPI.List.self, .init()).budgets.first)
        }
        #expect(try budget().reached && budget().grantedUntil == nil)
        let grant = try harness.unblock("games")
        #expect(try budget().reached && budget().grantedUntil == grant.until)
        try harness.pass(minutes: 16)
        #expect(try budget().grantedUntil == nil)
        try harness.stop()
    }

    @Test func aBudgetSurvivesARestart() throws {
        let time = Time()
        let first = try Harness(rules: Self.rules, time: time)
        defer { first.remove() }
        let reporter = try Reporter(first)
        let use = try reporter.open(site: "games.example")
        try first.use([use], minutes: 31, by: reporter)
        try first.stop()
        time.pass(60_000)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.isBlocked("games"))
        #expect(try second.call(BudgetsAPI.List.self, .init()).budgets.first?.reached == true)
        try second.stop()
    }
}
