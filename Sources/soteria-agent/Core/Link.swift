import API
import Synchronization

/// The agent's connections to the daemon: what it follows, and what it calls.
final class Link: Sendable {
    /// Calls of the agent, one after the other over one connection.
    let caller: Caller
    private let address: SocketAddress
    /// The subscriptions, each of which ends when it is let go.
    private let following = Mutex<[any Sendable]>([])

    init(_ address: SocketAddress) {
        self.address = address
        caller = Caller(address: address)
    }

    /// Follows the daemon from now on, and tells the agent on its queue.
    func begin(_ agent: Agent) {
        caller.onConnect = { [weak agent] in agent?.enter { $0.handle(.connected) } }
        let begun: [any Sendable] = [
            Subscription(ProtectionAPI.Monitor.self, NoMembers(), address: address) {
                [weak agent] event in
                agent?.enter { $0.heard(event) }
            },
            // Sites are the browser's: none are wanted here.
            Subscription(TargetsAPI.Monitor.self, .init(siteLimit: 0), address: address) {
                [weak agent] event in
                agent?.enter { $0.heard(event) }
            },
            Subscription(PromptsAPI.Monitor.self, NoMembers(), address: address) {
                [weak agent] event in
                agent?.enter { $0.heard(event) }
            },
        ]
        following.withLock { $0 = begun }
    }

    /// Follows nothing any more.
    func end() { following.withLock { $0 = [] } }
}
