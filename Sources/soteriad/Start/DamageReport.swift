import EventStore
import Synchronization

/// Takes what the check of the record beside the daemon's start finds, and keeps it until there is
/// a daemon to be told.
final class DamageReport: Sendable {
    private struct Waiting {
        var daemon: Daemon?
        var reports: [IntegrityReport] = []
    }

    private let waiting = Mutex(Waiting())

    /// Tells the daemon what was found and what will be; to be called once, after it has begun.
    func deliver(to daemon: Daemon) {
        let early = waiting.withLock { waiting in
            waiting.daemon = daemon
            return waiting.reports
        }
        for report in early { tell(report, daemon) }
    }

    /// A report of the store, on its queue.
    func take(_ report: IntegrityReport) {
        let daemon = waiting.withLock { waiting in
            if waiting.daemon == nil { waiting.reports.append(report) }
            return waiting.daemon
        }
        if let daemon { tell(report, daemon) }
    }

    private func tell(_ report: IntegrityReport, _ daemon: Daemon) {
        switch report {
        case .replaced(let setAside, let damage):
            daemon.enter { $0.storeWasReplaced(setAside: setAside, damage: damage) }
        case .failing(let error): daemon.enter { $0.stored(.failure(error)) }
        case .passed, .interrupted: break
        }
    }
}
