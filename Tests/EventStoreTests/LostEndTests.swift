import Engine
import Foundation
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

/// A log that is gone or cut at a commit looks to SQLite like one that was never longer.
struct LostEndTests {
    /// A record of some commits as kill -9 leaves it, and its events.
    private func killed(_ seed: UInt64) async throws -> (TestDirectory, [Event]) {
        let directory = TestDirectory()
        var history = SampleHistory(seed: seed)
        let events = history.events(60)
        let first = try open(directory).store
        #expect(await first.record(Array(events[..<20])).failure == nil)
        first.close()
        let store = try open(directory).store
        for event in events[20...] { #expect(await store.record([event]).failure == nil) }
        let left = try directory.copy()
        store.close()
        return (left, events)
    }

    /// The start succeeds, tells the lost events, and goes on from the last that is there.
    private func expectTold(
        _ directory: TestDirectory, of events: [Event], _ what: String
    ) async throws {
        let opening = try open(directory)
        let last = opening.state.lastSequence
        #expect(last < 60, "\(what)")
        #expect(
            opening.replaced?.damage
                == "events \(last + 1) to 60 are missing: the database's write-ahead log was lost "
                + "or damaged", "\(what)")
        #expect(opening.replaced?.salvaged == last, "\(what)")
        #expect(opening.state == Array(events.prefix(Int(last))).folded, "\(what)")
        let setAside = try #require(opening.replaced?.setAside)
        #expect(FileManager.default.fileExists(atPath: setAside))
        var more = SampleHistory(seed: 1, after: last)
        let told = more.event(.storeReplaced(setAside: setAside))
        #expect(await opening.store.record([told]).failure == nil)
        opening.store.close()
        let again = try open(directory)
        #expect(again.replaced == nil && again.state.lastSequence == last + 1)
        again.store.close()
    }

    @Test("A lost log is told with the events that went with it")
    func lostLog() async throws {
        for hasIndex in [true, false] {
            let (directory, events) = try await killed(500)
            #expect(unlink(directory.database + "-wal") == 0)
            if !hasIndex { #expect(unlink(directory.database + "-shm") == 0) }
            try await expectTold(directory, of: events, "shared memory: \(hasIndex)")
        }
    }

    @Test("A log that was cut at any frame is told", arguments: 1...8 as ClosedRange<UInt64>)
    func cutLog(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let (directory, events) = try await killed(510 + seed)
        let log = try directory.bytes("soteria.sqlite-wal")
        let frames = (log.count - 32) / (4096 + 24)
        let kept = Int.random(in: 0..<frames, using: &random)
        try directory.write(Array(log[..<(32 + kept * (4096 + 24))]), to: "soteria.sqlite-wal")
        try await expectTold(directory, of: events, "\(kept) of \(frames) frames")
    }

    @Test("A flipped bit in the log is told", arguments: 1...8 as ClosedRange<UInt64>)
    func flippedLog(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let (directory, events) = try await killed(520 + seed)
        var log = try directory.bytes("soteria.sqlite-wal")
        let place = Int.random(in: 0..<log.count, using: &random)
        log[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        try directory.write(log, to: "soteria.sqlite-wal")
        let opening = try open(directory)
        // A bit of the header that SQLite does not read changes nothing.
        if opening.state.lastSequence == 60 {
            #expect(opening.state == events.folded && opening.replaced == nil, "byte \(place)")
            opening.store.close()
            return
        }
        opening.store.close()
        let (again, _) = try await killed(520 + seed)
        try again.write(log, to: "soteria.sqlite-wal")
        try await expectTold(again, of: events, "byte \(place)")
    }

    @Test("A database that is gone is told")
    func goneDatabase() async throws {
        let (directory, _) = try await killed(530)
        for suffix in ["", "-wal", "-shm"] { #expect(unlink(directory.database + suffix) == 0) }
        let opening = try open(directory)
        #expect(opening.replaced?.damage == "the record is gone; its last event was event 60")
        #expect(opening.store.health.condition == .ok)
        opening.store.close()
        let again = try open(directory)
        #expect(again.replaced == opening.replaced, "no event has told of it yet")
        again.store.close()
    }

    @Test("A mark of another record, one of before, and one that is none say nothing")
    func strangeMarks() async throws {
        let (directory, events) = try await killed(540)
        let device = try #require(HighWaterMark.read(StateDirectory(path: directory.path))).device
        let other = String(repeating: "0", count: 32)
        for text in [
            "", "\(device) 0000000000000000060", "\(device) 99999999999999999999\n",
            "\(other) 0000000000000000099\n", "\(device) 0000000000000000007\n",
            "\(device) -000000000000000099\n", String(repeating: "\u{0}", count: 53),
        ] {
            try directory.write(Array(text.utf8), to: "soteria.sqlite-mark")
            let opening = try open(directory)
            #expect(opening.replaced == nil && opening.state == events.folded, "\(text)")
            opening.store.close()
        }
    }

    @Test("A stop takes the mark away, a restore the one of the record before")
    func marksGo() async throws {
        let (directory, events) = try await killed(550)
        let copy = TestDirectory()
        let backup = copy.path + "/backup"
        let opening = try open(directory)
        let copied = try await opening.store.copied().get()
        #expect(rename(copied.path, backup) == 0)
        var history = SampleHistory(seed: 551, after: 60)
        #expect(await opening.store.record(history.events(9)).failure == nil)
        let crashed = try directory.copy()
        opening.store.close()
        #expect(!directory.names.contains("soteria.sqlite-mark"))
        _ = try EventStore.restore(from: backup, into: crashed.path, at: start)
        let restored = try open(crashed)
        #expect(restored.replaced == nil && restored.state == events.folded)
        restored.store.close()
    }

    @Test("Cut off between its steps, a replacement is done again and loses nothing")
    func replacementSteps() async throws {
        let (directory, events) = try await killed(560)
        let place = StateDirectory(path: directory.path)
        // The database has its second name, its log has left, and then the daemon was killed.
        let name = place.freeName("damaged", at: start)
        try place.keep(place.database, as: name)
        try place.move(place.database + "-wal", to: name + "-wal")
        _ = try place.beginTemporary("begin")
        let opening = try open(directory)
        #expect(opening.replaced?.damage.hasPrefix("events 21 to 60 are missing") == true)
        #expect(opening.state == Array(events[..<20]).folded)
        #expect(directory.setAside.count == 2)
        #expect(!directory.names.contains { $0.hasSuffix(".tmp") })
        opening.store.close()
        let aside = TestDirectory()
        for suffix in ["", "-wal"] {
            #expect(rename(name + suffix, aside.database + suffix) == 0)
        }
        let before = try open(aside)
        #expect(before.state == events.folded)
        before.store.close()
    }
}
