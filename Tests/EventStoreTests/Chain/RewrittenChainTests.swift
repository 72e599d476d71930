import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// An enemy who knows the program: the chain is made to hold again after a change.
struct RewrittenChainTests {
    private func recorded(_ seed: UInt64) async throws -> (TestDirectory, [ChainHead]) {
        let directory = TestDirectory()
        var history = SampleHistory(seed: seed, isUndamaged: true)
        var heads: [ChainHead] = []
        for _ in 0..<4 {
            heads.append(try #require(try await directory.record(history.events(20))))
        }
        return (directory, heads)
    }

    /// Makes every hash fit what stands in the rows now.
    private func rechain(_ directory: TestDirectory) async throws {
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { try Schema.fillHashes($0) }
        try database.close()
    }

    @Test("Only a head that was kept elsewhere shows a chain that was made again")
    func rewritten() async throws {
        let (directory, heads) = try await recorded(220)
        try await directory.change(
            "UPDATE events SET at = at + 5 WHERE sequence = 33; DELETE FROM checkpoints")
        try await rechain(directory)
        let alone = try EventStore.verify(path: directory.database, heads: [])
        #expect(alone.broken == nil && alone.events == 80)
        let known = try EventStore.verify(path: directory.database, heads: heads)
        #expect(
            known.broken
                == ChainBreak(sequence: 40, reason: .headDiffers(known: heads[1].hash)))
        #expect(known.compared == 1)
        // A head before the change says nothing of it.
        let early = try EventStore.verify(path: directory.database, heads: [heads[0]])
        #expect(early.broken == nil && early.compared == 1)
    }

    @Test("Another device's id is another chain")
    func otherDevice() async throws {
        let (directory, heads) = try await recorded(221)
        let other = String(repeating: "ab", count: 16)
        try await directory.change("UPDATE meta SET value = '\(other)' WHERE key = 'device'")
        let broken = ChainBreak(sequence: 1, reason: .changed)
        #expect(
            try EventStore.verify(path: directory.database, heads: heads).broken == broken)
        try await rechain(directory)
        let report = try EventStore.verify(path: directory.database, heads: heads)
        #expect(report.broken?.sequence == 20 && report.device == other)
    }

    @Test("A whole record made again under another device's id: the journal told of another one")
    func otherDeviceInItsPlace() async throws {
        let (directory, heads) = try await recorded(224)
        let told = heads.map { ChainHead(sequence: $0.sequence, hash: $0.hash, at: start) }
        let other = String(repeating: "ab", count: 16)
        try await directory.change(
            "UPDATE meta SET value = '\(other)' WHERE key = 'device'; DELETE FROM checkpoints")
        try await rechain(directory)
        func verify() throws -> ChainReport {
            try EventStore.verify(path: directory.database, heads: [], others: told)
        }
        let broken = try #require(try verify().broken)
        #expect(broken.sequence == 80)
        guard case .anotherRecord = broken.reason else {
            Issue.record("\(broken)")
            return
        }
        // Data in the database outside its events proves nothing.
        let forged =
            #"[{"source":"a","at":\#(start.milliseconds),"sequence":0,"isSameDevice":false}]"#
        try await directory.change("INSERT INTO meta VALUES ('restorations', '\(forged)')")
        #expect(try verify().restored != nil && verify().broken != nil)
        // A restore that waits to be recorded is told of at the next start.
        let unreported = forged.dropFirst().dropLast()
        try await directory.change("INSERT INTO meta VALUES ('restored', '\(unreported)')")
        #expect(try verify().broken == nil)
    }

    @Test("A forged restore does not put the journal's heads aside")
    func forgedRestoration() async throws {
        let (directory, heads) = try await recorded(225)
        let told = heads.map { ChainHead(sequence: $0.sequence, hash: $0.hash, at: start) }
        try await directory.change(
            "UPDATE events SET at = at + 5 WHERE sequence = 33; DELETE FROM checkpoints")
        try await rechain(directory)
        let forged =
            #"[{"source":"a","at":\#(start.milliseconds),"sequence":32,"isSameDevice":true}]"#
        try await directory.change("INSERT INTO meta VALUES ('restorations', '\(forged)')")
        let report = try EventStore.verify(path: directory.database, heads: told)
        #expect(
            report.broken == ChainBreak(sequence: 40, reason: .headDiffers(known: heads[1].hash)))
        #expect(report.restored?.sequence == 32 && report.abandoned == 0)
    }

    @Test("A base that is moved without its hash, or with a false one, breaks the first link")
    func movedBase() async throws {
        let zeros = String(repeating: "0", count: 64)
        let changes = [
            "UPDATE meta SET value = '10' WHERE key = 'base'",
            """
            UPDATE meta SET value = '10' WHERE key = 'base';
            INSERT INTO meta VALUES ('chain', '\(zeros)')
            """,
            """
            UPDATE meta SET value = '10' WHERE key = 'base';
            INSERT INTO meta VALUES ('chain', 'none')
            """,
        ]
        for change in changes {
            let (directory, heads) = try await recorded(222)
            try await directory.change(change)
            let report = try EventStore.verify(path: directory.database, heads: heads)
            #expect(report.broken == ChainBreak(sequence: 11, reason: .changed), "\(change)")
        }
        let (directory, heads) = try await recorded(222)
        let hash = try directory.hash(of: 10)
        try await directory.change(
            """
            UPDATE meta SET value = '10' WHERE key = 'base';
            INSERT INTO meta VALUES ('chain', '\(hash)')
            """)
        // The state after a removal, without the event that records it.
        let report = try EventStore.verify(path: directory.database, heads: heads)
        #expect(report.broken == ChainBreak(sequence: 10, reason: .unrecordedRemoval))
        #expect(report.base == 10 && report.events == 70 && report.compared == 4)
        let older = ChainHead(sequence: 5, hash: zeros)
        #expect(try EventStore.verify(path: directory.database, heads: [older]).passedOver == 1)
        let false10 = ChainHead(sequence: 10, hash: zeros)
        #expect(
            try EventStore.verify(path: directory.database, heads: [false10]).broken
                == ChainBreak(sequence: 10, reason: .headDiffers(known: zeros)))
    }

    @Test("A database that says nothing of itself, or is none, is refused with its reason")
    func refused() async throws {
        let (directory, heads) = try await recorded(223)
        try await directory.change("DELETE FROM meta WHERE key = 'device'")
        let path = directory.database
        #expect(throws: StoreError.unusable(path: path, .damaged("the record has no device id"))) {
            try EventStore.verify(path: path, heads: heads)
        }
        let text = try directory.text("text", String(repeating: "no database ", count: 100))
        #expect(throws: StoreError.unusable(path: text, .notADatabase)) {
            try EventStore.verify(path: text, heads: heads)
        }
        let nothing = directory.path + "/nothing"
        #expect(
            throws: StoreError.directory(path: nothing, reason: "No such file or directory")
        ) {
            try EventStore.verify(path: nothing, heads: heads)
        }
    }
}

extension TestDirectory {
    /// The stored hash of an event, in hexadecimal.
    func hash(of sequence: Int64) throws -> String {
        let database = try DatabaseQueue(path: self.database)
        defer { try? database.close() }
        let hash = try database.read { try EventDatabase.hash(of: sequence, $0) }
        return try #require(hash).hexadecimal
    }
}
