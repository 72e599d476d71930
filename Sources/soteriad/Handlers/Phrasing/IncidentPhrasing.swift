import API
import Engine
import EventStore

/// What weakened the protection, and how the record is kept, in the types of the socket.
extension Daemon {
    /// The last incidents, the newest first.
    var incidents: [DaemonAPI.Incident] {
        engine.state.incidents.suffix(20).reversed().map { incident in
            DaemonAPI.Incident(
                kind: phrase(incident.kind), at: text(incident.at),
                seconds: incident.span.map { Int($0.seconds) }, what: incident.what)
        }
    }

    private func phrase(_ kind: Incident.Kind) -> DaemonAPI.IncidentKind {
        switch kind {
        case .gap: .gap
        case .crash: .crash
        case .stop: .stop
        case .clockJump: .clockJump
        case .rulesWeakened: .rulesWeakened
        case .switchedOff: .switchedOff
        case .storeReplaced: .storeReplaced
        case .restored: .restored
        }
    }

    /// The head of the chain; nil where no event is on disk.
    func chainHead(_ health: StoreHealth) -> DaemonAPI.ChainHead? {
        health.head.flatMap { head in
            head.sequence > 0
                ? DaemonAPI.ChainHead(sequence: Int(head.sequence), hash: head.hash) : nil
        }
    }

    /// How old events are let go; nil where the rules keep them for ever.
    func retention(_ health: StoreHealth) -> DaemonAPI.Retention? {
        engine.rules.retention.map { kept in
            DaemonAPI.Retention(
                keepSeconds: Int(kept.seconds), lastApplied: text(housekeeping.removedAt),
                removed: Int(health.lastSequence - health.events))
        }
    }
}
