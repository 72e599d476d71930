import EventStore
import Synchronization

/// Takes what the check of the record beside the daemon's start finds, and keeps it until there is
/// a daemon to be told.
final class DamageReporter: Sendable {
    private struct Pending {
        var daemon: Daemon?
        var reports: [IntegrityReport] = []
    }

    private let pending = Mutex(Pending())

    /// Tells the daemon what was found and what will be; to be called once, after it has begun.
    func deliver(to daemon: Daemon) {
        let early = pending.withLock { pending in
            pending.daemon = daemon
            return pending.reports
        }
        for report in early { forward(report, to: daemon) }
    }

    /// A report of the store, on its queue.
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
