import Dispatch
import Varlink

/// Follows a method with many answers as long as the subscription lives, and reconnects with
/// growing pauses when the daemon is gone.
///
/// While connected it has its own thread, which sleeps until a message arrives; it has none while
/// it waits to reconnect.
package final class Subscription<Called: TypedMethod & SendableMetatype>: Sendable {
    /// An event of a subscription.
    package enum Event: Sendable {
        /// One answer. After a loss the first answer is a complete state again, as the method
        /// defines.
        case reply(Called.Reply)
        /// The daemon cannot be reached. Reported once for each loss, not for each attempt, and
        /// also if the daemon was never reached.
        case lost(CallFailure)
    }

    private let follower: Follower<Called>

    /// Starts to follow at once. `onEvent` is called on the subscription's thread, one event after
    /// another.
    ///
    /// `pause` waits before another attempt; by default on the machine's clock, without a thread.
    package init(
        _ method: Called.Type, _ parameters: Called.Parameters, address: SocketAddress,
        pause: @escaping Pause = Pauses.elapsing, onEvent: @escaping @Sendable (Event) -> Void
    ) {
        follower = Follower(parameters, address: address, pause: pause, onEvent: onEvent)
        follower.begin()
    }

    deinit { follower.cancellation.cancel() }

    /// Ends the subscription. No event begins after this returns; one that is being handled may
    /// still run on the subscription's thread.
    package func cancel() { follower.cancellation.cancel() }
}

/// Runs a closure on the queue after some time.
package typealias Pause =
    @Sendable (DispatchQueue, Duration, @escaping @Sendable () -> Void) -> Void

package enum Pauses {
    package static let elapsing: Pause = { queue, wait, body in
        let (seconds, attoseconds) = wait.components
        let time = DispatchTime.now() + .seconds(Int(clamping: seconds))
        queue.asyncAfter(
            deadline: time + .nanoseconds(Int(attoseconds / 1_000_000_000)), execute: body)
    }
}

/// The work of a subscription's thread. It outlives the subscription until it notices the
/// cancellation.
private final class Follower<Called: TypedMethod & SendableMetatype>: Sendable {
    /// The progress of the attempts so far.
    struct Progress: Sendable {
        var backoff = Backoff()
        var isLost = false
    }

    let cancellation = Cancellation()
    private let queue = DispatchQueue(label: Called.method)
    private let parameters: Called.Parameters
    private let address: SocketAddress
    private let pause: Pause
    private let onEvent: @Sendable (Subscription<Called>.Event) -> Void

    init(
        _ parameters: Called.Parameters, address: SocketAddress, pause: @escaping Pause,
        onEvent: @escaping @Sendable (Subscription<Called>.Event) -> Void
    ) {
        self.parameters = parameters
        self.address = address
        self.pause = pause
        self.onEvent = onEvent
    }

    func begin() {
        queue.async { self.follow(Progress()) }
    }

    /// Follows until the connection is lost, reports the loss, and tries again later.
    private func follow(_ former: Progress) {
        guard !cancellation.isCancelled else { return }
        var progress = former
        let failure = failureAfterReceiving(&progress)
        guard !cancellation.isCancelled else { return }
        if !progress.isLost {
            progress.isLost = true
            onEvent(.lost(failure))
        }
        let wait = progress.backoff.next()
        pause(queue, wait) { [progress] in self.follow(progress) }
    }

    private func failureAfterReceiving(_ progress: inout Progress) -> CallFailure {
        do {
            let client = try SoteriaClient(address, cancellation: cancellation)
            try client.monitor(Called.self, parameters) { reply in
                guard !cancellation.isCancelled else { throw CallFailure.disconnected }
                progress = Progress()
                onEvent(.reply(reply))
            }
            // A followed subscription never ends by itself.
            return .disconnected
        } catch let failure as CallFailure {
            return failure
        } catch {
            return CallFailure(error)
        }
    }
}

/// The pauses before further attempts at something that failed: a shortest one, then twice as long
/// each time, up to a longest one. A value without a clock.
package struct Backoff: Hashable, Sendable {
    /// The first pause before the daemon is tried again.
    package static let shortest = Duration.milliseconds(100)
    /// The longest pause before the daemon is tried again.
    package static let longest = Duration.seconds(30)

    private let shortest: Duration
    private let longest: Duration
    private var wait: Duration

    package init(from shortest: Duration = Self.shortest, to longest: Duration = Self.longest) {
        self.shortest = shortest
        self.longest = longest
        wait = shortest
    }

    /// True if nothing has failed since the start or the last success.
    package var isFresh: Bool { wait == shortest }

    /// Returns the pause before the next attempt.
    package mutating func next() -> Duration {
        defer { wait = min(wait * 2, longest) }
        return wait
    }

    /// Starts over, as after a success.
    package mutating func reset() { wait = shortest }
}
