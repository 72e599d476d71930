import Engine
import Foundation
import RuleModel
import Testing

@testable import EventStore

/// A record, a backup, exports and a state as version 0.1.0 wrote them.
struct FirstVersionTests {
    private static let path = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Records/0.1.0").path

    private static let head = "f47c656ff181486bf0e642798e2918261d1cdc7fd96437fd20e80722fe1af057"

    private func file(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: Self.path + "/" + name))
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The rows of a table, its names first.
    private func rows(_ text: String) throws -> [[[UInt8]?]] {
        var reader = CSVReader()
        return try text.utf8.compactMap { try reader.consume($0) }
    }

    /// A directory with the record, which opening changes.
    private func record() throws -> TestDirectory {
        let directory = TestDirectory()
        try directory.write(Array(try file("soteria.sqlite")))
        return directory
    }

    /// The state that version 0.1.0 left, with what this version makes of the same facts: it
    /// remembers the requests about each target and changes of the zone, and a restore ends what
    /// was young.
    private func stateOfThisVersion() throws -> State {
        let decoder = JSONDecoder()
        var state = try decoder.decode(State.self, from: try file("state.json"))
        let requests = """
            {"times":{"games":[1795210200000],"shopping":[1795210200000,1795210200000]}}
            """
        #expect(state.targetRequests == TargetRequests())
        state.targetRequests = try decoder.decode(
            TargetRequests.self, from: Data(requests.utf8))
        let restored = Deadline(boot: BootID("boot-3"), elapsed: TimeSpan(milliseconds: 2_136_750))
        #expect(state.switchedOn.count == 1 && state.edits.count == 1)
        state.switchedOn = [:]
        state.edits[0].revocable = Countdown(length: .zero, deadline: restored)
        #expect(!state.incidents.contains { $0.kind == .zoneChanged })
        let changes = """
            [{"kind":"zone_changed","at":1795004520569,"sequence":98,
              "what":["Europe/Berlin","Asia/Tokyo"]},
             {"kind":"zone_changed","at":1795011055081,"sequence":248,
              "what":["Europe/Berlin","Pacific/Apia"]},
             {"kind":"zone_changed","at":1795011385465,"sequence":254,
              "what":["Europe/Berlin","Pacific/Apia"]}]
            """
        for change in try decoder.decode([Incident].self, from: Data(changes.utf8)) {
            let later = state.incidents.firstIndex { $0.sequence > change.sequence }
            state.incidents.insert(change, at: later ?? state.incidents.endIndex)
        }
        return state
    }

    private func expectTheRecord(_ directory: TestDirectory) throws {
        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(opening.replaced == nil)
        #expect(opening.store.health.head?.hash == Self.head)
        #expect(opening.store.health.events == 265)
        let state = opening.state
        var known = try stateOfThisVersion()
        let days = Self.day - 1000..<Self.day + 1000
        var (figures, before) = (state.tally.metrics(days: days), known.tally.metrics(days: days))
        expectEpisodes(figures.episodes)
        // By request, nothing has changed.
        before.episodes = figures.episodes
        #expect(figures == before)
        figures = state.tally.metrics(days: Self.day + 1..<Self.day + 1000)
        #expect(figures.episodes.countsRequests == (figures.episodes.keptBefore > 0))
        // The state at the end knows nothing of episodes.
        (known.tally, known.episodes) = (state.tally, state.episodes)
        #expect(state == known)
    }

    /// 2026-11-18, as days since 1970-01-01.
    private static let day = 20_775

    /// Counted by hand. Of the removed events, one request is open and one unblock was planned.
    /// Then began episodes with the requests 62, 66, 9, 910, 911 (of games alone, which was
    /// blocked; 913 is part of it), 244, 317 and 319; those with 9, 910 and 911 were kept. The
    /// record unblocks under numbers that were never asked, or kept before: no episode has these.
    private func expectEpisodes(_ episodes: EpisodeMetrics) {
        #expect(episodes.countsRequests)
        #expect(episodes.all == 9 && episodes.opened == 1 && episodes.kept == 3)
        let hours: [Int] = (0..<24).map { hour in hour == 13 ? 1 : hour == 14 ? 2 : 0 }
        #expect(episodes.hours == hours)
        #expect(episodes.weekdays == [0, 0, 3, 0, 0, 0, 0])
        #expect(episodes.impulseShare == Share(1, of: 3))
        let names: [String] = (episodes.categories + episodes.moods).map(\.name)
        #expect(names == ["gift", "bored"])
        #expect(
            episodes.keptAmounts == [
                Amount(currency: nil, thousandths: 5000),
                Amount(currency: "EUR", thousandths: 49_900),
            ])
    }

    @Test("Its record opens with the state that it left, and every event is read")
    func opened() async throws {
        let directory = try record()
        try expectTheRecord(directory)
        let store = try open(directory).store
        defer { store.close() }
        #expect(try await store.all().map(\.sequence) == Array(61...325))
    }

    @Test("Its facts are written again as they were")
    func facts() throws {
        let text = String(decoding: try file("export.jsonl"), as: UTF8.self)
        var count = 0
        for line in text.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let fact = (object as? [String: Any])?["fact"] else { continue }
            let written = try JSONSerialization.data(
                withJSONObject: fact, options: [.sortedKeys, .withoutEscapingSlashes])
            let read = try JSONDecoder().decode(Fact.self, from: written)
            #expect(try json(read) == String(decoding: written, as: UTF8.self))
            count += 1
        }
        #expect(count == 265)
    }

    @Test("Its exports are made again, and read", arguments: ExportFormat.allCases)
    func exported(format: ExportFormat) async throws {
        let name = "export.\(format.rawValue)"
        let own = try record()
        defer { #expect(own.names.contains("soteria.sqlite")) }
        let store = try open(own).store
        #expect(
            try await store.exported(format).text == String(decoding: try file(name), as: UTF8.self)
        )
        store.close()
        let directory = TestDirectory()
        let report = try EventStore.importExport(
            from: Self.path + "/" + name, into: directory.path, at: start)
        #expect(report.record.head?.hash == Self.head)
        try expectTheRecord(directory)
    }

    @Test(
        "The removal that no event of it records is told after an import as after a restore",
        arguments: ["export.jsonl", "export.csv", "backup.sqlite"])
    func untoldRemoval(name: String) async throws {
        let directory = TestDirectory()
        let path = Self.path + "/" + name
        _ =
            name.hasSuffix("sqlite")
            ? try EventStore.restore(from: path, into: directory.path, at: start)
            : try EventStore.importExport(from: path, into: directory.path, at: start)
        let opening = try open(directory)
        let removal = try #require(opening.removal)
        #expect(removal.through == 60 && removal.removed == 60)
        var history = SampleHistory(seed: 61, after: 325)
        #expect(await opening.store.record([history.event(.retained(removal))]).failure == nil)
        opening.store.close()
        #expect(try EventStore.verify(path: directory.database, heads: []).broken == nil)
        let again = try open(directory)
        #expect(again.removal == nil)
        again.store.close()
    }

    @Test("Its requests are exported as they were")
    func requests() async throws {
        let directory = try record()
        let store = try open(directory).store
        defer {
            store.close()
            #expect(directory.names.contains("soteria.sqlite"))
        }
        let text = try await store.exported(.csv, of: .requests).text
        let old = String(decoding: try file("requests.csv"), as: UTF8.self)
        let now = try rows(text)
        let then = try rows(old)
        // New columns come behind the old ones.
        let columns = try #require(then.first).count
        #expect(now.map { $0.prefix(columns) } == then.map { $0[...] })
        // Until there is one, not a byte differs.
        if now.first?.count == columns { #expect(text == old) }
    }

    @Test("Its backup is whole and can be restored")
    func restored() throws {
        let path = Self.path + "/backup.sqlite"
        #expect(try EventStore.check(backup: path).head?.hash == Self.head)
        let directory = TestDirectory()
        _ = try EventStore.restore(from: path, into: directory.path, at: start)
        try expectTheRecord(directory)
    }
}
