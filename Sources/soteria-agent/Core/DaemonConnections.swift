import API
import Synchronization

/// The agent's connections to the daemon: its subscriptions, and one connection for calls.
final class DaemonConnections: Sendable {
    /// Makes the agent's calls, one after the other over one connection.
    let caller: Caller
    private let address: SocketAddress
    /// The subscriptions; each ends when it is released.
    private let following = Mutex<[any Sendable]>([])

    init(_ address: SocketAddress) {
        self.address = address
        caller = Caller(address: address)
    }

    /// Starts the subscriptions; events are handled on the agent's queue.
    func begin(_ agent: Agent) {
        caller.onConnect = { [weak agent] in
            agent?.enter {
                $0.handle(.connected)
                if !$0.focus.isRegistering { $0.registerSource() }
            }
        }
        let begun: [any Sendable] = [
            Subscription(ProtectionAPI.Monitor.self, NoMembers(), address: address) {
                [weak agent] event in
                agent?.enter { $0.handle(event) }
            },
            // The browser extension blocks sites, so none are requested here.
            Subscription(TargetsAPI.Monitor.self, .init(siteLimit: 0), address: address) {
                [weak agent] event in
                agent?.enter { $0.handle(event) }
            },
            Subscription(PromptsAPI.Monitor.self, NoMembers(), address: address) {
                [weak agent] event in
                agent?.enter { $0.handle(event) }
            },
        ]
        following.withLock { $0 = begun }
    }

    func end() { following.withLock { $0 = [] } }
}
