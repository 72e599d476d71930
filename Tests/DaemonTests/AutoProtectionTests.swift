import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// A daemon that protects by itself, with the rules that are shipped.
@Suite struct AutoProtectionTests {
    /// One target, blocked from 22:00 on.
    private static let evening = """
        unblock: {wait: {planned: 10s, impulse: 30s}}
        targets:
          games: {name: Games, sites: [games.example]}
          shopping: {name: Shopping, sites: [amazon.com]}
        quiet_hours:
          nights: {block: [shopping], ranges: [{days: daily, time: "22:00-06:30"}]}
        """

    /// The three unblocks of the golden night: Wednesday 22:10, 22:35 and 22:58; it is 22:58 then.
    private func goldenNight(_ rules: String = evening) throws -> Harness {
        let harness = try Harness(rules: rules)
        try harness.pass(minutes: 129, tick: [0])
        for minutes: Int64 in [0, 24, 22] {
            try harness.pass(minutes: minutes, tick: [0])
            harness.time.pass(50_000)
            try harness.unblock("shopping", .planned)
        }
        return harness
    }

    @Test func theGoldenNightEndsInATwoHourWindow() throws {
        let harness = try goldenNight()
        defer { harness.remove() }
        let unblocks = harness.entries.of(.unblocked).map { $0.fields["SOTERIA_UNTIL"] }
        #expect(
            unblocks == [
                "2026-11-18T22:25:00+01:00", "2026-11-18T22:50:00+01:00",
                "2026-11-18T23:13:00+01:00",
            ])
        // The risk is made at once after each unblock; a window begins at a mark only.
        var status = try harness.call(RiskAPI.GetStatus.self, .init()).status
        #expect(status.score == FixedPoint(thousandths: 1000))
        try harness.pass(minutes: 1, tick: [0])
        #expect(harness.entries.of(.autoProtectionBegan).isEmpty)
        #expect(try !harness.isBlocked())
        try harness.pass(minutes: 1, tick: [0, 1, 2])

        status = try harness.call(RiskAPI.GetStatus.self, .init()).status
        #expect(status.score == FixedPoint(thousandths: 1000))
        #expect(status.automatic == FixedPoint(thousandths: 1000))
        #expect(status.level == .critical)
        #expect(status.assessedAt == "2026-11-18T23:00:00+01:00")
        #expect(
            status.factors.filter(\.holds).map(\.factor)
                == ["high_frequency", "late_night", "rapid_unblocks"])
        #expect(status.factors.count == 6)
        for target in ["games", "shopping"] {
            let check = try harness.call(ProtectionAPI.Check.self, .init(target: target))
            let window = try #require(
                check.restrictions.first { $0.kind == .autoProtection })
            #expect(window.name == "Auto-Protection: High Risk Detected")
            #expect(window.until == "2026-11-19T01:00:00+01:00")
            #expect(!window.strict)
        }
        #expect(try harness.call(UnblockAPI.List.self, .init()).grants.isEmpty)
        try harness.stop()
    }

    @Test func aWindowIsToldInTheJournalTheStatusAndAPrompt() throws {
        let harness = try goldenNight()
        defer { harness.remove() }
        try harness.pass(minutes: 2, tick: [0, 1, 2])
        let began = try #require(harness.entries.of(.autoProtectionBegan).first)
        #expect(
            began.message
                == "The protection \"Auto-Protection: High Risk Detected\" blocks Games, Shopping "
                + "until 2026-11-19T01:00:00+01:00. "
                + "The risk is 1.000 (factors: high_frequency late_night rapid_unblocks).")
        #expect(began.fields["SOTERIA_TARGET"] == "games shopping")
        #expect(began.fields["SOTERIA_NAME"] == "Auto-Protection: High Risk Detected")
        #expect(began.fields["SOTERIA_UNTIL"] == "2026-11-19T01:00:00+01:00")
        #expect(began.fields["SOTERIA_RISK_SCORE"] == "1.000")
        #expect(
            began.fields["SOTERIA_FACTORS"] == "high_frequency late_night rapid_unblocks")
        #expect(began.fields["SOTERIA_REASON"] == "auto_protection")
        #expect(began.fields["SOTERIA_RULE"] == "high_risk")
        #expect(harness.entries.of(.protectionStarted).isEmpty)
        let ended = try #require(harness.entries.of(.grantEnded).last)
        #expect(ended.fields["SOTERIA_REASON"] == "auto_protection")
        #expect(
            try harness.inside { $0.phase.status }
                .contains(
                    "; protection Auto-Protection: High Risk Detected until 01:00; risk 1.000 "
                        + "critical"))

        let prompt = try #require(try harness.prompts().first { $0.kind == .autoProtection })
        #expect(prompt.title == "Auto-Protection: High Risk Detected")
        #expect(
            prompt.text
                == "Games and Shopping are blocked until 01:00. "
                + "The risk is 1.000: high frequency, late night, rapid unblocks.")
        #expect(prompt.targets == ["games", "shopping"])
        #expect(prompt.choices == [.why, .dismiss])
        #expect(prompt.until == "2026-11-19T01:00:00+01:00")
        let why = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt.prompt, choice: .why)
        ).result
        #expect(
            why
                == .init(
                    text: "Auto-Protection: High Risk Detected began at 23:00: the automatic risk "
                        + "score was 1.000 (critical). The risk factors were: "
                        + "high frequency (0.400), late night (0.400), rapid unblocks (0.200). "
                        + "The rule high_risk applied, because this was true: "
                        + "risk.automatic >= 0.8."))
        #expect(try harness.prompts().contains(prompt))
        try harness.stop()
    }

    @Test func aWindowLastsTwoHoursAndComesNotAgainForThirtyMinutes() throws {
        let rules =
            Self.evening + """

                risk: {factors: {always: {weight: 0.9, when: "true"}}}
                """
        let time = Time()
        let harness = try Harness(rules: rules, time: time)
        defer { harness.remove() }
        try harness.pass(minutes: 4, tick: [0])
        #expect(try !harness.isBlocked("games"))
        try harness.pass(minutes: 1, tick: [0, 1])
        #expect(try harness.isBlocked("games"))
        // Over a restart and with the clock set, it ends after two hours.
        try harness.pass(minutes: 55, tick: [0, 1, 2])
        try harness.stop()
        time.set(by: 3_600_000)
        let second = try Harness(directory: harness.directory, time: time)
        try second.pass(minutes: 64, tick: [0, 1])
        #expect(try second.isBlocked("games"))
        #expect(second.entries.of(.autoProtectionBegan).isEmpty)
        try second.pass(minutes: 1, tick: [0, 1])
        #expect(try !second.isBlocked("games"))
        try second.pass(minutes: 25, tick: [0, 1])
        #expect(try !second.isBlocked("games"))
        try second.pass(minutes: 5, tick: [0, 1])
        #expect(try second.isBlocked("games"))
        #expect(second.entries.of(.autoProtectionBegan).count == 1)
        try second.stop()
    }

    @Test func whileItProtectsAPlannedUnblockWaitsAsLongAsAnImpulse() throws {
        let harness = try goldenNight()
        defer { harness.remove() }
        try harness.pass(minutes: 1, tick: [0])
        #expect(try harness.call(UnblockAPI.Options.self, .init()).plannedWait == 10)
        try harness.pass(minutes: 1, tick: [0, 1, 2])
        #expect(try harness.call(UnblockAPI.Options.self, .init()).plannedWait == 30)
        let request = try harness.request("shopping", .planned)
        #expect(request.waitSeconds == 30)
        try harness.pass(seconds: 30)
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        #expect(reply.grant?.targets == ["shopping"])
        #expect(try harness.isBlocked("games"))
        try harness.stop()
    }

    @Test func rulesAreListedAndSwitched() throws {
        let harness = try goldenNight()
        defer { harness.remove() }
        let rule = ProtectionAPI.AutoProtection(
            rule: "high_risk", name: "Auto-Protection: High Risk Detected",
            targets: ["games", "shopping"], condition: "risk.automatic >= 0.8", seconds: 7200,
            againAfter: 1800, enabled: true, switched: false, strict: false, until: nil)
        #expect(try harness.call(ProtectionAPI.ListAutoProtections.self, .init()).rules == [rule])
        let off = try harness.call(
            ProtectionAPI.SetAutoProtection.self, .init(rule: "high_risk", enabled: false))
        #expect(!off.rule.enabled)
        #expect(off.rule.switched)
        try harness.pass(minutes: 2, tick: [0, 1, 2])
        #expect(harness.entries.of(.autoProtectionBegan).isEmpty)
        _ = try harness.call(
            ProtectionAPI.SetAutoProtection.self, .init(rule: "high_risk", enabled: true))
        try harness.pass(minutes: 5, tick: [0, 1])
        var running = rule
        running.switched = true
        running.until = "2026-11-19T01:05:00+01:00"
        #expect(
            try harness.call(ProtectionAPI.ListAutoProtections.self, .init()).rules == [running])
        // A running protection continues to its end.
        _ = try harness.call(
            ProtectionAPI.SetAutoProtection.self, .init(rule: "high_risk", enabled: false))
        #expect(try harness.isBlocked("games"))
        #expect(
            harness.entries.of(.switched).map { $0.fields["SOTERIA_STATE"] }
                == ["off", "on", "off"])
        #expect(
            try harness.refusal(
                ProtectionAPI.SetAutoProtection.self, .init(rule: "nosuch", enabled: false))
                == ProtectionAPI.NoSuchRule(rule: "nosuch").varlinkError)
        try harness.stop()
    }

    @Test func aStrictOneIsNeitherSwitchedOffNorOpenedWhileItRuns() throws {
        let harness = try goldenNight(
            Self.evening + "\nauto_protection: {high_risk: {strict: true, block: [shopping]}}\n")
        defer { harness.remove() }
        try harness.pass(minutes: 2, tick: [0, 1, 2])
        let until = "2026-11-19T01:00:00+01:00"
        #expect(
            try harness.refusal(
                ProtectionAPI.SetAutoProtection.self, .init(rule: "high_risk", enabled: false))
                == ProtectionAPI.Strict(until: until).varlinkError)
        #expect(
            try harness.refusal(UnblockAPI.Request.self, .init(place: .init(target: "shopping")))
                == UnblockAPI.Strict(
                    target: "shopping", until: until,
                    restriction: "Auto-Protection: High Risk Detected"
                ).varlinkError)
        #expect(try !harness.isBlocked("games"))
        try harness.stop()
    }

    @Test func rulesAndVariablesAreShown() throws {
        let harness = try goldenNight()
        defer { harness.remove() }
        let rules = try harness.call(RulesAPI.List.self, .init()).rules
        #expect(rules.filter { $0.kind == .autoProtection }.map(\.rule) == ["high_risk"])
        let variables = try harness.call(RulesAPI.Variables.self, .init()).variables
        let values = Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.value) })
        #expect(values["risk.automatic"] == "1.0")
        #expect(values["unblocks.last_hour"] == "3")
        #expect(values["unblocks.last_gap"] == #"duration("1380s")"#)
        try harness.stop()
    }
}
