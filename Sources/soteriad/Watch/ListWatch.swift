import Dispatch
import Systemd

/// Watches the directories of the lists of sites that the rules name. If one cannot be watched, or
/// a list is a symlink to another directory, the check each minute finds the change.
final class ListWatch: @unchecked Sendable {
    // Used on the queue alone.
    private var directories: [String] = []
    private var current: DirectoryWatch?
    /// The rule directories, which are watched elsewhere.
    private let watched: Set<String>
    private let queue: DispatchQueue
    private let onChange: @Sendable () -> Void

    /// Calls `onChange` on the serial `queue` when something in the directories changes.
    init(
        beside watched: [String], queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
    ) {
        self.watched = Set(watched)
        self.queue = queue
        self.onChange = onChange
    }

    /// Replaces the watched directories.
    func watch(_ directories: [String]) {
        let wanted = Set(directories).subtracting(watched).sorted()
        queue.async { [self] in
            guard self.directories != wanted else { return }
            current?.cancel()
            current = nil
            self.directories = wanted
            guard !wanted.isEmpty else { return }
            current = try? DirectoryWatch(directories: wanted, queue: queue, onChange: onChange)
            // The lists may have been saved after they were read and before they were watched.
            onChange()
        }
    }
}
