import API
import Dashboard

/// The pages as the server asks for them, from any thread.
struct Pages: Sendable {
    /// Answers a request; what it is given connects to the daemon.
    let respond:
        @Sendable (
            PageRequest, _ connect: () throws(CallFailure) -> any DaemonCalls
        ) -> PageResponse
    /// A decision in a sentence to be read out, in the first of the languages that there is.
    let describe: EventHub.Describe
}

extension Pages {
    init(_ site: Site) {
        respond = { request, connect in site.respond(to: request, connect: connect) }
        describe = { decision, languages in site.describe(decision, languages: languages) }
    }
}

/// Connections to the daemon for pages: each has its own, for as long as it is made.
struct DaemonConnections: Sendable {
    let address: SocketAddress
    static let patience = Duration.seconds(5)

    func connect() throws(CallFailure) -> any DaemonCalls {
        try SoteriaClient(address, timeout: Self.patience)
    }
}
