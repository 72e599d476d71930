/// A unit of the user manager that runs an app of a monitored target and is not frozen.
struct UsedUnit: Sendable, Hashable {
    var name: String
    /// The absolute path of its control group under /sys/fs/cgroup.
    var controlGroup: String
    /// What it is reported as, an application id or an executable's path: as few as name every
    /// target that it belongs to, in order.
    var apps: [String]
}
