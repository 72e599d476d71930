import Dispatch
import Systemd

/// Watches the directories of the lists of sites that the rules name at the time. If one cannot be
/// watched, or a list is a link to somewhere else, the look at the files each minute finds it.
final class ListWatch: @unchecked Sendable {
    // Used on the queue alone.
    private var directories: [String] = []
    private var current: DirectoryWatch?
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
