import Dispatch
import Varlink

/// Follows a method that answers again and again for as long as the subscription lives, connecting
/// anew with growing waits whenever the daemon is gone.
///
/// It has a thread of its own while it is connected, which sleeps until something is said, and
/// none while it waits to connect again.
package final class Subscription<Called: TypedMethod & SendableMetatype>: Sendable {
    /// A message of a subscription.
    package enum Event: Sendable {
        /// One answer; after a loss the first one tells all anew, as the method has it.
        case reply(Called.Reply)
        /// The daemon cannot be followed at present: once a loss, not once an attempt, and also
        /// when it was not reached in the first place.
        case lost(CallFailure)
    }

    private let follower: Follower<Called>

    /// Begins to follow at once. `onEvent` is called on the subscription's thread, one event
    /// after another.
    ///
    /// `pause` waits before another attempt; as a rule on the machine's clock, without a thread.
    package init(
        _ method: Called.Type, _ parameters: Called.Parameters, address: SocketAddress,
        pause: @escaping Pause = Pauses.elapsing, onEvent: @escaping @Sendable (Event) -> Void
    ) {
        follower = Follower(parameters, address: address, pause: pause, onEvent: onEvent)
        follower.begin()
    }

    deinit { follower.cancellation.cancel() }

    /// Ends the subscription. No event begins after this returns; the one that is being told at
    /// this moment may still be under way on the subscription's thread.
    package func cancel() { follower.cancellation.cancel() }
}

/// Runs what is to be done on the queue once so much time has passed.
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

/// The work of a subscription's thread. It outlives the subscription for as long as it takes to
/// notice that it was cancelled.
private final class Follower<Called: TypedMethod & SendableMetatype>: Sendable {
    /// How the attempts went so far.
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

    /// Follows until the connection is lost, says so, and comes again later.
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
            // A subscription that is followed has no end of its own.
            return .disconnected
        } catch let failure as CallFailure {
            return failure
        } catch {
            return CallFailure(error)
        }
    }
}

/// How long to wait before each further attempt at something that failed: a shortest wait, then
/// twice as long each time, never more than a longest one. A value that knows no clock.
package struct Backoff: Hashable, Sendable {
    /// The first wait where the daemon is to be reached.
    package static let shortest = Duration.milliseconds(100)
    /// The longest wait where the daemon is to be reached.
    package static let longest = Duration.seconds(30)

    private let shortest: Duration
    private let longest: Duration
    private var wait: Duration

    package init(from shortest: Duration = Self.shortest, to longest: Duration = Self.longest) {
        self.shortest = shortest
        self.longest = longest
        wait = shortest
    }

    /// Whether nothing has failed since the beginning, or since the last success.
    package var isFresh: Bool { wait == shortest }

    /// The wait before the next attempt.
    package mutating func next() -> Duration {
        defer { wait = min(wait * 2, longest) }
        return wait
    }

    /// Begins anew, as after a success.
    package mutating func reset() { wait = shortest }
}
