import API
import Engine
import EventStore
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink
@testable import soteriad

@Suite struct TrackedEntriesTests {
    @Test func nothingThatAPersonTypedInOrUsedIsInTheJournal() throws {
        let entries = try Tracked().entries()
        let kinds: [EntryKind] = [
            .outcomeLogged, .goalReached, .usageEnded, .budgetReached, .budgetReset, .riskyHourTold,
            .checkInOpened, .checkInAnswered, .checkInLapsed, .rulesWeakened, .gap,
            .recordRestored, .retained, .recordHead,
        ]
        for kind in kinds {
            #expect(entries.contains { $0.messageID == kind.id }, "\(kind) was never told")
        }
        for entry in entries {
            let text = entry.message + "\n" + entry.fields.values.joined(separator: "\n")
            for secret in Tracked.secrets {
                #expect(!text.contains(secret), "\(secret): \(entry.message)")
            }
        }
    }

    @Test func whatWasUsedIsTargetAndSecondsOnly() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.pass(seconds: 42)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
        let entry = try #require(harness.entries.of(.usageEnded).first)
        #expect(entry.message == "Shopping was used for 42 s.")
        #expect(entry.fields["SOTERIA_TARGET"] == "shopping")
        #expect(entry.fields["SOTERIA_SECONDS"] == "42")
        #expect(entry.fields.keys.filter { $0.hasPrefix("SOTERIA_") }.count == 2)
        try harness.stop()
    }
}
