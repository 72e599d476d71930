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

/// Facts about a unit, read from its processes and its control group.
struct UnitFacts: Sendable, Hashable {
    /// The absolute paths of its processes' executables; nil if it has no processes, or if one of
    /// them cannot be read.
    var executables: Set<String>?
    /// The reason not to touch the unit; nil if it may be frozen.
    var exemption: Exemption?
    /// Whether its control group is frozen, by anyone.
    var isFrozen = false
}
