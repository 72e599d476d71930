/// A scope or a service of the user manager that belongs to an app, by its name and place.
struct AppUnit: Sendable, Hashable {
    var name: String
    /// The application ids that its name and aliases can mean, likelier ones first.
    var ids: [String]
    /// The absolute path of its control group under /sys/fs/cgroup.
    var controlGroup: String
    /// Whether the manager kills the unit if it stays silent (`WatchdogSec=`).
    var isWatched = false
}

/// The file of a program, found again under any name.
struct Executable: Sendable, Hashable {
    /// The device and the inode of a file, the same for all of its hard links.
    struct File: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64
    }

    /// The absolute path, without links.
    var path: String
    /// Nil if unknown.
    var file: File?
}

/// Facts about a unit, read from its processes and its control group.
struct UnitFacts: Sendable, Hashable {
    /// The programs of its leading processes; nil if it has no processes, or if one of the leading
    /// ones cannot be read.
    var executables: Set<Executable>?
    /// The reason not to touch the unit; nil if it may be frozen.
    var exemption: Exemption?
    /// Whether its control group is frozen, by anyone.
    var isFrozen = false
    /// The start of its oldest process, time since boot; nil if it has none.
    var startedAt: Duration?
}
