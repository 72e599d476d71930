import Engine
import EventStore
import Foundation

/// A record of many events, as a long life with Soteria would leave it.
enum EventRecord {
    static func make(_ count: Int, in directory: String) throws {
        let start = Instant(seconds: 1_767_225_600)
        let store = try EventStore.open(directory: directory, at: start).store
        let batch = 10_000
        var sequence: Int64 = 0
        while sequence < count {
            var events: [Event] = []
            for _ in 0..<min(batch, count - Int(sequence)) {
                sequence += 1
                events.append(event(sequence, start))
            }
            let done = DispatchSemaphore(value: 0)
            store.append(events) { result in
                if case .failure(let error) = result { fatalError("\(error)") }
                done.signal()
            }
            done.wait()
        }
        store.close()
    }

    /// How fast batches of a hundred events are on disk, each batch with its own full sync.
    static func rows() throws -> [Row] {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "soteria-bench-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let start = Instant(seconds: 1_767_225_600)
        let store = try EventStore.open(directory: directory.path, at: start).store
        var sequence: Int64 = 0
        let batch = Measure.nanoseconds(count: 20) {
            let events = (1...100).map { event(sequence + $0, start) }
            sequence += 100
            let done = DispatchSemaphore(value: 0)
            store.append(events) { result in
                if case .failure(let error) = result { fatalError("\(error)") }
                done.signal()
            }
            done.wait()
        }
        store.close()
        return [
            Row(
                work: "append in batches of 100, each synced",
                figure: "\(Int(100e9 / batch)) events a second", bar: "1000")
        ]
    }

    private static func event(_ sequence: Int64, _ start: Instant) -> Event {
        let at = start + .seconds(sequence * 25)
        let blocks = sequence % 2 == 1
        let until = at + .hours(8)
        let restriction = Restriction(
            kind: .quietHours, rule: "nights", name: "Quiet nights", until: until, isStrict: false)
        return Event(
            sequence: sequence, at: at, offset: 3600, elapsed: .seconds(sequence * 25),
            boot: BootID("0123456789abcdef0123456789abcdef"),
            fact: .decided(
                Decision(
                    target: "target\(sequence % 7)", verdict: blocks ? .block : .unblock,
                    restrictions: blocks ? [restriction] : [], until: blocks ? until : nil,
                    cause: .schedule)))
    }
}
