import API
import Engine
import RuleFiles
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `protection.Explain` for rules that do not restrict, and `rules.Sources`.
@Suite struct ProspectTests {
    @Test func everyKindThatDoesNotRestrict() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        _ = try harness.call(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true))
        let reply = try harness.call(ProtectionAPI.Explain.self, .init(target: "games"))
        #expect(!reply.blocked && reply.rules.isEmpty)
        let prospects = try #require(reply.prospects)
        #expect(prospects.map(\.rule) == ["high_risk", "morning", "play"])
        #expect(prospects.map(\.kind) == [.autoProtection, .checkIn, .budget])
        #expect(
            prospects.map(\.why) == [
                "The condition is false.",
                "Already answered. Soteria asks again when the check-in's next day begins.",
                "0 min of 30 min used.",
            ])
        #expect(prospects.map(\.from) == [nil, "2026-11-19T04:00:00+01:00", nil])
        #expect(
            prospects[0].conditions == [
                .init(
                    text: "risk.automatic >= 0.8", holds: false,
                    values: [.init(variable: "risk.automatic", value: "0.0")])
            ])
        try harness.stop()
    }

    @Test func whatLiesAheadDependsOnWhatHappens() throws {
        let harness = try Harness(rules: tracked, time: Time("2026-11-18T07:00:00+01:00"))
        defer { harness.remove() }
        _ = try harness.call(CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true))
        let reply = try harness.call(
            ProtectionAPI.Explain.self, .init(target: "games", at: "2026-11-19T05:00:00+01:00"))
        let prospects = try #require(reply.prospects)
        #expect(prospects.map(\.rule) == ["high_risk", "morning", "play"])
        #expect(
            prospects.allSatisfy {
                $0.why == "Soteria cannot predict when this will block the target."
            })
        #expect(prospects.allSatisfy { $0.conditions == nil && $0.from == nil })
        try harness.stop()
    }

    @Test func theTextsThatWereAccepted() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reply = try harness.call(RulesAPI.Sources.self, .init())
        let own = try #require(reply.sources.last)
        #expect(own.text.contains("Quiet nights") && own.layer == 1 && own.digest == nil)
        #expect(reply.sources.allSatisfy { $0.layer == 0 || $0.path.hasPrefix("/") })
        let list = try harness.call(RulesAPI.List.self, .init())
        #expect(list.fingerprint == reply.fingerprint)
        #expect(list.files.map(\.path) == reply.sources.map(\.path))
        try harness.stop()
    }
}
