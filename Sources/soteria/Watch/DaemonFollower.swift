import API
import Localization

/// Follows the daemon's reports, across restarts of the daemon.
struct DaemonFollower: Sendable {
    let address: SocketAddress
    let context: CommandContext

    init(daemon: DaemonOptions, context: CommandContext) throws {
        address = try daemon.address(context)
        self.context = context
    }

    private static let patience = Duration.seconds(30)
    private static let pause = Duration.milliseconds(500)

    func connect() throws -> SoteriaClient {
        try SoteriaClient(address, timeout: context.timeout)
    }

    /// Calls `body` with the given client, and with a new one after each loss of the daemon.
    ///
    /// `body` follows until the connection is lost, and calls `markConnected` once the daemon has
    /// reported something: only then does a loss count as a restart. Ends by throwing the loss if
    /// the daemon has not come back in time, or `disconnected` if the daemon ended the stream
    /// itself.
    func run(
        _ first: SoteriaClient,
        _ body: (_ client: SoteriaClient, _ markConnected: () -> Void) throws -> Void
    ) throws -> Never {
        var client: SoteriaClient? = first
        var hasFollowed = false
        var left = Self.patience
        while true {
            do {
                var isConnected = false
                let present = try client ?? connect()
                defer {
                    if isConnected {
                        hasFollowed = true
                        left = Self.patience
                    }
                }
                try body(present) {
                    isConnected = true
                }
                throw EndOfStream()
            } catch is EndOfStream {
                throw CallFailure.disconnected
            } catch let loss as CallFailure where hasFollowed && loss.isLoss {
                client = nil
                if left == Self.patience { context.error(localized("the daemon is restarting…\n")) }
                // An attempt that timed out has already waited.
                if case .timedOut = loss { left -= context.timeout }
                guard left > .zero else { throw loss }
                context.wait(Self.pause)
                left -= Self.pause
            }
        }
    }

    /// The daemon ended the stream with a last reply, which it never does while it runs.
    private struct EndOfStream: Error {}
}

/// Shows the state of the targets as lines for a status bar, while the daemon comes and goes.
struct BarFollower {
    let daemon: DaemonOptions
    let context: CommandContext
    private(set) var shown: BarLine?

    /// Shows a line now and at each change. Throws a failure that waiting does not resolve.
    mutating func run() throws -> Never {
        var backoff = Backoff(from: .milliseconds(500))
        while true {
            do {
                try follow { backoff.reset() }
            } catch let loss as CallFailure where loss.isLoss {
                try show(.gone)
            }
            context.wait(backoff.next())
        }
    }

    mutating func showOnce() throws {
        do {
            try show(Self.line(daemon.client(context)))
        } catch let loss as CallFailure where loss.isLoss {
            try show(.gone)
        }
    }

    private mutating func follow(_ markConnected: () -> Void) throws {
        let client = try daemon.client(context)
        // A connection with a subscription accepts no other call.
        let asking = try daemon.client(context)
        try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { _ in
            markConnected()
            try show(Self.line(asking))
        }
    }

    private static func line(_ client: SoteriaClient) throws -> BarLine {
        BarLine(try client.call(ProtectionAPI.List.self))
    }

    private mutating func show(_ line: BarLine) throws {
        guard line != shown else { return }
        shown = line
        context.output(try ReplyText.compact(line) + "\n")
    }
}
