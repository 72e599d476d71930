import Dispatch
import Systemd

/// Watches what the agent froze: the control groups of frozen units, and the place of each process
/// that was frozen in them.
///
/// The kernel reports that a group was thawed, but not that one of several processes was moved out
/// of the group, so the processes are also checked now and then.
final class FrozenWatch {
    private struct Frozen {
        var unit: AppUnit
        var processes: [ProcessIdentity]

        var group: ControlGroup { ControlGroup(path: unit.controlGroup) }
        var events: String { unit.controlGroup + "/cgroup.events" }
    }

    /// How often the processes are checked while anything is watched.
    static let interval = Duration.seconds(5)

    private var units: [String: Frozen] = [:]
    private let files: FileWatch?

    /// `onChange` is called on the queue with the name of a unit whose group has changed in some
    /// way. Without inotify, groups are only checked now and then.
    convenience init(queue: DispatchQueue, onChange: @escaping @Sendable (String) -> Void) {
        self.init(
            files: try? FileWatch(.modified, queue: queue) { path in
                // …/UNIT/cgroup.events
                let parts = path.split(separator: "/")
                if parts.count >= 2 {
                    onChange(Self.unit(ofGroup: String(parts[parts.count - 2])))
                }
            })
    }

    /// A watch by these events of files; nil if inotify's limits are used up.
    init(files: FileWatch?) {
        self.files = files
    }

    var isEmpty: Bool { units.isEmpty }

    /// The names of the watched units, sorted.
    var names: [String] { units.keys.sorted() }

    /// Watches a unit that is frozen now. Returns false if it is no longer frozen, or if a thaw
    /// could go unnoticed for a while, so that it is not certain to stay frozen.
    func add(_ unit: AppUnit) -> Bool {
        let group = ControlGroup(path: unit.controlGroup)
        let processes = (group.processes ?? []).compactMap(ProcessTable.identity)
        let frozen = Frozen(unit: unit, processes: processes)
        units[unit.name] = frozen
        let isReported = files?.add(frozen.events) ?? false
        // A thaw between the freeze and the watch is not reported.
        return isReported && group.isFrozen
    }

    /// Whether a watched unit is not frozen, or has gone.
    func isThawed(_ name: String) -> Bool {
        units[name].map { !$0.group.isFrozen } ?? false
    }

    /// Ends the watch of a unit.
    func remove(_ name: String) {
        guard let frozen = units.removeValue(forKey: name) else { return }
        files?.remove(frozen.events)
    }

    /// Moves the processes back that somebody moved out of a watched unit; there they are frozen at
    /// once. Returns whether there were any.
    func returnMoved(to name: String) -> Bool {
        guard let frozen = units[name] else { return false }
        let moved = frozen.processes.filter { identity in
            guard let group = ControlGroup.of(identity.process), !frozen.group.contains(group)
            else { return false }
            return isAlive(identity)
        }
        return moved.count { frozen.group.adopt($0.process) } > 0
    }

    /// The processes that outlive a watched unit, and that unit; nil if there are none.
    func leftovers(of name: String) -> (unit: AppUnit, processes: [Int32])? {
        guard let frozen = units[name] else { return nil }
        let processes = frozen.processes.filter(isAlive).map(\.process)
        return processes.isEmpty ? nil : (frozen.unit, processes)
    }

    /// False if the number has passed to another process.
    private func isAlive(_ identity: ProcessIdentity) -> Bool {
        ProcessTable.identity(of: identity.process) == identity
    }

    /// A name that collides with a file of the kernel has a leading underscore.
    private static func unit(ofGroup name: String) -> String {
        name.hasPrefix("_") ? String(name.dropFirst()) : name
    }
}
