import API
import Foundation
import RuleModel
import Testing
import Varlink

@testable import EventStore
@testable import soteria

/// `soteria events verify`.
@Suite struct VerifyTests {
    /// An entry as `journalctl -o json` prints it.
    private static func entry(
        _ head: ChainHead, of device: String, _ at: String = "1793491200000000"
    ) -> String {
        #"{"__REALTIME_TIMESTAMP":"\#(at)","SOTERIA_SEQUENCE":"\#(head.sequence)","#
            + #""SOTERIA_HASH":"\#(head.hash)","SOTERIA_DEVICE":"\#(device)"}"# + "\n"
    }

    /// The same of the record in the directory.
    private static func entry(_ head: ChainHead, _ directory: RecordDirectory) throws -> String {
        let path = EventStore.database(in: directory.file("state"))
        return entry(head, of: try EventStore.verify(path: path, heads: []).device)
    }

    private func run(
        _ directory: RecordDirectory, _ arguments: String..., journal: String? = nil,
        removals: String = ""
    ) -> CommandRun {
        CommandRun(
            arguments: ["events", "verify", "--state", directory.file("state")] + arguments,
            style: Style(width: 120),
            run: { program, arguments in
                if arguments.last == "MESSAGE_ID=\(JournalHeads.removalID)" {
                    return ProgramResult(status: 0, output: removals)
                }
                let isAsked =
                    program == "journalctl" && arguments.first == "--user"
                    && arguments.last == "MESSAGE_ID=\(JournalHeads.messageID)"
                return ProgramResult(
                    status: isAsked && journal != nil ? 0 : 1, output: journal ?? "")
            })
    }

    @Test func aWholeRecordThatTheJournalKnows() throws {
        let directory = try RecordDirectory()
        let head = try directory.record("state", events: 12)
        let run = try run(directory, journal: Self.entry(head, directory) + "-- no entry --\n{}\n")
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(
            run.output == """
                The record is intact: 12 events, up to number 12.
                The journal holds 1 hash of this record: 1 matches.

                """)
    }

    @Test func withoutAJournalNothingIsCompared() throws {
        let directory = try RecordDirectory()
        try directory.record("state", events: 1)
        for journal in [nil, ""] {
            let run = run(directory, journal: journal)
            #expect(run.status == 0)
            #expect(
                run.output == """
                    The record is intact: 1 event, up to number 1.
                    The journal holds no hash of this record, so nothing was compared.

                    """)
        }
    }

    @Test func aRewrittenRecordIsFound() throws {
        let directory = try RecordDirectory()
        try directory.record("state", events: 12)
        var head = ChainHead(sequence: 5, hash: String(repeating: "ab", count: 32))
        let run = try run(directory, journal: Self.entry(head, directory))
        #expect(run.status == 1)
        #expect(
            run.output.hasPrefix(
                "The record is not intact: event 5 or an earlier event was rewritten: the hash"
            ))
        // Links that hold say nothing where all of them may have been made again.
        #expect(
            run.output.contains(
                "Any event up to number 5 may have been changed, so no event can be trusted.\n"))
        #expect(!run.output.contains("4 events") && !run.output.contains("are unchanged"))
        head.sequence = 13
        let short = try self.run(directory, journal: Self.entry(head, directory))
        #expect(short.status == 1)
        #expect(
            short.output.hasPrefix(
                """
                The record is not intact: event 13 was recorded, but the record ends before it.
                12 events before event 13 are unchanged; later events cannot be trusted.

                """))
    }

    @Test func whatAHeadAgreesWithIsAsRecorded() throws {
        let directory = try RecordDirectory()
        let first = try directory.record("state", events: 4)
        // The record goes on.
        try directory.record("state", events: 5)
        let other = ChainHead(sequence: 9, hash: String(repeating: "0", count: 64))
        let journal = try Self.entry(first, directory) + Self.entry(other, directory)
        let run = run(directory, journal: journal)
        #expect(run.status == 1)
        #expect(
            run.output.contains(
                "Events up to the last matching hash are unchanged; later events cannot"))
    }

    @Test(arguments: [true, false])
    func theJournalOutlivesARecord(isNewest: Bool) throws {
        let directory = try RecordDirectory()
        let head = try directory.record("state", events: 4)
        let other = Self.entry(
            ChainHead(sequence: 4, hash: String(repeating: "0", count: 64)), of: "another")
        let own = try Self.entry(head, directory)
        let run = run(directory, journal: isNewest ? other + own : own + other)
        #expect(run.status == 0)
        #expect(
            run.output == """
                The record is intact: 4 events, up to number 4.
                The journal holds 1 hash of this record: 1 matches.
                The journal also holds 1 hash of other records.

                """)
        let alone = self.run(directory, journal: other + other)
        #expect(alone.status == 0)
        #expect(
            alone.output.hasSuffix(
                """
                The journal holds no hash of this record, so nothing was compared.
                The journal also holds 2 hashes of other records.

                """))
    }

    /// The journal holds a hash from a minute before the record's first event.
    @Test func aRecordThatVanishedIsMissed() throws {
        let directory = try RecordDirectory()
        try directory.record("state", events: 4)
        func earlier(in path: String) -> String {
            let head = ChainHead(sequence: 400, hash: String(repeating: "0", count: 64))
            return Self.entry(head, of: "another").replacing(
                "\"}\n", with: "\",\"SOTERIA_STORE_PATH\":\"\(path)\"}\n")
        }
        let path = EventStore.database(in: directory.file("state"))
        let lost = run(directory, journal: earlier(in: path))
        #expect(lost.status == 1)
        #expect(
            lost.output.hasPrefix(
                "The record is not intact: an earlier record was in use until 2026-11-01, and "
                    + "nothing explains that it is gone.\n"))
        // It was elsewhere.
        #expect(run(directory, journal: earlier(in: "/nowhere/soteria.sqlite")).status == 0)
        // The uninstaller removed it.
        func removal(_ at: String) -> String {
            #"{"__REALTIME_TIMESTAMP":"\#(at)","SOTERIA_STORE_PATH":"\#(path)"}"# + "\n"
        }
        let removed = run(
            directory, journal: earlier(in: path), removals: removal("1793491200000001"))
        #expect(removed.status == 0)
        // What was removed was another one, long before.
        let before = run(
            directory, journal: earlier(in: path), removals: removal("1793491100000000"))
        #expect(before.status == 1)
    }

    @Test func aRestoreExplainsWhatWasThereBeforeAndHasItsLocalDay() throws {
        let directory = try RecordDirectory()
        try directory.record("old", events: 3)
        try directory.record("state", events: 2)
        let night = try #require(Instant(rfc3339: "2026-11-02T23:30:00Z"))
        _ = try EventStore.restore(
            from: EventStore.database(in: directory.file("old")),
            into: directory.file("state"), at: night)
        let other = Self.entry(
            ChainHead(sequence: 2, hash: String(repeating: "0", count: 64)), of: "another")
        let path = EventStore.database(in: directory.file("state"))
        let run = run(
            directory,
            journal: other.replacing(
                "\"}\n", with: "\",\"SOTERIA_STORE_PATH\":\"\(path)\"}\n"))
        #expect(run.status == 0)
        // The events are of a zone an hour east of UTC.
        #expect(run.output.contains("The record was restored on 2026-11-03 from soteria.sqlite.\n"))
    }

    /// A restore gives the record another id, and the hashes of the former one still count.
    @Test func hashesFromBeforeARestoreAreCompared() throws {
        let directory = try RecordDirectory()
        let head = try directory.record("old", events: 3)
        let old = EventStore.database(in: directory.file("old"))
        let device = try EventStore.verify(path: old, heads: []).device
        try directory.record("state", events: 2)
        let night = try #require(Instant(rfc3339: "2026-11-02T23:30:00Z"))
        _ = try EventStore.restore(from: old, into: directory.file("state"), at: night)
        let report = try EventStore.verify(
            path: EventStore.database(in: directory.file("state")), heads: [])
        #expect(report.device != device)
        #expect(report.formerDevices == [FormerDevice(device: device, until: night)])
        let known = run(directory, journal: Self.entry(head, of: device))
        #expect(known.status == 0)
        #expect(known.output.contains("The journal holds 1 hash of this record: 1 matches."))
        var forged = head
        forged.hash = String(repeating: "0", count: 64)
        #expect(run(directory, journal: Self.entry(forged, of: device)).status == 1)
        // What it was copied from may have gone on under that id, elsewhere.
        var later = head
        later.sequence = 9
        let elsewhere = run(
            directory, journal: Self.entry(later, of: device, "1793750400000000"))
        #expect(elsewhere.status == 0)
    }

    @Test func asJSONAllOfItComes() throws {
        let directory = try RecordDirectory()
        let head = try directory.record("state", events: 3)
        let whole = try JSON(
            parsing: run(directory, "--json", journal: Self.entry(head, directory)).output)
        #expect(whole["whole"]?.boolValue == true && whole["compared"]?.intValue == 1)
        #expect(whole["head"]?["hash"]?.stringValue == head.hash)
        #expect(whole["broken"] == nil)
        let other = ChainHead(sequence: 2, hash: String(repeating: "0", count: 64))
        let run = try run(directory, "--json", journal: Self.entry(other, directory))
        #expect(run.status == 1)
        let broken = try JSON(parsing: run.output)["broken"]
        #expect(broken?["sequence"]?.intValue == 2)
        #expect(broken?["reason"]?.stringValue == "head_differs")
        #expect(broken?["known"]?.stringValue == other.hash)
    }

    @Test func whereNoRecordIsItSaysSo() throws {
        let directory = try RecordDirectory()
        let run = run(directory)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.hasSuffix("/state/soteria.sqlite: No such file or directory\n"))
        let unknown = CommandRun(
            "events", "verify",
            environment: ["HOME": "/nowhere", "SOTERIA_SOCKET": "/nowhere/soteria"])
        #expect(unknown.status == 64 && unknown.error.contains("--state DIR"))
    }

    @Test func theRunningDaemonsRecordIsTheOne() throws {
        let directory = try RecordDirectory()
        try directory.record("state", events: 4)
        var status = SampleReplies.status
        status.store.path = EventStore.database(in: directory.file("state"))
        let reply = status
        let daemon = try FakeDaemon(["org.soteria.daemon.GetStatus": Method { $0.reply(reply) }])
        defer { daemon.stop() }
        let run = CommandRun("events", "verify", daemon: daemon)
        #expect(run.status == 0 && run.output.hasPrefix("The record is intact: 4 events"))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"SOTERIA_SEQUENCE":"1"}"#,
        #"{"SOTERIA_SEQUENCE":"x","SOTERIA_HASH":"00","SOTERIA_DEVICE":"d"}"#,
        #"{"SOTERIA_SEQUENCE":[49]}"#, "{",
    ])
    func whatIsNoHeadIsPassedOver(line: String) {
        #expect(JournalHeads.entry(Substring(line)) == nil)
    }

    @Test func aHeadKnowsWhenItWasWritten() {
        let head = ChainHead(sequence: 7, hash: String(repeating: "0", count: 64))
        let read = JournalHeads.entry(
            Self.entry(head, of: "d", "1793491200123456").dropLast())
        #expect(read?.device == "d")
        #expect(read?.head.sequence == 7 && read?.head.hash == head.hash)
        #expect(read?.head.at == Instant(milliseconds: 1_793_491_200_123))
    }

    @Test func theCatalogueExplainsTheEntryThatIsLookedFor() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let catalog = try String(
            contentsOf: root.appendingPathComponent("systemd/soteria.catalog"), encoding: .utf8)
        #expect(catalog.contains("# kind: record-head\n-- \(JournalHeads.messageID)\n"))
        #expect(catalog.contains("# kind: record-removed\n-- \(JournalHeads.removalID)\n"))
        let script = try String(
            contentsOf: root.appendingPathComponent("systemd/uninstall"), encoding: .utf8)
        #expect(script.contains("MESSAGE_ID=\(JournalHeads.removalID)\n"))
    }

    @Test func whatWasRemovedAndRestoredIsSaid() {
        var report = ChainReport(
            device: "d", base: 20, head: ChainHead(sequence: 30, hash: "00"),
            restored: Restoration(
                source: "a.sqlite", at: RecordDirectory.start, sequence: 25, keptAside: nil,
                eventsAside: nil, isSameDevice: true))
        report.restoredDay = "2026-11-01"
        report.beginning = .afterRemoval
        (report.events, report.compared, report.passedOver, report.abandoned) = (10, 2, 3, 4)
        var text = ChainText(report: report, path: "p", heads: 9, others: 0)
        #expect(
            text.text(Style(width: 120)) == """
                The record is intact: 10 events, up to number 30.
                Events up to number 20 were removed, as the rules require.
                The journal holds 9 hashes of this record: 2 match, 3 belong to removed events, 4 \
                are from before a restore.
                The record was restored on 2026-11-01 from a.sqlite.

                """)
        report.beginning = .afterDamage
        (report.passedOver, report.abandoned) = (1, 1)
        text = ChainText(report: report, path: "p", heads: 4, others: 0)
        #expect(
            text.text(Style(width: 120)).contains(
                "2 match, 1 belongs to removed events, 1 is from before a restore."))
        #expect(
            text.text(Style(width: 120)).contains(
                "Events up to number 20 were lost: the record continues a damaged one.\n"))
    }

    @Test(arguments: [
        (ChainBreak.Reason.changed, "changed", "10 events before event 31 are unchanged;"),
        (.missing, "missing", "10 events before event 31 are unchanged;"),
        (.endsBeforeHead, "ends_before_head", "10 events before event 31 are unchanged;"),
        (
            .stateDiffers, "state_differs",
            "The chain of 10 events is intact, but the state that was "
        ),
        (
            .unrecordedRemoval, "unrecorded_removal",
            "The chain of the remaining 10 events is intact; "
        ),
        (
            .anotherRecord(day: "2026-11-01"), "another_record",
            "The chain of 10 events is intact, but this check alone cannot tell whether the whole "
                + "chain was rewritten."
        ),
        (
            .pastLost(day: "2026-10-31"), "past_lost",
            "The chain of 10 events is intact, but the journal holds hashes of earlier events, "
        ),
    ])
    func everyBreakHasItsWords(reason: ChainBreak.Reason, word: String, rest: String) {
        var report = ChainReport(
            device: "d", base: 0, head: ChainHead(sequence: 30, hash: "00"), restored: nil)
        report.events = 10
        report.broken = ChainBreak(sequence: 31, reason: reason)
        let text = ChainText(report: report, path: "p", heads: 0, others: 0)
        #expect(text.output.broken?.reason == word && !text.output.whole)
        let shown = text.text(Style(width: 120))
        #expect(shown.hasPrefix("The record is not intact: "))
        if case .anotherRecord = reason {
            #expect(shown.contains("on 2026-11-01, a different record was in use, but"))
        } else if case .pastLost = reason {
            #expect(shown.contains(": an earlier record was in use until 2026-10-31, and nothing"))
        } else {
            #expect(shown.contains(" event 31 "))
        }
        #expect(shown.contains("\n\(rest)"), "\(shown)")
    }
}
