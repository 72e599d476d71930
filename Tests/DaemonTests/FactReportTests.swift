import API
import Engine
import EventStore
import Foundation
import Logging
import Phrasing
import RuleModel
import Synchronization
import Systemd
import Testing
import Varlink

@testable import soteriad

/// The report of each fact, for socket and journal, for a record that version 0.1.0 wrote:
/// `Tests/Records/told.txt`. The reports may change, and
/// `SOTERIA_REGENERATE=1 swift test --filter FactReportTests` writes them again; the record never
/// does.
@Suite struct FactReportTests {
    private static let directory = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Records/0.1.0")

    private static let rules = """
        targets:
          shopping: {name: Shopping, sites: [amazon.com]}
          games: {name: Games, sites: [games.example]}
        risk:
          factors:
            late_night: {weight: 0.3, when: late}
            weekend: {weight: 0.1, when: weekend}
            sad: {weight: 0.1, when: 'mood.last == "sad"'}
        """

    /// The events of the record.
    private func recorded(_ directory: String) throws -> [Event] {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Self.directory.path + "/soteria.sqlite", toPath: directory + "/soteria.sqlite")
        let opening = try EventStore.open(
            directory: directory, at: Instant(seconds: 1_795_296_600))
        defer { opening.store.close() }
        let found = Mutex<[Event]>([])
        let done = DispatchSemaphore(value: 0)
        opening.store.read(EventQuery()) { events in
            found.withLock { $0 += events }
            return true
        } completion: { _ in
            done.signal()
        }
        done.wait()
        return found.withLock { $0 }
    }

    /// An event in the form of `Tests/Records/told.txt`.
    private func told(
        _ event: Event, _ phrased: DaemonAPI.Event, _ journal: [JournalEntry]
    ) -> String {
        func line(_ text: String) -> String { text.replacingOccurrences(of: "\n", with: "\\n") }
        var lines = [
            "\(phrased.sequence) \(phrased.at) \(phrased.kind)", "fact \(phrased.fact)",
            phrased.text == "" ? "text" : line("text \(phrased.text ?? "nil")"),
        ]
        for entry in journal {
            let fields = entry.fields.filter { $0.key != "LOGGER" }.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value)" }.joined(separator: "|")
            let id = entry.messageID?.description ?? "-"
            lines.append(line("journal \(entry.priority) \(id) \(entry.message) [\(fields)]"))
        }
        return lines.joined(separator: "\n")
    }

    @Test func aRecordOfTheFirstVersionIsToldAsItWas() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let events = try recorded(harness.directory + "/record")
        let phrased = try harness.inside { daemon in
            events.map { DaemonAPI.Event($0, in: daemon.engine) }
        }
        let (clock, risk) = try harness.inside { ($0.engine.localClock, $0.engine.rules.risk) }
        var state = State()
        let entries = Entries()
        let journal = Logger.daemon(Journal { entries.add($0) })
        let parts = zip(events, phrased).map { event, phrased in
            let before = PriorState(state)
            state.evolve(event)
            let context = FactJournal(
                names: ["shopping": "Shopping", "games": "Games"], before: before,
                incidents: state.incidents, risk: risk)
            let known = entries.list.count
            for entry in FactReporter(event: event, clock: clock, journal: context).report.entries {
                journal.send(entry)
            }
            return told(event, phrased, Array(entries.list.dropFirst(known)))
        }
        let page = Self.directory.deletingLastPathComponent().appending(path: "told.txt")
        if ProcessInfo.processInfo.environment["SOTERIA_REGENERATE"] == "1" {
            let text = parts.joined(separator: "\n\n") + "\n"
            try text.write(to: page, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: page, encoding: .utf8)
            .trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
        #expect(parts.count == expected.count)
        for (part, expected) in zip(parts, expected) { #expect(part == expected) }
        // Every kind that the version knew, but `storeReplaced`.
        #expect(Set(events.map(\.fact.kind)).count == 50)
        try harness.stop()
    }

    @Test func aDamagedStoreIsToldWithTheOldOnesPlace() throws {
        let event = Event(
            sequence: 1, at: Instant(seconds: 0), offset: 0, elapsed: .zero, boot: BootID("b"),
            fact: .storeReplaced(setAside: "/a"))
        let report = FactReporter(
            event: event, clock: LocalClock(.utc), journal: FactJournal(risk: RuleSet.empty.risk)
        ).report
        #expect(report.members.object == ["setAside": "/a"])
        #expect(report.text == "the previous record is kept as /a")
    }

    @Test("A copied zone file that has a name of its own now is no change of the time zone")
    func aRenamedZoneIsNoEntry() {
        for (from, to, entries) in [
            ("localtime", "localtime-3f09ac", 0), ("localtime", "Asia/Tokyo", 1),
            ("localtime-3f09ac", "localtime-77d21e", 1),
        ] {
            let event = Event(
                sequence: 1, at: Instant(seconds: 0), offset: 0, elapsed: .zero, boot: BootID("b"),
                fact: .zoneChanged(from: from, to: to))
            let report = FactReporter(
                event: event, clock: LocalClock(.utc),
                journal: FactJournal(risk: RuleSet.empty.risk)
            ).report
            #expect(report.entries.count == entries, "\(from) to \(to)")
        }
    }
}
