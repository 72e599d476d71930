import Engine
import Foundation
import RuleModel
import Testing

@testable import EventStore

/// A restore that is cut off between two steps, and the file work that it is made of.
struct ReplacementStepsTests {
    @Test("Cut off after the old record got its second name, the old record is still in its place")
    func afterSecondName() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 380)
        let events = history.events(30)
        _ = try await directory.record(events)
        let place = StateDirectory(path: directory.path)
        // Leftovers of a restore that ended before the exchange: a copy, and two names of one file.
        let copy = try place.beginTemporary("restore")
        try place.keep(place.database, as: place.freeName("replaced", at: start))
        let opening = try open(directory)
        #expect(opening.state == events.folded)
        #expect(opening.replaced == nil && opening.restored == nil)
        #expect(!place.exists(copy))
        opening.store.close()
        let aside = directory.database + ".replaced-20261121T213000Z"
        #expect(try EventStore.check(backup: aside).events == 30)
    }

    @Test("Cut off after the exchange, the new record is in its place and says so")
    func afterExchange() async throws {
        let (directory, other) = (TestDirectory(), TestDirectory())
        var history = SampleHistory(seed: 381)
        let events = history.events(12)
        let head = try await directory.record(events)
        let path = directory.database
        _ = try EventStore.restore(from: path, into: other.path, at: start)
        let crashed = try other.copy()
        for _ in 0..<2 {
            let opening = try open(crashed)
            #expect(opening.state == events.folded && opening.store.health.head == head)
            #expect(opening.restored?.source == "soteria.sqlite")
            opening.store.close()
        }
    }

    @Test(
        "A second name is the same file; a copy is another of the same content, its owner's alone")
    func names() throws {
        let directory = TestDirectory()
        let place = StateDirectory(path: directory.path)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try directory.write(bytes, to: "one")
        let one = directory.path + "/one"
        try place.keep(one, as: one + "-kept")
        #expect(FileIdentity(one) == FileIdentity(one + "-kept"))
        try place.copy(one, to: one + "-copied")
        #expect(FileIdentity(one) != FileIdentity(one + "-copied"))
        #expect(try directory.bytes("one-copied") == bytes)
        var info = stat()
        #expect(stat(one + "-copied", &info) == 0 && info.st_mode & 0o777 == 0o600)
        // Nothing that has the name already is ever written over.
        for name in ["-kept", "-copied"] {
            #expect(throws: StoreError.self) { try place.copy(one, to: one + name) }
            #expect(throws: StoreError.self) { try place.keep(one, as: one + name) }
        }
        #expect(throws: StoreError.self) { try place.copy(one + "-none", to: one + "-new") }
        #expect(throws: StoreError.self) { try place.sync(file: one + "-none") }
    }
}
