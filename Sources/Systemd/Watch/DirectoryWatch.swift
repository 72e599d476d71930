import CSystemd
import Dispatch
import Glibc
import Synchronization

/// Says when the entries of directories changed, once for each burst of changes.
///
/// inotify(7): a file closed after writing, moved in or out, deleted; a symlink or hard link made.
/// A file that is still being written is not reported before it is closed. Directories may be
/// missing, and may be removed, moved, replaced and made again. Subdirectories are not watched.
package final class DirectoryWatch: Sendable {
    private final class State: Sendable {
        let list: Mutex<WatchList>

        init(_ list: consuming WatchList) {
            self.list = Mutex(list)
        }

        /// Takes in a batch of events; whether any of them matters.
        func takeIn(_ events: [InotifyEvent], on descriptor: Int32) -> Bool {
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

    /// Watches from now on; what changes after this returns is reported. Relative paths count from
    /// the working directory of this moment.
    ///
    /// `onChange` is called on the serial queue once nothing has changed for the quiet period, or,
    /// under unceasing change, after ten of these; also when events were lost, and when a directory
    /// appears or goes. Throws what inotify_init1(2) says, as at a limit of the user's.
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
            if state.takeIn(events, on: descriptor) { burst.event() }
        }
    }

    /// The directories that cannot be watched as they stand, with the reason (no right to read
    /// them, the user's limit of watches); missing ones are not among them.
    package var unwatched: [String: SystemError] {
        state.list.withLock { $0.failures }
    }

    /// Ends the watch. Called on the queue, no callback follows.
    package func cancel() {
        readable.cancel()
        burst.cancel()
    }
}
