import EventStore
import Synchronization

/// Keeps the reports of the record's check, which runs beside the start, until the daemon begins.
final class DamageReporter: Sendable {
    private struct Pending {
        var daemon: Daemon?
        var reports: [IntegrityReport] = []
    }

    private let pending = Mutex(Pending())

    /// Forwards all reports, past and future, to the daemon; call it once, after `begin`.
    func deliver(to daemon: Daemon) {
        let early = pending.withLock { pending in
            pending.daemon = daemon
            return pending.reports
        }
        for report in early { forward(report, to: daemon) }
    }

    /// Handles a report; called on the store's queue.
    func handle(_ report: IntegrityReport) {
        let daemon = pending.withLock { pending in
            if pending.daemon == nil { pending.reports.append(report) }
            return pending.daemon
        }
        if let daemon { forward(report, to: daemon) }
    }

    private func forward(_ report: IntegrityReport, to daemon: Daemon) {
        switch report {
        case .replaced(let setAside, let damage):
            daemon.enter { $0.reportReplacedStore(setAside: setAside, damage: damage) }
        case .failing(let error): daemon.enter { $0.handleStoreResult(.failure(error)) }
        case .passed, .interrupted: break
        }
    }
}
