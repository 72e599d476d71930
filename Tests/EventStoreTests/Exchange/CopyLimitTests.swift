import Engine
import EventStore
import Foundation
import RuleModel
import Testing

/// Takers that take nothing, and exports that are only looked at.
struct CopyLimitTests {
    @Test("Only so many exports and backups run at once, and a place that is free again is given")
    func limit() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.copies = 1 }).store
        var history = SampleHistory(seed: 350)
        #expect(await store.record(history.events(20)).failure == nil)
        let gate = Gate()
        async let held = withCheckedContinuation { answer in
            store.export(.requests, format: .csv) { _ in
                gate.passOnce()
                return false
            } completion: {
                answer.resume(returning: $0)
            }
        }
        await gate.reached()
        let full = StoreError.tooManyCopies(limit: 1)
        #expect(await store.copied() == .failure(full))
        await #expect(throws: full) { try await store.exported(.csv) }
        #expect("\(full)".contains("; "))
        gate.open()
        #expect(try await !held.get())
        #expect(try await store.exported(.csv).text.contains(#"end"",""events"":20,"#))
        #expect(unlink(try await store.copied().get().path) == 0)
        #expect(try await store.exported(.csv).text.contains(#"end"",""events"":20,"#))
        store.close()
    }

    @Test("An export is checked beside a running daemon, and nothing is left of that")
    func checked() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 351)
        let store = try open(directory).store
        #expect(await store.record(history.events(30)).failure == nil)
        let text = try await store.exported(.csv).text
        let path = try directory.text("export", text)
        let names = directory.names
        let report = try EventStore.check(export: path, in: directory.path)
        #expect(report.events == 30 && report.head == store.health.head)
        #expect(directory.names == names)
        let cut = try directory.text("export", String(text.dropLast(300)))
        #expect(throws: StoreError.self) {
            try EventStore.check(export: cut, in: directory.path)
        }
        #expect(directory.names == names)
        let nothing = directory.path + "/nothing"
        #expect(
            throws: StoreError.unreadable(path: nothing, reason: "no such file")
        ) {
            try EventStore.check(export: nothing, in: directory.path)
        }
        #expect(throws: StoreError.unreadable(path: "/dev/null", reason: "not a regular file")) {
            try EventStore.check(export: "/dev/null", in: directory.path)
        }
        store.close()
    }
}
