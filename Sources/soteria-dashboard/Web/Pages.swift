import API
import Dashboard

/// The pages as the server asks for them, from any thread.
struct Pages: Sendable {
    /// Answers a request; what it is given connects to the daemon.
    let respond:
        @Sendable (
            PageRequest, _ connect: () throws(CallFailure) -> any DaemonCalls
        ) -> PageResponse
    /// A decision in a sentence that is read out where it is shown.
    let phrase: @Sendable (ProtectionAPI.Decision) -> String
}

/// Connections to the daemon for pages: each has its own, for as long as it is made.
struct DaemonConnections: Sendable {
    /// The daemon's socket.
    let address: SocketAddress
    /// How long a page waits for each answer.
    static let patience = Duration.seconds(5)

    /// A connection.
    func connect() throws(CallFailure) -> any DaemonCalls {
        try SoteriaClient(address, timeout: Self.patience)
    }
}
