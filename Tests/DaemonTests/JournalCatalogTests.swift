import API
import Engine
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// The daemon's journal entries, held against the catalog.
@Suite struct JournalCatalogTests {
    @Test func everyKindOfEntryIsInTheCatalog() throws {
        let catalog = try Self.catalog()
        #expect(Set(catalog.keys) == Set(EntryKind.allCases.map(\.id.description)))
    }

    @Test func entriesCarryTheFieldsThatTheCatalogSpeaksOf() throws {
        let catalog = try Self.catalog()
        let evening =
            try conversation() + Tracked().entries() + EditsTests().entries()
            + DefaultsChangeTests().entries()
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180, tick: [0, 1, 2])
        _ = try harness.call(ProtectionAPI.Start.self, .init(seconds: 600))
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        _ = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "games", monitored: false))
        harness.time.set(by: -7_200_000)
        try harness.inside {
            $0.handleClockChange()
            $0.handle(.clockChecked, isSynchronised: true)
        }
        try harness.pass(minutes: 480)
        try "nonsense".write(
            toFile: harness.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        _ = try? harness.call(RulesAPI.Reload.self, .init())
        try harness.inside {
            let logger = $0.journal
            $0.handle(.reporterLost(.minutes(5)))
            logger.storeFailing(.full(path: "p"), path: "p")
            logger.storeRecovered($0.store.health)
            logger.storeDamaged(path: "p", setAside: "q", damage: "why")
            logger.log(.refusedUser(PeerCredentials(pid: 1, uid: 2, gid: 3)))
            logger.log(.slowReader(PeerCredentials(pid: 1, uid: 2, gid: 3), method: "m"))
        }
        var kinds: Set<String> = []
        for entry in harness.entries.list + evening {
            guard let id = entry.messageID?.description else { continue }
            kinds.insert(id)
            let fields = try #require(catalog[id])
            #expect(fields.isSubset(of: entry.fields.keys), "\(entry.message)")
        }
        // A stop, a change of zone and an uninstallation are seen by the system tests.
        let unseen = Set(catalog.keys).subtracting(kinds)
        let others = [EntryKind.stopping, .zoneChanged, .recordRemoved, .recordLost]
        #expect(unseen == Set(others.map(\.id.description)))
        try harness.stop()
    }

    /// The fields that each entry of the catalog speaks of, by the entry's id.
    private static func catalog() throws -> [String: Set<String>] {
        let path = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "systemd/soteria.catalog")
        var found: [String: Set<String>] = [:]
        var id = ""
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("-- ") {
                id = String(line.dropFirst(3).prefix(32))
                found[id] = []
            }
            let parts = line.split(separator: "@", omittingEmptySubsequences: false)
            for part in parts where part.hasPrefix("SOTERIA_") {
                found[id]?.insert(String(part))
            }
        }
        return found
    }

    /// Returns the journal entries of an evening with every kind of event of a conversation.
    private func conversation() throws -> [JournalEntry] {
        let harness = try Harness(
            rules: nights + """

                risk: {factors: {late_night: null, late: {weight: 0.9, when: local.hour >= 23}}}
                """)
        defer { harness.remove() }
        let window = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 3600))
        let early = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(protection: window.id), intent: .init(purpose: .impulse))
        ).request.request
        try harness.pass(seconds: 30)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: early))
        try harness.pass(minutes: 170)
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
        let kept = try harness.request("shopping", nil).request
        _ = try harness.call(UnblockAPI.Keep.self, .init(request: kept))
        try harness.unblock()
        let pause = try harness.request("games", nil, pause: true).request
        // The risk rises and the daemon protects, which ends the permission; the pause expires.
        try harness.pass(minutes: 11, tick: [0, 1, 2])
        #expect(try harness.outcome(of: pause) == .expired)
        try harness.stop()
        return harness.entries.list
    }
}
