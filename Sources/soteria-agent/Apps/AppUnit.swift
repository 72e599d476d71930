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

/// The facts that the processes and the control group of a unit tell of it.
struct UnitFacts: Sendable, Hashable {
    /// The executables of its processes, absolute paths; nil if they cannot be read of every one of
    /// them, or if there is none.
    var executables: Set<String>?
    /// Why it must not be touched; nil where it may be.
    var exemption: Exemption?
    /// Whether its control group is frozen, by whomever.
    var isFrozen = false
}
