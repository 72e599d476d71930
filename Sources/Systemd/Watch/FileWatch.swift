import CSystemd
import Dispatch
import Glibc
import Synchronization

/// Watches single files by inotify(7) and reports the path of each that an event was about.
///
/// A watch belongs to the file and not to its path: it ends with the file, and sees what happens to
/// the file by another name.
package final class FileWatch: Sendable {
    package enum Event: Sendable {
        /// The content changed: a write, or a notification of the kernel about a file of its own.
        case modified
        /// Somebody opened the file, for example to execute it.
        case opened

        fileprivate var mask: UInt32 {
            switch self {
            case .modified: UInt32(IN_MODIFY)
            case .opened: UInt32(IN_OPEN)
            }
        }
    }

    /// The watched paths by watch descriptor; two paths can lead to one file.
    private struct Paths {
        var byWatch: [Int32: Set<String>] = [:]
        var watches: [String: Int32] = [:]

        /// Forgets a path; returns the watch that no path needs any more.
        mutating func remove(_ path: String) -> Int32? {
            guard let watch = watches.removeValue(forKey: path) else { return nil }
            byWatch[watch]?.remove(path)
            guard byWatch[watch]?.isEmpty == true else { return nil }
            byWatch[watch] = nil
            return watch
        }

        /// Forgets a watch that the kernel ended.
        mutating func end(_ watch: Int32) {
            for path in byWatch.removeValue(forKey: watch) ?? [] { watches[path] = nil }
        }

        func paths(of event: InotifyEvent) -> Set<String> {
            // Events were lost, and any file may have been meant.
            if event.has(IN_Q_OVERFLOW) { return Set(watches.keys) }
            return event.has(IN_IGNORED) ? [] : byWatch[event.watch] ?? []
        }
    }

    private final class State: Sendable {
        let paths = Mutex(Paths())

        func handle(_ events: [InotifyEvent]) -> Set<String> {
            paths.withLock { paths in
                var found: Set<String> = []
                for event in events {
                    found.formUnion(paths.paths(of: event))
                    if event.has(IN_IGNORED) { paths.end(event.watch) }
                }
                return found
            }
        }
    }

    private let state = State()
    private let mask: UInt32
    private let readable: ReadableDescriptor

    /// Throws the error of inotify_init1(2), such as the user's limit. `onEvent` is called on the
    /// serial queue, once for each path of a batch of events.
    package init(
        _ event: Event, queue: DispatchQueue, onEvent: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw .last("inotify_init1") }
        mask = event.mask
        readable = ReadableDescriptor(owning: descriptor, queue: queue) { [state] descriptor in
            let paths = state.handle(InotifyEvent.readAll(from: descriptor))
            for path in paths.sorted() { onEvent(path) }
        }
    }

    /// The watched paths. A path whose file has gone is not among them.
    package var paths: Set<String> { state.paths.withLock { Set($0.watches.keys) } }

    /// Begins to watch the file at a path, links resolved; events after this returns are reported.
    /// Returns false if there is no such file, or if it cannot be watched.
    @discardableResult
    package func add(_ path: String) -> Bool {
        var watch: Int32 = -1
        readable.withDescriptor { descriptor in
            state.paths.withLock { paths in
                watch = inotify_add_watch(descriptor, path, mask)
                guard watch >= 0, paths.watches[path] != watch else { return }
                if let unused = paths.remove(path) { inotify_rm_watch(descriptor, unused) }
                paths.watches[path] = watch
                paths.byWatch[watch, default: []].insert(path)
            }
        }
        return watch >= 0
    }

    /// Ends the watch of a path; events that were not reported yet are lost.
    package func remove(_ path: String) {
        readable.withDescriptor { descriptor in
            state.paths.withLock { paths in
                if let unused = paths.remove(path) { inotify_rm_watch(descriptor, unused) }
            }
        }
    }
}
