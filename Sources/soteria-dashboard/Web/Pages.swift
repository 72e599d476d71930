import API
import Dashboard

/// The pages, callable from any thread.
struct Pages: Sendable {
    /// Answers a request; `connect` connects to the daemon.
    let respond:
        @Sendable (
            PageRequest, _ connect: () throws(CallFailure) -> any DaemonCalls
        ) -> PageResponse
    let describe: EventHub.Describe
}

extension Pages {
    init(_ site: Site) {
        respond = { request, connect in site.respond(to: request, connect: connect) }
        describe = { decision, languages in site.describe(decision, languages: languages) }
    }
}

/// Connections to the daemon for pages: each page has its own while it is made.
struct DaemonConnections: Sendable {
    let address: SocketAddress
    static let patience = Duration.seconds(5)

    func connect() throws(CallFailure) -> any DaemonCalls {
        try SoteriaClient(address, timeout: Self.patience)
    }
}
