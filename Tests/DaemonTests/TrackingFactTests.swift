import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The facts of use, check-ins, budgets and goals as `daemon.Events` shows them.
@Suite struct TrackingFactTests {
    @Test func useAndBudgetsAreInTheRecord() throws {
        let harness = try Harness(
            rules: nights + """

                budgets: {play: {target: games, limit: 2m}}
                """)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "games.example")
        try harness.use([use], minutes: 2, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        try harness.pass(minutes: 5 * 60)
        let began = try #require(try harness.facts("usageBegan").first)
        let session = JSON.integer(Int64(began.sequence))
        let places: JSON = [["site": "games.example"]]
        #expect(began.fact == ["session": session, "target": "games", "places": places])
        #expect(
            try harness.facts("usageNoted").first?.fact == [
                "since": "2026-11-18T20:00:00+01:00",
                "targets": [["target": "games", "seconds": 120]], "requests": [],
            ])
        #expect(
            try harness.facts("budgetReached").map(\.fact) == [
                [
                    "budget": "play", "target": "games", "used": 120,
                    "from": "2026-11-18T00:00:00+01:00", "until": "2026-11-19T00:00:00+01:00",
                ]
            ])
        #expect(try harness.facts("budgetReset").map(\.fact) == [["budget": "play"]])
        #expect(
            try harness.facts("usageEnded").map(\.fact) == [
                [
                    "session": session, "target": "games", "places": places,
                    "at": "2026-11-18T20:00:00+01:00", "until": "2026-11-18T20:02:00+01:00",
                    "seconds": 120, "requests": [],
                ]
            ])
        try harness.stop()
    }

    @Test func checkInsAreInTheRecord() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        _ = try harness.call(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true))
        _ = try harness.call(CheckInAPI.SimulateNewDay.self, .init(checkIn: "morning"))
        _ = try harness.call(CheckInAPI.Reset.self, .init(checkIn: "morning"))
        try harness.pass(minutes: 120)
        let facts = try harness.facts(
            "checkInOpened", "checkInAsked", "checkInAnswered", "checkInDayForgotten",
            "checkInReset")
        let opened: JSONObject = ["checkIn": "morning", "day": "2026-11-18", "targets": ["games"]]
        #expect(
            facts.map(\.fact) == [
                opened, ["checkIn": "morning", "day": "2026-11-18", "yes": true],
                ["checkIn": "morning"], opened, ["checkIn": "morning"], opened,
                ["checkIn": "morning", "reason": "reminder"],
            ])
        try harness.stop()
    }

    @Test func outcomesGoalsAndNamesAreInTheRecord() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.unblock().request
        _ = try harness.call(
            UnblockAPI.LogOutcome.self,
            .init(request: request, bought: true, amount: "5", currency: "EUR", regret: 2))
        _ = try harness.call(UnblockAPI.LogOutcome.self, .init(request: request, bought: false))
        let number = JSON.integer(Int64(request))
        #expect(
            try harness.facts("outcomeLogged").map(\.fact) == [
                [
                    "request": number, "bought": true, "amount": "5.00", "currency": "EUR",
                    "regret": 2,
                ], ["request": number, "bought": false],
            ])
        let goal = try harness.call(
            GoalsAPI.Add.self,
            .init(name: "Sea", target: "9", currency: "EUR", by: "2026-12-01", fromKept: true)
        ).goal.goal
        _ = try harness.call(GoalsAPI.Contribute.self, .init(goal: goal, amount: "2"))
        _ = try harness.call(GoalsAPI.Remove.self, .init(goal: goal))
        let id = JSON.integer(Int64(goal))
        #expect(
            try harness.facts("goalAdded", "goalContributed", "goalRemoved").map(\.fact) == [
                [
                    "goal": id, "name": "Sea", "target": "9.00", "currency": "EUR",
                    "by": "2026-12-01", "fromKept": true,
                ], ["goal": id, "amount": "2.00", "currency": "EUR"], ["goal": id],
            ])
        _ = try harness.call(
            TargetsAPI.SetName.self, .init(app: "com.example.Shop", name: "Mine"))
        _ = try harness.call(TargetsAPI.SetName.self, .init(app: "com.example.Shop"))
        #expect(
            try harness.facts("placeNamed").map(\.fact) == [
                ["app": "com.example.Shop", "name": "Mine"], ["app": "com.example.Shop"],
            ])
        try harness.stop()
    }

    @Test(arguments: [
        (0, "1970-01-01"), (20_775, "2026-11-18"), (-719_528, "0000-01-01"),
        (2_932_896, "9999-12-31"), (Int.max, "9999-12-31"), (Int.min, "0000-01-01"),
    ])
    func everyDayHasAText(_ day: Int, _ text: String) {
        #expect(LocalDay.text(day) == text)
    }
}
