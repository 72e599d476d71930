import API
import Engine
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// An upgrade that changes the shipped defaults: no edit by the person.
@Suite struct DefaultsChangeTests {
    /// The shipped `unblock.yaml` of 0.1.0.
    private static let former = """
        # What happens when you ask for a blocked app or site.
        version: 1

        unblock:
          # How long an unblocked target stays open.
          grant: 15m
          # How long you wait before it opens: for what you planned, and for an impulse.
          wait: {planned: 10s, impulse: 30s}
          # What a planned purchase can be for, and how you can feel. Your own lists replace these.
          categories: [necessity, gift, replacement, treat, other]
          moods: [lonely, bored, stressed, tired, sad, anxious, happy, other]

        """
    private static let shop = """
        targets: {shop: {sites: [shop.example]}}
        quiet_hours: {nights: {block: [shop], ranges: [{time: "22:30-06:30"}]}}

        """

    /// Where the shipped files are installed: those of 0.1.0, or the present ones.
    private func install(_ prefix: String, unblock: String?) throws {
        let shipped = prefix + "/share/soteria/rules.d"
        let files = FileManager.default
        try files.createDirectory(atPath: shipped, withIntermediateDirectories: true)
        let defaults = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "rules/defaults")
        for name in ["auto-protection", "plans", "risk", "unblock"].map({ $0 + ".yaml" }) {
            var text = try String(contentsOf: defaults.appending(path: name), encoding: .utf8)
            if name == "unblock.yaml", let unblock { text = unblock }
            try text.write(toFile: "\(shipped)/\(name)", atomically: true, encoding: .utf8)
        }
    }

    /// A daemon under the defaults of 0.1.0, and one under the present ones after it; meanwhile the
    /// person's file becomes `edited`, and the shipped one `unblock`. `impulseWait` is the wait of
    /// the first daemon, in seconds.
    private func upgrade(
        _ own: String, edited: String? = nil, unblock: String? = nil, impulseWait: Int = 30,
        _ body: (Harness) throws -> Void
    ) throws {
        let prefix = NSTemporaryDirectory() + "soteria-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: prefix) }
        try install(prefix, unblock: Self.former)
        let time = Time()
        let first = try Harness(rules: own, time: time, prefix: prefix)
        defer { first.remove() }
        let options = try first.call(UnblockAPI.Options.self, .init())
        #expect(options.plannedWait == 10 && options.impulseWait == impulseWait)
        try first.stop()
        try install(prefix, unblock: unblock)
        if let edited {
            try edited.write(
                toFile: first.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        }
        time.pass(1_000)
        let second = try Harness(directory: first.directory, time: time, prefix: prefix)
        try body(second)
        try second.stop()
        time.pass(1_000)
        let third = try Harness(directory: first.directory, time: time, prefix: prefix)
        #expect(third.entries.of(.defaultsChanged).isEmpty)
        #expect(try third.call(DaemonAPI.GetStatus.self, .init()).changedDefaults == nil)
        try third.stop()
    }

    /// The journal entries of an upgrade.
    func entries() throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        try upgrade(Self.shop) { entries = $0.entries.list }
        return entries
    }

    private func weakened(_ harness: Harness) throws -> [[String]] {
        try harness.call(DaemonAPI.GetStatus.self, .init()).incidents
            .filter { $0.kind == .rulesWeakened }.map(\.what)
    }

    @Test func itIsToldOnceAndIsNoIncident() throws {
        try upgrade(Self.shop) { harness in
            let options = try harness.call(UnblockAPI.Options.self, .init())
            let standard = UnblockRules.standard
            #expect(Int64(options.plannedWait) == standard.plannedWait.seconds)
            #expect(Int64(options.impulseWait) == standard.impulseWait.seconds)
            let told = try #require(
                try harness.call(DaemonAPI.GetStatus.self, .init()).changedDefaults)
            #expect(told.count == 1 && told[0].hasPrefix("Soteria 0.2.0 changed its defaults: "))
            #expect(harness.entries.of(.defaultsChanged).map(\.message) == told)
            #expect(try weakened(harness).isEmpty)
        }
    }

    @Test func nothingWaits() throws {
        try upgrade(Self.shop + "edits: {weakening_waits: 24h}\n") { harness in
            let options = try harness.call(UnblockAPI.Options.self, .init())
            #expect(Int64(options.impulseWait) == UnblockRules.standard.impulseWait.seconds)
            let status = try harness.call(DaemonAPI.GetStatus.self, .init())
            #expect((status.rules.pendingEdits ?? []).isEmpty)
            #expect(status.changedDefaults?.count == 1)
        }
    }

    @Test func theEditThatComesWithItIsComparedAsEver() throws {
        let shorter = Self.shop.replacing("22:30", with: "23:30")
        try upgrade(Self.shop, edited: shorter) { harness in
            let weakened = try weakened(harness)
            #expect(weakened == [["quiet_hours.nights"]])
        }
        let own = Self.shop + "unblock: {wait: {impulse: 1m}}\n"
        try upgrade(
            own + "edits: {weakening_waits: 24h}\n",
            edited: Self.shop + "edits: {weakening_waits: 24h}\n", impulseWait: 60
        ) { harness in
            let status = try harness.call(DaemonAPI.GetStatus.self, .init())
            #expect(status.rules.pendingEdits?.map(\.weakens) == [["unblock.wait"]])
            #expect(try harness.call(UnblockAPI.Options.self, .init()).impulseWait == 60)
        }
    }

    /// A shipped file that the person edited is theirs.
    @Test func onlyTheTextsThatWereShippedAreExcused() throws {
        let edited = Self.former.replacing("impulse: 30s", with: "impulse: 5s")
        try upgrade(Self.shop, unblock: edited) { harness in
            let weakened = try weakened(harness)
            #expect(weakened == [["unblock.wait"]])
            #expect(harness.entries.of(.defaultsChanged).isEmpty)
        }
    }
}
