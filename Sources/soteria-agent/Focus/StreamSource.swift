import Dispatch
import Synchronization
import Systemd

/// A source that answers on a local socket.
final class StreamSource: FocusSource {
    private let candidate: FocusCandidate
    private let terms: FocusState.Terms
    private let session = Mutex<FocusSession?>(nil)
    private let onReport: @Sendable (FocusReport) -> Void

    init(
        _ candidate: FocusCandidate, _ terms: FocusState.Terms,
        onReport: @escaping @Sendable (FocusReport) -> Void
    ) {
        self.candidate = candidate
        self.terms = terms
        self.onReport = onReport
    }

    func begin() {
        do throws(SystemError) {
            let begun = try FocusSession(
                candidate, awayAfter: terms.awayAfter,
                isOnlyForIdleness: terms.isOnlyForIdleness, queue: terms.executor.queue
            ) { [onReport] report in
                switch report {
                case .ready(let abilities): onReport(.ready(abilities))
                case .event(let event): onReport(.event(event))
                case .ended(let reason): onReport(.lost(reason))
                }
            }
            session.withLock { $0 = begun }
        } catch {
            onReport(.lost(error.description))
        }
    }

    func end() {
        session.withLock { session in
            session?.end()
            session = nil
        }
    }

    func putAway(_ window: FrontWindow) {
        _ = session.withLock { $0 }?.putAway(window)
    }

    func setAway(after seconds: Int) {
        session.withLock { $0 }?.setAway(after: seconds)
    }
}
