import Dispatch
import Synchronization

/// Values that another thread hands over, one after another. Whoever waits for one waits a quarter
/// of an hour at most, which no passing test comes near.
package final class Handover<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    package init() {}

    package func give(_ value: Value) {
        values.withLock { $0.append(value) }
        arrivals.signal()
    }

    /// The next one; nil if none comes.
    package func next() -> Value? {
        guard arrivals.wait(timeout: .now() + 900) == .success else { return nil }
        return values.withLock { $0.removeFirst() }
    }

    /// The values that nobody asked for yet.
    package var rest: [Value] { values.withLock { $0 } }
}
