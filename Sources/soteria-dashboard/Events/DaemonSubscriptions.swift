import API
import Synchronization

/// Subscriptions to the daemon's decisions, risk and prompts; they end when this is released.
final class DaemonSubscriptions: Sendable {
    private let decisions: Subscription<ProtectionAPI.Monitor>
    private let risk: Subscription<RiskAPI.Monitor>
    private let prompts: Subscription<PromptsAPI.Monitor>

    /// Subscribes at once; `notify` is called from several threads.
    init(address: SocketAddress, notify: @escaping @Sendable (PageEvent) -> Void) {
        let isLost = Flag(false)
        decisions = Subscription(ProtectionAPI.Monitor.self, NoMembers(), address: address) {
            switch $0 {
            case .lost:
                isLost.set(true)
                notify(.gone)
            case .reply(let reply):
                // The first reply is the state, which the pages show already.
                if isLost.set(false) {
                    notify(.back)
                } else if let decision = reply.decision {
                    notify(.decision(decision))
                }
            }
        }
        risk = Self.changes(RiskAPI.Monitor.self, address, notify)
        prompts = Self.changes(PromptsAPI.Monitor.self, address, notify)
    }

    /// Reports all replies except the first of a subscription, which is the current state. The loss
    /// of the daemon is reported once, by the subscription to decisions.
    private static func changes<Followed: TypedMethod & SendableMetatype>(
        _ method: Followed.Type, _ address: SocketAddress,
        _ notify: @escaping @Sendable (PageEvent) -> Void
    ) -> Subscription<Followed> where Followed.Parameters == NoMembers {
        let isNext = Flag(true)
        return Subscription(method, NoMembers(), address: address) { event in
            if case .reply = event {
                if !isNext.set(false) { notify(.change) }
            } else {
                isNext.set(true)
            }
        }
    }
}

/// A flag set from several threads.
private final class Flag: Sendable {
    private let value: Mutex<Bool>

    init(_ value: Bool) { self.value = Mutex(value) }

    /// Sets the flag; returns its previous value.
    @discardableResult
    func set(_ new: Bool) -> Bool {
        value.withLock { value in
            defer { value = new }
            return value
        }
    }
}
