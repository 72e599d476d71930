/// A unit of the user manager that runs an app of a monitored target and is not frozen.
struct UsedUnit: Sendable, Hashable {
    var name: String
    /// The absolute path of its control group under /sys/fs/cgroup.
    var controlGroup: String
    /// The names under which it is reported, application ids or paths of executables: the fewest
    /// that cover all its targets, in order.
    var apps: [String]
}
