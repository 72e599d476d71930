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
