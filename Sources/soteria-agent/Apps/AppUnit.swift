/// A scope or a service of the user manager that is an app's by its name and place.
struct AppUnit: Sendable, Hashable {
    var name: String
    /// The application ids that its name and aliases can mean, likelier ones first.
    var ids: [String]
    /// The absolute path of its control group under /sys/fs/cgroup.
    var controlGroup: String
    /// Whether the manager takes it for dead when it does not speak up (`WatchdogSec=`).
    var isWatched = false
}

/// What the processes and the control group of a unit say of it.
struct UnitFacts: Sendable, Hashable {
    /// What its processes run, absolute paths; nil where that cannot be read of every one of them,
    /// and where there is none.
    var executables: Set<String>?
    /// Why it must not be touched; nil where it may be.
    var exemption: Exemption?
    /// Whether its control group is frozen, by whomever.
    var isFrozen = false
}
