import Engine
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Changes that an attacker with the file can make, and how each is detected.
struct VerifyTests {
    /// A stopped store of 90 events with heads after 30, 60 and 90, as a journal kept them.
    private func recorded(_ seed: UInt64) async throws -> (TestDirectory, [ChainHead]) {
        let directory = TestDirectory()
        var history = SampleHistory(seed: seed)
        var heads: [ChainHead] = []
        for _ in 0..<3 {
            heads.append(try #require(try await directory.record(history.events(30))))
        }
        return (directory, heads)
    }

    private func verify(
        _ directory: TestDirectory, _ heads: [ChainHead] = []
    ) throws -> ChainReport {
        try EventStore.verify(path: directory.database, heads: heads)
    }

    @Test("A whole chain agrees with every head, whatever their order")
    func whole() async throws {
        let (directory, heads) = try await recorded(210)
        let report = try verify(directory, heads.reversed() + heads)
        #expect(report.broken == nil)
        #expect(report.events == 90 && report.head == heads[2] && report.compared == 6)
        #expect(report.passedOver == 0 && report.abandoned == 0 && report.restored == nil)
        #expect(try verify(directory).broken == nil)
    }

    @Test("It is read beside a running daemon, with what is still in its log")
    func besideADaemon() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 211)
        #expect(await store.record(history.events(20)).failure == nil)
        let head = try #require(store.health.head)
        let report = try verify(directory, [head])
        #expect(report.broken == nil && report.events == 20 && report.head == head)
        #expect(await store.record(history.events(20)).failure == nil)
        store.close()
    }

    @Test(
        "Every byte of a row counts",
        arguments: [
            "fact = replace(fact, substr(fact, 3, 1), 'Q')", "fact = fact || ' '",
            "fact = fact || char(0)", "at = at + 1", "at = at - 3600000", "offset = offset + 60",
            "elapsed = elapsed + 1", "kind = 'Decided'", "boot = 77",
            "hash = randomblob(32)", "hash = x''", "hash = substr(hash, 1, 31)",
        ])
    func changed(change: String) async throws {
        let (directory, heads) = try await recorded(212)
        try await directory.change("UPDATE events SET \(change) WHERE sequence = 41")
        let report = try verify(directory, heads)
        #expect(report.broken == ChainBreak(sequence: 41, reason: .changed))
        #expect(report.events == 40 && report.head.sequence == 40 && report.compared == 1)
    }

    @Test("A boot that is renamed changes the first event of it")
    func renamedBoot() async throws {
        let (directory, heads) = try await recorded(213)
        try await directory.change("UPDATE boots SET boot = 'other' WHERE id = 1")
        #expect(try verify(directory, heads).broken == ChainBreak(sequence: 1, reason: .changed))
    }

    @Test("A removed event is named, and so is the end where it was cut")
    func removed() async throws {
        let cases: [(String, ChainBreak)] = [
            ("sequence = 50", ChainBreak(sequence: 50, reason: .missing)),
            ("sequence = 1", ChainBreak(sequence: 1, reason: .missing)),
            ("sequence > 85", ChainBreak(sequence: 86, reason: .endsBeforeHead)),
            ("1", ChainBreak(sequence: 1, reason: .endsBeforeHead)),
        ]
        for (condition, expected) in cases {
            let (directory, heads) = try await recorded(214)
            try await directory.change(
                "DELETE FROM events WHERE \(condition); DELETE FROM checkpoints")
            #expect(try verify(directory, heads).broken == expected, "\(condition)")
        }
    }

    @Test("Without a head, a checkpoint still tells that the end is gone")
    func cutWithoutHeads() async throws {
        let (directory, _) = try await recorded(215)
        try await directory.change("DELETE FROM events WHERE sequence > 85")
        #expect(try verify(directory).broken == ChainBreak(sequence: 86, reason: .missing))
    }

    @Test("Two events that changed places, and one that was put in between")
    func moved() async throws {
        let (swapped, heads) = try await recorded(216)
        try await swapped.change(
            """
            UPDATE events SET sequence = 1000 WHERE sequence = 20;
            UPDATE events SET sequence = 20 WHERE sequence = 70;
            UPDATE events SET sequence = 70 WHERE sequence = 1000;
            """)
        #expect(try verify(swapped, heads).broken == ChainBreak(sequence: 20, reason: .changed))
        let (inserted, others) = try await recorded(216)
        try await inserted.change(
            """
            UPDATE events SET sequence = 1000 + sequence WHERE sequence > 44;
            UPDATE events SET sequence = sequence - 999 WHERE sequence > 1000;
            INSERT INTO events SELECT 45, at, offset, elapsed, boot, kind, fact, hash
            FROM events WHERE sequence = 44;
            """)
        #expect(try verify(inserted, others).broken == ChainBreak(sequence: 45, reason: .changed))
    }

    @Test("What the report says is a sentence with the event's number")
    func sentences() {
        let reasons: [ChainBreak.Reason] = [
            .changed, .missing, .headDiffers(known: "ab"), .endsBeforeHead,
        ]
        let texts = reasons.map { "\(ChainBreak(sequence: 44, reason: $0))" }
        #expect(Set(texts).count == 4)
        for text in texts { #expect(text.contains("event 44 ")) }
    }
}
