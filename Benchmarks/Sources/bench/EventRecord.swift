import Engine
import EventStore
import Foundation
import RuleModel

/// A record of many events, as a long life with Soteria would leave it.
enum EventRecord {
    /// Writes what the engine itself records of a life that ends about now: a request every four
    /// minutes, every tenth of them opened.
    static func make(_ count: Int, in directory: String) throws {
        let years = count / 250_000 + 1
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        let start = now - .days(Int64(years) * 365)
        let store = try EventStore.open(directory: directory, at: start).store
        var simulation = Simulation(
            try SimulationBenchmarks.rules(), zone: try SimulationBenchmarks.berlin(), from: start,
            details: .record)
        var written = 0
        var day: Int64 = 0
        // Each batch is on disk before the next: a few large ones.
        var batch: [Event] = []
        while written < count {
            let requests = 360
            simulation.add(
                (0..<requests).flatMap {
                    SimulationBenchmarks.request(
                        Int(day) * requests + $0,
                        at: start + .days(day) + .minutes(Int64($0) * 4), isOpened: $0 % 10 == 0)
                })
            day += 1
            let events = simulation.advance(to: start + .days(day)).compactMap { outcome in
                if case .recorded(let event) = outcome.kind { event } else { nil }
            }
            batch += events.prefix(count - written)
            written += events.count
            if batch.count >= 20_000 || written >= count {
                append(batch, to: store)
                batch = []
            }
        }
        store.close()
    }

    private static func append(_ events: [Event], to store: EventStore) {
        let done = DispatchSemaphore(value: 0)
        store.append(events) { result in
            if case .failure(let error) = result { fatalError("\(error)") }
            done.signal()
        }
        done.wait()
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
            append(events, to: store)
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
