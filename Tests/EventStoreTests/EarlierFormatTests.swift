import Engine
import Foundation
import GRDB
import RuleModel
import Testing

@testable import EventStore

/// Checkpoints as the version before wrote them: nothing but a record's own beginning may make one
/// count.
struct EarlierFormatTests {
    @Test(
        "A store that continues a damaged one keeps its protections through a new format",
        arguments: 1..<Checkpoint.format)
    func continued(format: Int) async throws {
        let events = EarlierFormat.events()
        let directory = try await EarlierFormat.recorded(events, isContinued: true)
        try await EarlierFormat.rewrite(directory, format: format)
        let opening = try open(directory)
        // No more than the damaged one before.
        #expect(directory.setAside.count == 1)
        #expect(!opening.state.protections.isEmpty)
        var expected = try EarlierFormat.known(events.folded, format: format)
        #expect(opening.state == expected)
        // With events after it, and from a checkpoint of this format from now on.
        var more = SampleHistory(seed: 33, after: Int64(events.count))
        let few = more.events(30)
        #expect(await opening.store.record(few).failure == nil)
        opening.store.close()
        let again = try open(directory)
        for event in few { expected.evolve(event) }
        #expect(again.state == expected)
        #expect(again.state.lastSequence == Int64(events.count + 30))
        again.store.close()
        #expect(try EarlierFormat.formats(directory).contains(Checkpoint.format))
    }

    @Test("Of two formats this version's own checkpoint counts")
    func ownFirst() async throws {
        let events = EarlierFormat.events()
        let directory = try await EarlierFormat.recorded(events, isContinued: true)
        try await EarlierFormat.rewrite(directory, format: Checkpoint.format - 1)
        let opening = try open(directory)
        var more = SampleHistory(seed: 34, after: Int64(events.count))
        let few = more.events(30)
        #expect(await opening.store.record(few).failure == nil)
        opening.store.close()
        let known = try EarlierFormat.known(events.folded, format: Checkpoint.format - 1)
        let expected = few.reduce(into: known) { $0.evolve($1) }
        let database = try DatabaseQueue(path: directory.database)
        try await database.read { db in
            var history = History()
            try history.fold(db)
            #expect(history.tail == 0)
            #expect(history.state == expected)
        }
    }

    @Test("Where the record begins at the first event, another format's is passed over")
    func wholeRecord() async throws {
        let events = EarlierFormat.events()
        for format in [Checkpoint.format - 1, Checkpoint.format + 1] {
            let directory = try await EarlierFormat.recorded(events, isContinued: false)
            try await EarlierFormat.rewrite(directory, format: format)
            let database = try DatabaseQueue(path: directory.database)
            try await database.read { db in
                var history = History()
                try history.fold(db)
                #expect(history.tail == events.count)
            }
            try database.close()
            let opening = try open(directory)
            #expect(opening.state == events.folded)
            opening.store.close()
        }
    }

    @Test("A later format's is never read, and one that is not whole neither")
    func unusable() async throws {
        let events = EarlierFormat.events()
        for (format, member) in [
            (Checkpoint.format + 1, ""), (Checkpoint.format - 1, "protections"),
        ] {
            let directory = try await EarlierFormat.recorded(events, isContinued: true)
            try await EarlierFormat.rewrite(directory, format: format, without: member)
            let opening = try open(directory)
            #expect(opening.state.protections.isEmpty)
            // Its numbers go on all the same.
            #expect(opening.state.lastSequence == Int64(events.count))
            opening.store.close()
        }
    }

    @Test("Damaged again before a checkpoint of this format, it is carried over again")
    func damagedAgain() async throws {
        let events = EarlierFormat.events()
        let directory = try await EarlierFormat.recorded(events, isContinued: true)
        try await EarlierFormat.rewrite(directory, format: Checkpoint.format - 1)
        let database = try DatabaseQueue(path: directory.database)
        try await database.write {
            try $0.execute(
                sql: "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END")
        }
        try database.close()
        let opening = try open(directory)
        #expect(
            opening.replaced?.damage == "the database has a trigger, which Soteria never creates")
        #expect(opening.replaced?.salvaged == Int64(events.count))
        #expect(
            try opening.state
                == EarlierFormat.known(events.folded, format: Checkpoint.format - 1))
        opening.store.close()
    }
}
