import Engine
import EventStore
import Logging

/// What the journal says of what protects less than it could, and of the record itself.
extension FactEntries {
    func tellIncident(_ event: Event) {
        switch event.fact {
        case .daemonStarted(let start): tell(start, event)
        case .rulesWeakened(let weakening):
            let entries = weakening.entries.joined(separator: ", ")
            journal.send(
                .rulesWeakened, .warning, "The rules protect less than before: \(entries).",
                ["RULES_ENTRIES": weakening.entries.joined(separator: " ")])
        case .storeRestored(let restoring):
            journal.send(
                .recordRestored, .warning,
                "The record was replaced by what is in \(restoring.source).",
                ["SOURCE": restoring.source, "KEPT_ASIDE": restoring.keptAside ?? "nothing"])
        case .retained(let retention):
            journal.send(
                .retained, .info,
                "\(retention.removed) old events were removed, up to \(retention.through).",
                [
                    "REMOVED": String(retention.removed), "SEQUENCE": String(retention.through),
                    "HASH": retention.hash,
                ])
        default: break
        }
    }

    /// What there is to say of the time before a start: a crash, or a gap while the machine ran.
    private func tell(_ start: DaemonStart, _ event: Event) {
        let seen = incidents.filter { $0.sequence == event.sequence }
        guard let away = seen.lazy.compactMap(\.span).first ?? start.away, !seen.isEmpty else {
            return
        }
        let isCrash = seen.contains { $0.kind == .crash }
        let why = isCrash ? "it ended without being told to" : "it had been stopped"
        journal.send(
            .gap, .warning, "Soteria was away for at most \(away.seconds) s: \(why).",
            ["SECONDS": String(away.seconds), "REASON": why])
    }
}

extension Logger {
    /// Writes down the head of the chain of a device's record, where a change of it would be seen.
    func recordHead(_ head: ChainHead, of device: String) {
        send(
            .recordHead, .info, "The record reaches to event \(head.sequence).",
            ["SEQUENCE": String(head.sequence), "HASH": head.hash, "DEVICE": device])
    }
}
