/// A control group of the unified hierarchy (cgroup2), read as files.
struct ControlGroup: Sendable, Hashable {
    /// Where the hierarchy is mounted.
    static let root = "/sys/fs/cgroup"

    /// The absolute path of its directory.
    var path: String

    /// The processes in the group and all groups below; nil if the group is gone.
    var processes: [Int32]? {
        guard let text = TextFile.read(path + "/cgroup.procs", limit: 1 << 22) else { return nil }
        var found = text.split(separator: "\n").compactMap { Int32($0) }
        for name in TextFile.names(in: path, directoriesOnly: true) {
            found += ControlGroup(path: "\(path)/\(name)").processes ?? []
        }
        return found
    }

    /// Whether the group itself is frozen, not only a group above it.
    var isFrozen: Bool {
        TextFile.read(path + "/cgroup.freeze")?.hasPrefix("1") ?? false
    }

    /// Thaws the group through the kernel, bypassing the manager, which tolerates that. Returns
    /// true if the group is not frozen afterwards.
    func thaw() -> Bool {
        !isFrozen || TextFile.write("0", to: path + "/cgroup.freeze")
    }

    /// Moves a process into the group. Returns whether the kernel did so.
    func adopt(_ process: Int32) -> Bool {
        TextFile.write("\(process)", to: path + "/cgroup.procs")
    }

    /// The group that this process is in; nil if that cannot be read.
    static func current() -> ControlGroup? { of("self") }

    /// The group of a process; nil if the process has ended.
    static func of(_ process: Int32) -> ControlGroup? { of("\(process)") }

    private static func of(_ entry: String) -> ControlGroup? {
        guard let text = TextFile.read("/proc/\(entry)/cgroup") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("0::") }
        return line.map { ControlGroup(path: root + $0.dropFirst(3)) }
    }

    /// Whether a group is this one or lies within it.
    func contains(_ other: ControlGroup) -> Bool {
        other.path == path || other.path.hasPrefix(path + "/")
    }
}
