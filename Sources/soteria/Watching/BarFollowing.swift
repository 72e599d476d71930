import API

/// Shows how the targets stand as lines for a status bar, which lives as long as its session: the
/// daemon may be gone, come back, or come later.
struct BarFollowing {
    let daemon: DaemonOptions
    let surroundings: Surroundings
    private var shown: BarLine?

    init(daemon: DaemonOptions, surroundings: Surroundings) {
        self.daemon = daemon
        self.surroundings = surroundings
    }

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

    /// Shows the present line once.
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
            return true
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
