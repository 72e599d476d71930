import API

/// Follows what the daemon reports, and goes on after the daemon was restarted.
struct Following: Sendable {
    let address: SocketAddress
    let surroundings: Surroundings

    init(daemon: DaemonOptions, surroundings: Surroundings) throws {
        address = try daemon.address(surroundings)
        self.surroundings = surroundings
    }

    private static let patience = Duration.seconds(30)
    private static let pause = Duration.milliseconds(500)

    func connect() throws -> SoteriaClient {
        try SoteriaClient(address, timeout: surroundings.timeout)
    }

    /// Calls `body` with the client given, and after each loss of the daemon with a new one.
    ///
    /// `body` follows until the connection is lost, and calls `heard` once the daemon has reported
    /// something: only then is a loss a restart. Ends by throwing the loss when the daemon has not
    /// come back in time, or `disconnected` when the daemon ended the stream itself.
    func run(
        _ first: SoteriaClient,
        _ body: (_ client: SoteriaClient, _ heard: () -> Void) throws -> Void
    ) throws -> Never {
        var client: SoteriaClient? = first
        var hasFollowed = false
        var left = Self.patience
        while true {
            do {
                var heard = false
                let present = try client ?? connect()
                defer {
                    if heard {
                        hasFollowed = true
                        left = Self.patience
                    }
                }
                try body(present) {
                    heard = true
                }
                throw EndOfStream()
            } catch is EndOfStream {
                throw CallFailure.disconnected
            } catch let loss as CallFailure where hasFollowed && Self.isLoss(loss) {
                client = nil
                if left == Self.patience { surroundings.error("the daemon restarts…\n") }
                // An attempt that ran into its time limit has waited already.
                if case .timedOut = loss { left -= surroundings.timeout }
                guard left > .zero else { throw loss }
                surroundings.wait(Self.pause)
                left -= Self.pause
            }
        }
    }

    /// The daemon ended the stream with a last reply, as it never does while it runs.
    private struct EndOfStream: Error {}

    /// True if it says no more than that the daemon is gone.
    static func isLoss(_ failure: CallFailure) -> Bool {
        switch failure {
        case .notRunning, .disconnected, .timedOut: true
        case .refused, .invalidParameter, .unexpected, .broken: false
        }
    }
}

/// Shows how the targets stand as lines for a status bar, which lives as long as its session: the
/// daemon may be gone, come back, or come later.
struct BarFollowing {
    let daemon: DaemonOptions
    let surroundings: Surroundings
    private(set) var shown: BarLine?

    /// Shows a line now, and then one at each change. Ends by throwing what no waiting mends.
    mutating func run() throws -> Never {
        var backoff = Backoff(from: .milliseconds(500))
        while true {
            do {
                try follow { backoff.reset() }
            } catch let loss as CallFailure where Following.isLoss(loss) {
                try show(.gone)
            }
            surroundings.wait(backoff.next())
        }
    }

    mutating func showOnce() throws {
        do {
            try show(Self.line(daemon.client(surroundings)))
        } catch let loss as CallFailure where Following.isLoss(loss) {
            try show(.gone)
        }
    }

    private mutating func follow(_ heard: () -> Void) throws {
        let client = try daemon.client(surroundings)
        // A connection that follows takes no other call.
        let asking = try daemon.client(surroundings)
        try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { _ in
            heard()
            try show(Self.line(asking))
        }
    }

    private static func line(_ client: SoteriaClient) throws -> BarLine {
        BarLine(try client.call(ProtectionAPI.List.self))
    }

    private mutating func show(_ line: BarLine) throws {
        guard line != shown else { return }
        shown = line
        surroundings.output(try ReplyText.compact(line) + "\n")
    }
}
