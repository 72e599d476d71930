import CSystemd
import Glibc

/// The inotify(7) watches for a set of directories that may come and go.
///
/// An existing directory is watched for its entries, and its parent for its name, because a
/// directory that is still open somewhere reports its own removal late. For a missing directory,
/// the nearest existing parent is watched for the next name on the path. All directories above, and
/// symlinks on the path, are watched only for their own move or removal, which normally causes no
/// events. Whenever the structure changes, all watches are made again: that is rare, and leaves no
/// partial state to reason about.
struct WatchList {
    /// The meaning of an event for the directories.
    enum Effect: Equatable {
        case none
        /// An entry of a directory changed.
        case changed
        /// A directory appeared, disappeared or was replaced: all watches must be made again.
        case reshaped
    }

    private struct Watch {
        /// The directory whose entries are watched, if this is one.
        var directory: String?
        /// The names in this directory that lead to a watched directory.
        var waypoints: Set<String> = []
    }

    private static let nameEvents = IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE
    private static let entryEvents = IN_CLOSE_WRITE | nameEvents
    private static let ownEvents = IN_DELETE_SELF | IN_MOVE_SELF

    private let paths: [WatchedPath]
    private var watches: [Int32: Watch] = [:]
    /// Directories that cannot be watched now, with the reason.
    private(set) var failures: [String: SystemError] = [:]

    init(directories: [String]) {
        paths = directories.map { WatchedPath($0) }
    }

    /// Makes all watches again for what exists now; the inotify descriptor stays the same.
    mutating func rebuild(on descriptor: Int32) {
        for watch in watches.keys { inotify_rm_watch(descriptor, watch) }
        watches = [:]
        failures = [:]
        for path in paths { watch(path, on: descriptor) }
    }

    func effect(of event: InotifyEvent) -> Effect {
        // Lost events may have been of any kind.
        if event.has(IN_Q_OVERFLOW) { return .reshaped }
        guard let watch = watches[event.watch] else { return .none }
        if event.has(Self.ownEvents | IN_UNMOUNT | IN_IGNORED) { return .reshaped }
        if watch.waypoints.contains(event.name), event.has(Self.nameEvents) { return .reshaped }
        guard let directory = watch.directory, event.has(Self.entryEvents), !event.has(IN_ISDIR)
        else { return .none }
        if event.has(IN_CREATE), !isWhole("\(directory)/\(event.name)") { return .none }
        return .changed
    }

    /// True if a new entry is complete: a symlink or a second hard link. A new file is still to be
    /// written; its closing will be reported.
    private func isWhole(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
    }

    private mutating func watch(_ path: WatchedPath, on descriptor: Int32) {
        for ancestor in path.prefixes + path.resolvedPrefixes {
            // Without the right to read a directory there is no watch; the others still serve.
            _ = add(ancestor, Self.ownEvents | IN_DONT_FOLLOW, on: descriptor)
        }
        // A missing file may appear between the look and the watch; then look again.
        for _ in 0..<16 {
            let depth = path.existingDepth
            let problem =
                depth == path.components.count
                ? watchEntries(of: path, on: descriptor)
                : watchWaypoint(of: path, depth: depth, on: descriptor)
            if path.existingDepth == depth {
                failures[path.path] = problem
                return
            }
        }
    }

    private mutating func watchEntries(of path: WatchedPath, on descriptor: Int32) -> SystemError? {
        if !path.components.isEmpty {
            _ = watchWaypoint(of: path, depth: path.components.count - 1, on: descriptor)
        }
        let watch = add(path.path, Self.entryEvents | IN_ONLYDIR, on: descriptor)
        guard watch >= 0 else { return .last("inotify_add_watch(\(path.path))") }
        watches[watch, default: Watch()].directory = path.path
        return nil
    }

    private mutating func watchWaypoint(
        of path: WatchedPath, depth: Int, on descriptor: Int32
    ) -> SystemError? {
        let parent = path.prefix(depth)
        let watch = add(parent, Self.nameEvents | IN_ONLYDIR, on: descriptor)
        guard watch >= 0 else { return .last("inotify_add_watch(\(parent))") }
        watches[watch, default: Watch()].waypoints.insert(path.components[depth])
        return nil
    }

    /// Adds a watch by inotify_add_watch(2), merged with the events already watched for the same
    /// inode; returns a negative `errno` on failure.
    private mutating func add(_ path: String, _ mask: Int32, on descriptor: Int32) -> Int32 {
        let watch = inotify_add_watch(descriptor, path, UInt32(mask | IN_MASK_ADD))
        if watch >= 0, watches[watch] == nil { watches[watch] = Watch() }
        return watch
    }
}
