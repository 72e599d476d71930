import Dispatch
import RuleFiles
import Synchronization
import Systemd

/// Watches the directories of the lists of sites that the rules name at the time.
///
/// Where one cannot be watched, or a list is a link to somewhere else, the look at the files each
/// minute finds the change.
final class ListWatch: Sendable {
    private struct State {
        var directories: [String] = []
        var watch: DirectoryWatch?
    }

    private let state = Mutex(State())
    /// The rule directories, which are watched in any case.
    private let watched: Set<String>
    private let queue: DispatchQueue
    private let onChange: @Sendable () -> Void

    /// Calls `onChange` on the queue, which is a serial one, when something in the directories
    /// changed.
    init(
        beside watched: [String], queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
    ) {
        self.watched = Set(watched)
        self.queue = queue
        self.onChange = onChange
    }

    /// Watches these directories from now on, and no others.
    func watch(_ directories: [String]) {
        let wanted = Set(directories).subtracting(watched).sorted()
        queue.async {
            let isNew = self.state.withLock { state in
                guard state.directories != wanted else { return false }
                state.watch?.cancel()
                state.directories = wanted
                state.watch =
                    wanted.isEmpty
                    ? nil
                    : try? DirectoryWatch(
                        directories: wanted, queue: self.queue, onChange: self.onChange)
                return !wanted.isEmpty
            }
            // What was saved after the lists were read and before they were watched.
            if isNew { self.onChange() }
        }
    }
}
