import Dispatch

/// Looks at the processes of units.
enum UnitInspection {
    /// The facts that a unit's control group and processes tell of it; nil if the group is no more.
    static func facts(of unit: AppUnit, _ essentials: SessionEssentials) -> UnitFacts? {
        let group = ControlGroup(path: unit.controlGroup)
        guard let processes = group.processes else { return nil }
        let isFrozen = group.isFrozen
        return UnitFacts(
            executables: executables(of: processes),
            exemption: exemption(group, processes, essentials), isFrozen: isFrozen)
    }

    /// The executables of processes; nil if they are not known of all that live, or if none lives.
    static func executables(of processes: [Int32]) -> Set<String>? {
        var found: Set<String> = []
        for process in processes {
            switch ProcessTable.program(of: process) {
            case .executable(let path): found.insert(path)
            case .hidden: return nil
            case .ended: break
            }
        }
        return found.isEmpty ? nil : found
    }

    /// The first reason found not to touch it, the gravest ones first.
    private static func exemption(
        _ group: ControlGroup, _ processes: [Int32], _ essentials: SessionEssentials
    ) -> Exemption? {
        if let agent = essentials.agentGroup, group.contains(agent) { return .agent }
        if !essentials.ancestors.isDisjoint(with: processes) { return .agent }
        if !essentials.leaders.isDisjoint(with: processes) { return .session }
        for process in processes {
            if let meaning = essentials.owners[process] { return meaning }
        }
        var found: Exemption?
        for process in processes {
            for file in ProcessTable.openFiles(of: process) {
                guard let meaning = meaning(of: file, essentials) else { continue }
                if meaning == .compositor { return meaning }
                found = found ?? meaning
            }
        }
        return found
    }

    /// The meaning of a descriptor that points at this; nil if it means nothing.
    static func meaning(of file: String, _ essentials: SessionEssentials) -> Exemption? {
        switch file {
        case "/dev/ptmx", "/dev/pts/ptmx": return .terminal
        case "/dev/fuse": return .fileSystem
        default:
            guard file.hasPrefix("socket:["), file.hasSuffix("]"),
                let inode = UInt64(file.dropFirst(8).dropLast())
            else { return nil }
            return essentials.listeners[inode]
        }
    }
}

/// Looks at units beside the agent's queue, so that what is found of the first is acted on while
/// the next is looked at.
final class Inspector: Sendable {
    private let resolution = DispatchQueue(label: "org.soteria.resolution")
    /// Two, since one would be what a hundred units wait for.
    private let queues = [
        DispatchQueue(label: "org.soteria.inspection.1"),
        DispatchQueue(label: "org.soteria.inspection.2"),
    ]

    /// Follows the links in paths, beside whoever decides: a path may lead to a disk that hangs.
    /// `found` is called on a queue of the inspector's with those that exist, by paths as given.
    func resolve(_ paths: [String], found: @escaping @Sendable ([String: String]) -> Void) {
        resolution.async {
            var real: [String: String] = [:]
            for path in paths { real[path] = ProcessTable.resolved(path) }
            found(real)
        }
    }

    /// Looks at units, earlier ones first. `found` is called on a queue of the inspector's for each
    /// unit; nil if it is no more.
    func inspect(
        _ units: [AppUnit], owners: [Int32: Exemption],
        found: @escaping @Sendable (AppUnit, UnitFacts?) -> Void
    ) {
        for (start, queue) in queues.enumerated() where start < units.count {
            queue.async { [step = queues.count] in
                let essentials = SessionEssentials.current(owners: owners)
                for index in stride(from: start, to: units.count, by: step) {
                    found(units[index], UnitInspection.facts(of: units[index], essentials))
                }
            }
        }
    }
}
