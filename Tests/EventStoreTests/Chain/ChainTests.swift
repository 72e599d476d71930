import Engine
import Foundation
import RuleModel
import Testing

@testable import EventStore

/// The links themselves, and who carries them on.
struct ChainTests {
    // Made by another program, of the coding that ChainLinker describes.
    private let anchored =
        "2dd7918370c9a61a9b4a79f6feebae312fcf3698c2dd430d5bc9ff2cc3970fcd"
    private let first =
        "4724ce855bde71cf553ea6f18cf7f42c93b97cb05e1ac569b7944e810d587fa4"
    private let second =
        "be8202cba1eb2051a179e766cdce70460234d4d2866081f7981f7796bd7559ea"

    @Test("The hashes are those that the coding on paper gives")
    func golden() {
        let anchor = ChainHash.anchor(device: "0123456789abcdef0123456789abcdef")
        #expect(anchor.hexadecimal == anchored)
        var linker = ChainLinker(after: anchor)
        var row = RecordedRow(
            sequence: 1, at: 1_795_296_600_000, offset: 3600, elapsed: 60_000, boot: "boot-1",
            kind: "daemonStopped", fact: #"{"daemonStopped":{}}"#, hash: anchor)
        #expect(linker.link(row).hexadecimal == first)
        row = RecordedRow(
            sequence: 2, at: -1, offset: -3600, elapsed: 0, boot: nil, kind: "futureKind",
            fact: #"{"x":"š"}"#, hash: anchor)
        #expect(linker.link(row).hexadecimal == second)
        #expect(linker.head.hexadecimal == second)
    }

    @Test("No two rows have one coding: text moved over a border changes the hash")
    func borders() {
        let anchor = ChainHash.anchor(device: "d")
        func hash(_ boot: String?, _ kind: String, _ fact: String) -> ChainHash {
            var linker = ChainLinker(after: anchor)
            return linker.link(
                RecordedRow(
                    sequence: 1, at: 2, offset: 3, elapsed: 4, boot: boot, kind: kind, fact: fact,
                    hash: anchor))
        }
        let hashes = [
            hash("ab", "c", "d"), hash("a", "bc", "d"), hash("a", "b", "cd"), hash("", "abc", "d"),
            hash(nil, "abc", "d"), hash("abcd", "", ""), hash(nil, "", "abcd"),
        ]
        #expect(Set(hashes).count == hashes.count)
    }

    @Test("A head is read back from its text, and nothing else is taken for one")
    func headText() {
        let hash = String(repeating: "0a", count: 32)
        let head = ChainHead(sequence: 77, hash: hash)
        #expect(head.text == "77 \(hash)")
        #expect(ChainHead(text: head.text) == head)
        for text in [
            "", "77", "77 ", " \(hash)", "-1 \(hash)", "x \(hash)", "77  \(hash)", "77 \(hash)0",
            "77 \(hash.uppercased())", "77 \(hash.dropLast(2))", "77 \(hash) 1",
            "99999999999999999999 \(hash)",
        ] {
            #expect(ChainHead(text: text) == nil, "\(text)")
        }
    }

    @Test("The head goes on from batch to batch and over restarts, and stands in health")
    func goesOn() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 200)
        let first = try open(directory)
        let anchor = ChainHash.anchor(device: first.device).hexadecimal
        #expect(first.store.health.head == ChainHead(sequence: 0, hash: anchor))
        #expect(await first.store.record(history.events(7)).failure == nil)
        #expect(await first.store.record(history.events(30)).failure == nil)
        let head = try #require(first.store.health.head)
        #expect(head.sequence == 37 && head.hash.utf8.count == 64)
        first.store.close()
        let second = try open(directory).store
        #expect(second.health.head == head)
        #expect(await second.record(history.events(5)).failure == nil)
        let links = try await second.linked()
        #expect(links.map(\.sequence) == Array(1...42))
        #expect(links[36].hash.hexadecimal == head.hash)
        #expect(links.last?.hash.hexadecimal == second.health.head?.hash)
        #expect(Set(links.map(\.hash)).count == 42)
        second.close()
    }

    @Test("The same events in one batch or in many give the same chain")
    func batches() async throws {
        // Facts of one member each: the order of members is not said.
        var history = SampleHistory(seed: 201)
        let events = (0..<60).map { history.event(.blockKept(request: $0)) }
        let directory = TestDirectory()
        let store = try open(directory).store
        for event in events { #expect(await store.record([event]).failure == nil) }
        let one = try directory.copy()
        let head = store.health.head
        store.close()
        try await one.change("DELETE FROM events; DELETE FROM checkpoints")
        // It says that there were events.
        #expect(unlink(one.database + "-mark") == 0)
        let other = try open(one).store
        #expect(await other.record(events).failure == nil)
        #expect(other.health.head == head)
        other.close()
    }

    @Test("A failed commit leaves the head where it was")
    func failedCommit() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 202)
        #expect(await store.record(history.events(3)).failure == nil)
        let head = store.health.head
        #expect(unlink(directory.database) == 0)
        #expect(await store.record(history.events(2)).failure != nil)
        #expect(store.health.head == head)
        // The new database carries the chain on.
        guard case .recorded = await store.recover() else {
            Issue.record("\(store.health)")
            return
        }
        #expect(store.health.head?.sequence == 5)
        store.close()
        let report = try EventStore.verify(
            path: directory.database, heads: [try #require(head)])
        #expect(report.base == 3 && report.compared == 1 && report.events == 2)
        // The event about the removal was removed too, so the removal is unrecorded.
        #expect(report.broken == ChainBreak(sequence: 3, reason: .unrecordedRemoval))
    }
}
