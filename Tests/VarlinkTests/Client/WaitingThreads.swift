import NIOCore
import NIOPosix

/// Threads on which a test's blocking peer may wait.
final class WaitingThreads: Sendable {
    static let shared = WaitingThreads()

    private let pool = NIOThreadPool(numberOfThreads: 4)
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private init() { pool.start() }

    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> EventLoopFuture<Value> {
        pool.runIfActive(eventLoop: group.next()) { body() }
    }
}
