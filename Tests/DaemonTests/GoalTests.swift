import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `org.soteria.goals`.
@Suite struct GoalTests {
    @Test func whatIsSavedIsAddedUp() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let added = try harness.call(
            GoalsAPI.Add.self,
            .init(name: "A bicycle", target: "300", currency: "EUR", by: "2026-12-24")
        ).goal
        #expect(
            added
                == GoalsAPI.Goal(
                    goal: added.goal, name: "A bicycle", target: "300.00", currency: "EUR",
                    saved: "0.00", left: "300.00", progress: FixedPoint(thousandths: 0),
                    by: "2026-12-24", late: false, fromKept: false, reached: false,
                    addedAt: "2026-11-18T20:00:00+01:00", contributions: 0))
        let third = try harness.call(
            GoalsAPI.Contribute.self, .init(goal: added.goal, amount: "299.999")
        ).goal
        // Whatever is missing, it is not reached.
        #expect(third.progress == FixedPoint(thousandths: 999) && !third.reached)
        #expect(third.saved == "299.999" && third.left == "0.001")
        #expect(harness.entries.of(.goalReached).isEmpty)
        let reached = try harness.call(
            GoalsAPI.Contribute.self, .init(goal: added.goal, amount: "1")
        ).goal
        #expect(reached.reached && reached.progress == FixedPoint(thousandths: 1000))
        #expect(reached.saved == "300.999" && reached.left == "0.00")
        #expect(reached.reachedAt == "2026-11-18T20:00:00+01:00" && reached.contributions == 2)
        #expect(harness.entries.of(.goalReached).count == 1)
        // A further contribution does not report the goal as reached again.
        _ = try harness.call(GoalsAPI.Contribute.self, .init(goal: added.goal, amount: "5"))
        #expect(harness.entries.of(.goalReached).count == 1)
        try harness.pass(minutes: 60 * 24 * 60)
        #expect(try harness.call(GoalsAPI.List.self, .init()).goals.first?.late == false)
        _ = try harness.call(GoalsAPI.Remove.self, .init(goal: added.goal))
        #expect(try harness.call(GoalsAPI.List.self, .init()).goals.isEmpty)
        #expect(
            try harness.refusal(GoalsAPI.Remove.self, .init(goal: added.goal))
                == GoalsAPI.NoSuchGoal(goal: added.goal).varlinkError)
        try harness.stop()
    }

    @Test func aKeptImpulseIsCredited() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        let goal = try first.call(
            GoalsAPI.Add.self,
            .init(name: "Sea", target: "80", currency: "EUR", by: "2026-11-18", fromKept: true)
        ).goal.goal
        try first.pass(minutes: 180)
        let intent = UnblockAPI.Intent(
            purpose: .impulse, mood: "bored", amount: "60", currency: "EUR")
        let request = try first.call(
            UnblockAPI.Request.self, .init(place: .init(target: "shopping"), intent: intent)
        ).request.request
        _ = try first.call(UnblockAPI.Keep.self, .init(request: request))
        // Only once the episode is over.
        try first.pass(minutes: 119)
        #expect(try first.call(GoalsAPI.List.self, .init()).goals.first?.saved == "0.00")
        try first.stop()
        time.pass(3_600_000)
        let second = try Harness(directory: first.directory, time: time)
        let credited = try #require(try second.call(GoalsAPI.List.self, .init()).goals.first)
        #expect(credited.goal == goal && credited.saved == "60.00" && credited.contributions == 1)
        #expect(credited.progress == FixedPoint(thousandths: 750))
        // It is the day after.
        #expect(credited.late == true)
        let fact = try #require(try second.facts("goalContributed").first?.fact)
        #expect(fact["request"] == .integer(Int64(request)) && fact["amount"] == "60.00")
        let today = try second.call(
            MetricsAPI.Get.self, .init(range: .custom, from: "2026-11-18", to: "2026-11-18")
        ).metrics
        #expect(today.keptAmounts == [.init(amount: "60.00", currency: "EUR")])
        try second.stop()
    }

    @Test func asManyAsThereMayBe() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let client = try harness.client()
        for index in 0..<Goal.most {
            let added = try client.call(
                GoalsAPI.Add.method,
                GoalsAPI.Add.Parameters(name: "\(index)", target: "1", currency: "EUR"),
                as: GoalsAPI.Add.Reply.self)
            #expect(added.goal.name == "\(index)")
        }
        #expect(
            try harness.refusal(
                GoalsAPI.Add.self, .init(name: "x", target: "1", currency: "EUR"))
                == GoalsAPI.TooMany(maximum: 100).varlinkError)
        try harness.stop()
    }
}
