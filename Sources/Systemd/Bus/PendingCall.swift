import CSystemd
import Dispatch

/// A call that waits for its answer, its time limit, or the end of the connection, whichever is
/// first. Confined to the bus's queue.
final class PendingCall {
    typealias Outcome = Result<[BusValue], BusError>

    /// The deadline of the call, CLOCK_MONOTONIC in nanoseconds; nil: none. The limit of sd-bus
    /// does not count the time of authentication, so this is our own.
    let deadline: UInt64?
    /// The reference whose release ends the call in sd-bus.
    var slot: BusReference?

    private var onEnd: ((Outcome) -> Void)?

    /// Creates a call; `onEnd` is called exactly once. Without a time limit it may wait for ever.
    init(timeLimit: Duration?, onEnd: @escaping (Outcome) -> Void) {
        deadline = timeLimit.map { limit in
            let milliseconds = UInt64(min(limit.wholeMilliseconds, 86_400_000))
            return DispatchTime.now().uptimeNanoseconds + milliseconds * 1_000_000
        }
        self.onEnd = onEnd
    }

    deinit {
        finish(.failure(.disconnected))
    }

    /// Ends the call; later ends are ignored.
    func finish(_ outcome: Outcome) {
        guard let onEnd else { return }
        self.onEnd = nil
        slot = nil
        onEnd(outcome)
    }

    func finish(with reply: OpaquePointer) {
        finish(Self.outcome(of: reply))
    }

    private static func outcome(of reply: OpaquePointer) -> Outcome {
        guard let error = sd_bus_message_get_error(reply) else {
            return Result { () throws(BusError) in try BusMessageReader(message: reply).values() }
        }
        // While it closes, sd-bus answers pending calls with an error of its own.
        if let bus = sd_bus_message_get_bus(reply), sd_bus_is_open(bus) <= 0 {
            return .failure(.disconnected)
        }
        return .failure(
            .remote(
                name: error.pointee.name.map { String(cString: $0) } ?? "",
                message: error.pointee.message.map { String(cString: $0) } ?? ""))
    }
}
