import API
import Engine
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// A record that cannot be written, or read, while use, outcomes, check-ins and goals come in.
@Suite struct TrackingStoreTests {
    private func busy(_ harness: Harness) -> String {
        StoreError.busy(path: harness.state + "/soteria.sqlite").description
    }

    @Test func anAnswerThatIsNotStoredIsAskedAgain() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        try harness.settle()
        let held = try HeldDatabase(harness.state)
        let refused = try harness.refusal(
            CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true))
        #expect(
            refused
                == CheckInAPI.StoreUnavailable(
                    reason: busy(harness) + "; Soteria will ask the question again"
                ).varlinkError)
        #expect(try harness.checkIn().phase == .asking)
        #expect(try harness.isBlocked("games"))
        let prompt = try #require(try harness.prompts().first)
        #expect(prompt.kind == .checkIn)
        // The prompt is told the same, and so is each debug action.
        #expect(
            try harness.refusal(
                PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .yes)
            ).name == PromptsAPI.StoreUnavailable.name)
        for refusal in [
            try harness.refusal(CheckInAPI.Reset.self, .init(checkIn: "morning")),
            try harness.refusal(CheckInAPI.SimulateNewDay.self, .init(checkIn: "morning")),
        ] {
            #expect(refusal.name == CheckInAPI.StoreUnavailable.name)
        }
        try held.letGo()
        try harness.pass(minutes: 1)
        #expect(try harness.prompts().contains { $0.kind == .checkIn })
        let answered = try harness.call(
            CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true)
        ).checkIn
        #expect(answered.phase == .yes && answered.answers.count == 1)
        try harness.stop()
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(try again.checkIn() == answered)
        try again.stop()
    }

    /// Contributions that were refused were saved all the same, once for each attempt.
    @Test func whatWasRefusedNeverTakesEffect() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let goal = try harness.call(
            GoalsAPI.Add.self, .init(name: "Sea", target: "90", currency: "EUR")
        ).goal.goal
        let held = try HeldDatabase(harness.state)
        for _ in 1...3 {
            let error = try harness.refusal(
                GoalsAPI.Contribute.self, .init(goal: goal, amount: "10"))
            #expect(error.name == GoalsAPI.StoreUnavailable.name)
        }
        try held.letGo()
        try harness.pass(minutes: 1)
        #expect(try harness.call(GoalsAPI.List.self, .init()).goals.map(\.saved) == ["0.00"])
        let saved = try harness.call(GoalsAPI.Contribute.self, .init(goal: goal, amount: "10"))
        #expect(saved.goal.saved == "10.00")
        try harness.stop()
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(again.opening.state.goals.map(\.saved) == [10_000])
        try again.stop()
    }

    @Test func useCountsAndNothingElseBeforeItIsWritten() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.unblock().request
        let goal = try harness.call(
            GoalsAPI.Add.self, .init(name: "Sea", target: "9", currency: "EUR")
        ).goal.goal
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.settle()
        let held = try HeldDatabase(harness.state)
        #expect(
            try harness.call(UsageAPI.Opened.self, .init(site: "games.example")).recorded == false)
        #expect(try harness.call(UsageAPI.Closed.self, .init(use: use)).recorded == false)
        let errors = [
            try harness.refusal(
                UnblockAPI.LogOutcome.self, .init(request: request, bought: true, amount: "3")),
            try harness.refusal(GoalsAPI.Contribute.self, .init(goal: goal, amount: "4")),
            try harness.refusal(
                GoalsAPI.Add.self, .init(name: "Land", target: "9", currency: "EUR")),
            try harness.refusal(
                TargetsAPI.SetName.self, .init(site: "amazon.com", name: "The big shop")),
            try harness.refusal(GoalsAPI.Remove.self, .init(goal: goal)),
        ]
        for error in errors {
            #expect(error.name.hasSuffix(".StoreUnavailable"))
            #expect(error.parameters["reason"]?.stringValue?.hasPrefix(busy(harness)) == true)
            let (interface, _) = ConformanceTests.split(error.name)
            let description = try #require(ConformanceTests.interfaces[interface])
            #expect(description.violations(error: error).isEmpty)
        }
        // Calls that read from memory still work.
        #expect(try harness.call(MetricsAPI.Get.self, .init()).metrics.unblocks == 1)
        #expect(try harness.call(BudgetsAPI.List.self, .init()).budgets.count == 1)
        #expect(try !harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        try held.letGo()
        try harness.pass(minutes: 3)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        let state = try harness.inside { $0.engine.state }
        #expect(state.goals.map(\.name) == ["Sea"] && state.goals.map(\.saved) == [0])
        #expect(state.names.isEmpty && state.aftermaths.map(\.outcome) == [nil])
        try harness.stop()
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(again.opening.state.goals == state.goals)
        #expect(again.opening.state.names == state.names)
        #expect(again.opening.state.aftermaths == state.aftermaths)
        #expect(again.opening.state.tally == state.tally)
        try again.stop()
    }

    @Test func aRecordThatCannotBeReadEndsEveryStreamWithItsError() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        harness.opening.store.close()
        func refusal<Method: TypedMethod>(
            _ method: Method.Type, _ parameters: Method.Parameters
        ) throws -> String? {
            #expect(throws: VarlinkError.self) { try harness.stream(method, parameters) }?.name
        }
        #expect(try refusal(UsageAPI.Sessions.self, .init()) == UsageAPI.StoreUnavailable.name)
        #expect(
            try refusal(UsageAPI.Sessions.self, .init(limit: 3)) == UsageAPI.StoreUnavailable.name)
        #expect(
            try refusal(MetricsAPI.Export.self, .init(format: .csv, table: .requests))
                == MetricsAPI.StoreUnavailable.name)
        #expect(try refusal(DaemonAPI.Backup.self, .init()) == DaemonAPI.StoreUnavailable.name)
        #expect(
            try harness.refusal(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true)).name
                == CheckInAPI.StoreUnavailable.name)
        try harness.server.shutdown().wait()
    }
}
