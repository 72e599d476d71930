import API
import Engine
import Testing
import Varlink

@testable import soteriad

/// Strict protections that are taken back in their first minute.
@Suite struct TakeBackTests {
    private func protect(_ harness: Harness, strict: Bool) throws -> ProtectionAPI.Start.Reply {
        try harness.call(
            ProtectionAPI.Start.self,
            .init(target: "games", seconds: 604_800, strict: strict ? true : nil))
    }

    private func games(_ harness: Harness) throws -> ProtectionAPI.TargetState {
        try #require(
            try harness.call(ProtectionAPI.List.self, .init()).targets.first {
                $0.target == "games"
            })
    }

    @Test func itIsSaidUntilWhenAndTakenBack() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let started = try protect(harness, strict: true)
        #expect(started.takeBackUntil == "2026-11-18T20:01:00+01:00")
        #expect(try games(harness).takeBackUntil == started.takeBackUntil)
        try harness.pass(seconds: 59)
        let reply = try harness.call(ProtectionAPI.TakeBack.self, .init())
        #expect(reply == ProtectionAPI.TakeBack.Reply(id: started.id, blocked: []))
        let state = try games(harness)
        #expect(!state.blocked && state.takeBackUntil == nil)
        let told = try #require(harness.entries.of(.protectionEnded).last)
        #expect(told.message.hasSuffix("was undone in its first minute."))
        #expect(told.fields["SOTERIA_REASON"] == "undone in its first minute")
        var facts: [JSONObject] = []
        try harness.client().callMore(
            DaemonAPI.Events.method, DaemonAPI.Events.Parameters(kinds: ["protectionEnded"])
        ) { reply in
            facts += try JSON.object(reply).decode(as: DaemonAPI.Events.Reply.self).events
                .map(\.fact)
            return .continue
        }
        #expect(facts == [["id": .integer(Int64(started.id)), "takenBack": true]])
        try harness.stop()
    }

    @Test func refusals() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        func refusal(_ id: Int?) throws -> VarlinkError {
            try harness.refusal(ProtectionAPI.TakeBack.self, .init(id: id))
        }
        #expect(try refusal(nil) == ProtectionAPI.NoSuchProtection().varlinkError)
        #expect(try refusal(999) == ProtectionAPI.NoSuchProtection(id: 999).varlinkError)
        let mild = try protect(harness, strict: false)
        #expect(mild.takeBackUntil == nil)
        #expect(try refusal(mild.id) == ProtectionAPI.NotStrict(id: mild.id).varlinkError)
        let strict = try protect(harness, strict: true).id
        try harness.pass(seconds: 60)
        #expect(
            try refusal(nil) == ProtectionAPI.TooLate(id: strict, seconds: 60).varlinkError)
        #expect(try games(harness).takeBackUntil == nil)
        try harness.stop()
    }
}
