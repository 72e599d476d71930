import API
import Foundation
import Systemd
import Testing
import Varlink

@testable import soteriad

/// Text that a person said, or that is in their files, must not reach readers of the journal.
@Suite struct JournalPrivacyTests {
    private func texts(_ harness: Harness) -> [String] {
        harness.entries.list.flatMap { [$0.message] + Array($0.fields.values) }
    }

    @Test func whetherItWasPlannedOrAnImpulseIsNotInTheJournal() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try harness.unblock("shopping", .impulse)
        let window = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 3600))
        let early = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(protection: window.id), intent: .init(purpose: .planned)))
        try harness.pass(seconds: 30)
        _ = try harness.call(
            UnblockAPI.Confirm.self, .init(request: early.request.request))
        #expect(harness.entries.of(.unblocked).count == 1)
        #expect(harness.entries.of(.protectionReleased).count == 1)
        for word in ["planned", "impulse"] {
            #expect(!texts(harness).contains { $0.contains(word) }, "\(word)")
        }
        try harness.stop()
    }

    @Test func aFactorThatReadsAMoodIsNotNamedInTheJournal() throws {
        let rules =
            nights + """

                risk:
                  factors:
                    late_night: {weight: 0.5, when: local.hour >= 23}
                    blue: {weight: 0.4, when: mood.last == "sad"}
                """
        let harness = try Harness(rules: rules)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let place = UnblockAPI.Place(target: "shopping")
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(place: place, intent: .init(purpose: .impulse, mood: "sad"))
        ).request.request
        _ = try harness.call(UnblockAPI.Keep.self, .init(request: request))
        try harness.pass(minutes: 15, tick: [0, 1, 2])
        let status = try harness.call(RiskAPI.GetStatus.self, .init()).status
        #expect(status.score.thousandths == 900)
        let told = try #require(harness.entries.of(.riskAssessed).last)
        #expect(told.fields["SOTERIA_RISK_SCORE"] == "0.900")
        #expect(told.fields["SOTERIA_REASON"] == "late_night")
        #expect(harness.entries.of(.quietHoursSuggested).count == 1)
        #expect(!texts(harness).contains { $0.contains("blue") || $0.contains("sad") })
        try harness.stop()
    }

    @Test func nothingOfAFileThatWasNamedForAListIsInTheJournal() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try "one.example\nsecret-word\n||x.example^$third-party=secret-word\nsecret word\n".write(
            toFile: harness.directory + "/private.txt", atomically: true, encoding: .utf8)
        let rules = """
            targets:
              casinos: {sites_from: ../private.txt}
            """
        try harness.edit(rules)
        let warned = texts(harness).filter { $0.contains("private.txt:2:") }
        #expect(warned.count == 2, "a message and a field")
        #expect(warned.allSatisfy { $0.contains("rules check") })
        // The person who asks sees what it is.
        let checked = try harness.call(RulesAPI.Check.self, .init())
        #expect("\(checked)".contains("secret-word"))
        #expect(!texts(harness).contains { $0.contains("secret") })
        try harness.stop()
    }
}
