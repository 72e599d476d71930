/// A unit of the user manager that runs an app of a monitored target and is not frozen.
struct UsedUnit: Sendable, Hashable {
    var name: String
    /// The absolute path of its control group under /sys/fs/cgroup.
    var controlGroup: String
    /// The names that it is reported under, application ids or executables' paths: as few as name
    /// every target that it belongs to, in order.
    var apps: [String]
}
