import API
import Synchronization

/// Follows what the daemon decides, assesses and asks, for as long as it is held.
final class DaemonFollowing: Sendable {
    private let decisions: Subscription<ProtectionAPI.Monitor>
    private let risk: Subscription<RiskAPI.Monitor>
    private let prompts: Subscription<PromptsAPI.Monitor>

    /// Begins at once; `tell` is called from several threads.
    init(address: SocketAddress, tell: @escaping @Sendable (PageEvent) -> Void) {
        let hearing = DecisionHearing()
        decisions = Subscription(ProtectionAPI.Monitor.self, NoMembers(), address: address) {
            if let event = hearing.event($0) { tell(event) }
        }
        // That the daemon is gone is said once, by the decisions.
        let risks = FirstReply()
        risk = Subscription(RiskAPI.Monitor.self, NoMembers(), address: address) { event in
            if case .reply = event {
                if !risks.isFirst() { tell(.change) }
            } else {
                risks.reset()
            }
        }
        let asked = FirstReply()
        prompts = Subscription(PromptsAPI.Monitor.self, NoMembers(), address: address) { event in
            if case .reply = event {
                if !asked.isFirst() { tell(.change) }
            } else {
                asked.reset()
            }
        }
    }
}

/// What pages are told of the decisions and of losing the daemon.
private final class DecisionHearing: Sendable {
    private let isLost = Mutex(false)

    func event(_ event: Subscription<ProtectionAPI.Monitor>.Event) -> PageEvent? {
        switch event {
        case .lost:
            isLost.withLock { $0 = true }
            return .gone
        case .reply(let reply):
            let wasLost = isLost.withLock { lost in
                defer { lost = false }
                return lost
            }
            if wasLost { return .back }
            // The first reply is the state, which the pages show already.
            return reply.decision.map { .decision($0) }
        }
    }
}

/// Tells the first reply after a beginning, which is the state, from the changes after it.
private final class FirstReply: Sendable {
    private let isNext = Mutex(true)

    func isFirst() -> Bool {
        isNext.withLock { next in
            defer { next = false }
            return next
        }
    }

    func reset() { isNext.withLock { $0 = true } }
}
