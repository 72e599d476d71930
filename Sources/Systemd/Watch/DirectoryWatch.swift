import CSystemd
import Dispatch
import Glibc
import Synchronization

/// Watches directories and reports changes of their entries, once for each burst of changes.
///
/// inotify(7): a file closed after writing, moved in or out, deleted; a symlink or hard link
/// created. A file that is still being written is not reported before it is closed. Directories may
/// be missing, and may be removed, moved, replaced and created again. Subdirectories are not
/// watched.
package final class DirectoryWatch: Sendable {
    private final class State: Sendable {
        let list: Mutex<WatchList>

        init(_ list: consuming WatchList) {
            self.list = Mutex(list)
        }

        /// Handles a batch of events; returns true if any of them matters.
        func handle(_ events: [InotifyEvent], on descriptor: Int32) -> Bool {
            list.withLock { list in
                let effects = events.map { list.effect(of: $0) }
                if effects.contains(.reshaped) { list.rebuild(on: descriptor) }
                return effects.contains { $0 != .none }
            }
        }
    }

    private let state: State
    private let burst: BurstTimer
    private let readable: ReadableDescriptor

    /// Starts watching; changes after this returns are reported. Relative paths are resolved in the
    /// current working directory.
    ///
    /// `onChange` is called on the serial queue once nothing has changed for the quiet period, or
    /// after ten periods of continuous changes; also if events were lost, and if a directory
    /// appears or disappears. Throws the error of inotify_init1(2), such as the user's limit.
    package init(
        directories: [String], quietPeriod: Duration = .milliseconds(300), queue: DispatchQueue,
        onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw .last("inotify_init1") }
        var list = WatchList(directories: directories)
        list.rebuild(on: descriptor)
        let state = State(list)
        let burst = BurstTimer(quiet: quietPeriod, queue: queue, onEnd: onChange)
        self.state = state
        self.burst = burst
        readable = ReadableDescriptor(owning: descriptor, queue: queue) { descriptor in
            let events = InotifyEvent.readAll(from: descriptor)
            if state.handle(events, on: descriptor) { burst.event() }
        }
    }

    /// The directories that cannot be watched, with the reason (no permission, the user's limit of
    /// watches); missing ones are not included.
    package var unwatched: [String: SystemError] {
        state.list.withLock { $0.failures }
    }

    /// Ends the watch. After a call on the queue, no callback runs.
    package func cancel() {
        readable.cancel()
        burst.cancel()
    }
}
