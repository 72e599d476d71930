import Engine
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Old events that were removed, and a daemon that was killed before it could say so.
@Suite struct UntoldRemovalTests {
    /// The daemon was killed between the removal and the event that tells of it.
    @Test func aRemovalThatNoEventTellsOfIsToldAtTheNextStart() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        try first.pass(minutes: 40 * 24 * 60)
        let removal = Removal()
        let done = DispatchSemaphore(value: 0)
        let from = Instant(milliseconds: time.wall - 30 * 86_400_000)
        first.opening.store.retain(from: from) { result in
            removal.result = try? result.get()
            done.signal()
        }
        done.wait()
        let removed = try #require(removal.result)
        #expect(removed.removed > 0)
        try first.server.shutdown().wait()
        first.opening.store.close()
        let second = try Harness(directory: first.directory, time: time)
        #expect(
            try second.facts("retained").map(\.fact) == [
                [
                    "through": .integer(removed.through), "removed": .integer(removed.removed),
                    "hash": .string(removed.hash),
                ]
            ])
        #expect(second.entries.of(.retained).count == 1)
        try second.stop()
        let report = try EventStore.verify(
            path: EventStore.database(in: first.state), heads: [])
        #expect(report.broken == nil)
        let third = try Harness(directory: first.directory, time: time)
        #expect(third.entries.of(.retained).isEmpty)
        try third.stop()
    }
}

/// A removal that a queue of the store stores before a semaphore is signalled.
private final class Removal: @unchecked Sendable {
    var result: Retention?
}
