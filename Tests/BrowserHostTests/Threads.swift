import Foundation

/// Threads for what blocks beside a test.
enum Threads {
    static func run(_ body: @escaping @Sendable () -> Void) { Thread(block: body).start() }
}

/// Writing to whom nobody reads from.
enum BrokenPipes {
    /// From the first use on it is an error, as in the program itself, and no signal.
    static let areErrors: Void = { signal(SIGPIPE, SIG_IGN) }()
}
