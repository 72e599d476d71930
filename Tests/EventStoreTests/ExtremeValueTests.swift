import Engine
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Numbers that were never recorded: sums of them would overflow.
struct ExtremeValueTests {
    @Test("A deadline that would overflow is unreadable and stops no start")
    func overflowingDeadline() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 101)
        let protection = Protection(
            id: 1, kind: .manualProtection, name: "p", targets: [], isStrict: false,
            length: .hours(1), deadline: Deadline(boot: BootID("boot-1"), elapsed: .hours(1)))
        var events = [history.event(.protectionStarted(protection))]
        events += history.events(600)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE events SET
                      fact = replace(fact, '"elapsed":3600000', '"elapsed":-9223372036854775807')
                    WHERE sequence = 1
                    """)
            try db.execute(sql: "DELETE FROM checkpoints")
        }
        try database.close()
        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(opening.unreadable.map(\.reason) == ["the event's data cannot be decoded"])
        #expect(opening.state == Array(events.dropFirst()).folded)
    }

    @Test(
        "Columns outside of their range make an event unreadable",
        arguments: [
            "at = 9223372036854775807", "at = -9223372036854775808", "offset = 172801",
            "offset = -9223372036854775808", "elapsed = -1", "elapsed = 9223372036854775807",
            "elapsed = 315569520000001", "boot = 77",
        ])
    func columns(change: String) async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 102)
        let events = history.events(9)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: "UPDATE events SET \(change) WHERE sequence = 4")
            try db.execute(sql: "DELETE FROM checkpoints")
        }
        try database.close()
        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(
            opening.unreadable.map(\.sequence) == [4]
                && opening.unreadable.map(\.reason) == ["the event's clock values are invalid"])
        #expect(opening.state == events.filter { $0.sequence != 4 }.folded)
    }

    @Test("Sequences beyond what a device can count are damage")
    func sequence() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 103)
        let store = try open(directory).store
        #expect(await store.record(history.events(9)).failure == nil)
        store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.write {
            try $0.execute(
                sql: "UPDATE events SET sequence = 9223372036854775807 WHERE sequence = 9")
        }
        try database.close()
        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(
            opening.replaced?.damage
                == "the event numbers do not begin at 1, or a number is missing")
        #expect(opening.replaced?.salvaged == 9)
    }

    @Test("The least and the greatest that can be recorded come back as they were")
    func ends() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        defer { store.close() }
        let ends = [Instant.recordable.lowerBound, Instant.recordable.upperBound]
        let spans = [0, TimeSpan.recordable.upperBound]
        let events = ends.enumerated().map { index, at in
            Event(
                sequence: Int64(index) + 1, at: Instant(milliseconds: at), offset: -43_200,
                elapsed: TimeSpan(milliseconds: spans[index]), boot: BootID(""),
                fact: .clockJumped(size: TimeSpan(milliseconds: TimeSpan.recordable.lowerBound)))
        }
        #expect(await store.record(events).failure == nil)
        #expect(try await store.all() == events)
    }
}
