import API
import Testing
import Varlink

@testable import soteriad

/// The news that something in use closes soon, as clients see it.
@Suite struct OpenTimeEndTests {
    private func prompt(_ harness: Harness) throws -> PromptsAPI.Prompt {
        try #require(try harness.prompts().first { $0.kind == .closing })
    }

    /// Games is used until its budget is nearly used up.
    private func budget() throws -> Harness {
        let harness = try Harness(
            rules: nights + """

                budgets:
                  play: {name: Play time, target: games, limit: 30m, resets: "04:00"}
                """)
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "games.example")
        try harness.use([use], minutes: 26, by: reporter)
        return harness
    }

    @Test func aBudgetIsToldWithItsName() throws {
        let harness = try budget()
        defer { harness.remove() }
        let prompt = try prompt(harness)
        #expect(prompt.title == "Games closes at 20:30" && prompt.targets == ["games"])
        #expect(prompt.text == "If you go on, the budget Play time will be used up then.")
        #expect(prompt.choices == [.end, .dismiss])
        #expect(prompt.until == "2026-11-18T20:30:00+01:00")
        #expect(
            try harness.facts("newsTold").map(\.fact) == [
                [
                    "targets": ["games"], "at": "2026-11-18T20:30:00+01:00", "cause": "budget",
                    "rule": "play",
                ]
            ])
        try harness.stop()
    }

    @Test func itCanEndNow() throws {
        let harness = try budget()
        defer { harness.remove() }
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: try prompt(harness).prompt, choice: .end)
        ).result
        #expect(result.until == "2026-11-19T04:00:01+01:00")
        #expect(try harness.isBlocked("games"))
        #expect(try harness.prompts().isEmpty)
        try harness.stop()
    }

    @Test func aPermissionIsEndedByItsAnswer() throws {
        let harness = try Harness(
            rules: nights.replacing("unblock: {", with: "unblock: {grant: 10m, "))
        defer { harness.remove() }
        _ = try harness.call(ProtectionAPI.Start.self, .init(target: "games", seconds: 3600))
        try harness.unblock("games", .planned)
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "games.example")
        try harness.use([use], minutes: 6, by: reporter)
        let prompt = try prompt(harness)
        #expect(prompt.title == "Games closes at 20:10")
        #expect(prompt.text == "Your permission ends then.")
        let result = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .end)
        ).result
        #expect(result == PromptsAPI.Result())
        #expect(try harness.isBlocked("games"))
        try harness.stop()
    }
}
