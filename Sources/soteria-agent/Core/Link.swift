import API
import Synchronization

/// The agent's connections to the daemon: what it follows, and what it calls.
final class Link: Sendable {
    private struct Following {
        var protection: Subscription<ProtectionAPI.Monitor>
        var places: Subscription<TargetsAPI.Monitor>
        var prompts: Subscription<PromptsAPI.Monitor>
    }

    /// Calls of the agent, one after the other over one connection.
    let caller: Caller
    private let address: SocketAddress
    private let following = Mutex<Following?>(nil)

    init(_ address: SocketAddress) {
        self.address = address
        caller = Caller(address: address)
    }

    /// Follows the daemon from now on, and tells the agent on its queue.
    func begin(_ agent: Agent) {
        caller.onConnect = { [weak agent] in agent?.enter { $0.handle(.connected) } }
        let begun = Following(
            protection: Subscription(ProtectionAPI.Monitor.self, NoMembers(), address: address) {
                [weak agent] event in
                agent?.enter { $0.heard(event) }
            },
            // Sites are the browser's: none are wanted here.
            places: Subscription(
                TargetsAPI.Monitor.self, .init(siteLimit: 0), address: address
            ) { [weak agent] event in
                agent?.enter { $0.heard(event) }
            },
            prompts: Subscription(PromptsAPI.Monitor.self, NoMembers(), address: address) {
                [weak agent] event in
                agent?.enter { $0.heard(event) }
            })
        following.withLock { $0 = begun }
    }

    /// Follows nothing any more.
    func end() {
        let ended = following.withLock { following in
            defer { following = nil }
            return following
        }
        ended?.protection.cancel()
        ended?.places.cancel()
        ended?.prompts.cancel()
    }
}
