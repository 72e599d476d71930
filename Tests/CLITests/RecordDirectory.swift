import Engine
import EventStore
import Foundation
import RuleModel
import Testing

/// A directory of the test's own with files and records in it, removed at its end.
final class RecordDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "soteria-record-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names in it, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }

    /// The permissions of a file.
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    // MARK: Records

    /// 2026-11-01T00:00:00Z.
    static let start = Instant(seconds: 1_793_491_200)

    /// Makes a state directory of that name whose record has so many events; returns its head.
    @discardableResult func record(_ name: String, events: Int64) throws -> ChainHead {
        let opening = try EventStore.open(directory: file(name), at: Self.start)
        if events > 0 { try append(events, to: opening) }
        opening.store.close()
        return try EventStore.verify(
            path: EventStore.database(in: file(name)), heads: []
        ).head
    }

    /// Makes a state directory whose record ends with a strict block of a target.
    func record(_ name: String, blocking target: String, strictlyUntil end: Instant) throws {
        let opening = try EventStore.open(directory: file(name), at: Self.start)
        let restriction = Restriction(
            kind: .quietHours, rule: "nights", name: "Nights", until: end, isStrict: true)
        let decision = Decision(
            target: target, verdict: .block, restrictions: [restriction], until: end,
            cause: .schedule)
        try append(1, .decided(decision), to: opening)
        opening.store.close()
    }

    private func append(
        _ count: Int64, _ fact: Fact = .timeNoted, to opening: OpenResult
    ) throws {
        let first = opening.state.lastSequence + 1
        let events = (first..<first + count).map { sequence in
            Event(
                sequence: sequence, at: Self.start + .minutes(sequence), offset: 3600,
                elapsed: .minutes(sequence), boot: BootID("boot"), fact: fact)
        }
        let done = DispatchSemaphore(value: 0)
        opening.store.append(events) { _ in done.signal() }
        done.wait()
        #expect(opening.store.health.head?.sequence == first + count - 1)
    }

    /// A backup of a record of so many events; returns its path.
    func backup(_ name: String, events: Int64) throws -> String {
        try record("of-\(name)", events: events)
        // A record at rest is a backup as well.
        try FileManager.default.copyItem(
            atPath: EventStore.database(in: file("of-\(name)")), toPath: file(name))
        return file(name)
    }

    /// How many events the record in a state directory holds.
    func count(_ name: String) throws -> Int64 {
        try EventStore.verify(path: EventStore.database(in: file(name)), heads: []).events
    }
}
