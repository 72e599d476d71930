import Dispatch
import Synchronization
import Systemd

/// A source that answers on a local socket.
final class StreamSource: FocusSource {
    private struct State {
        var session: FocusSession?
        var hasEnded = false
    }

    /// The file of cookies of an X display may lie on a slow file system.
    private static let files = DispatchQueue(label: "org.soteria.agent.cookies")

    private let candidate: FocusCandidate
    private let terms: FocusState.Terms
    private let state = Mutex(State())
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
        guard candidate.display != nil else { return connect() }
        Self.files.async { [weak self] in self?.connect() }
    }

    private func connect() {
        do throws(SystemError) {
            let begun = try FocusSession(
                candidate, awayAfter: terms.awayAfter,
                isOnlyForIdleness: terms.isOnlyForIdleness, queue: terms.executor.queue,
                onReport: onReport)
            let isLate = state.withLock { state in
                if !state.hasEnded { state.session = begun }
                return state.hasEnded
            }
            if isLate { begun.end() }
        } catch {
            onReport(.lost(error.description))
        }
    }

    func end() {
        state.withLock { state in
            state.session?.end()
            state = State(hasEnded: true)
        }
    }

    func putAway(_ window: FrontWindow) {
        _ = session?.putAway(window)
    }

    func setAway(after seconds: Int) {
        session?.setAway(after: seconds)
    }

    private var session: FocusSession? { state.withLock { $0.session } }
}
