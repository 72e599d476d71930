import CSystemd
import Dispatch

/// A call that waits for its answer, its time limit, or the end of the connection: whichever comes
/// first. Confined to the bus's queue.
final class PendingCall {
    typealias Outcome = Result<[BusValue], BusError>

    /// What ends the call in sd-bus when it is dropped.
    var slot: BusSlot?

    private var continuation: CheckedContinuation<Outcome, Never>?
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - timeLimit: how long the call may take. A limit of our own, as sd-bus's does not run
    ///     while the connection is still being authenticated.
    ///   - queue: the bus's queue.
    ///   - continuation: resumed exactly once.
    init(
        timeLimit: Duration, queue: DispatchQueue,
        continuation: CheckedContinuation<Outcome, Never>
    ) {
        self.continuation = continuation
        timer = DispatchSource.makeTimerSource(queue: queue)
        let milliseconds = Int(min(timeLimit.wholeMilliseconds, 86_400_000))
        timer.setEventHandler { [weak self] in self?.finish(.failure(.timedOut)) }
        timer.schedule(deadline: .now() + .milliseconds(milliseconds))
        timer.activate()
    }

    deinit {
        finish(.failure(.disconnected))
    }

    /// Ends the call; later ends do nothing.
    func finish(_ outcome: Outcome) {
        guard let continuation else { return }
        self.continuation = nil
        timer.cancel()
        slot = nil
        continuation.resume(returning: outcome)
    }

    /// Ends the call with what a reply says.
    func finish(with reply: OpaquePointer) {
        finish(Self.outcome(of: reply))
    }

    private static func outcome(of reply: OpaquePointer) -> Outcome {
        guard let error = sd_bus_message_get_error(reply) else {
            return Result { () throws(BusError) in try BusMessageReader(reply).values() }
        }
        // On the way down, sd-bus answers what waits with an error of its own making.
        if let bus = sd_bus_message_get_bus(reply), sd_bus_is_open(bus) <= 0 {
            return .failure(.disconnected)
        }
        return .failure(
            .remote(
                name: error.pointee.name.map { String(cString: $0) } ?? "",
                message: error.pointee.message.map { String(cString: $0) } ?? ""))
    }
}
