import Dispatch

/// Inspects the processes of units.
enum UnitInspection {
    /// The facts about a unit, from its control group and processes; nil if the group is gone.
    static func facts(of unit: AppUnit, _ essentials: SessionEssentials) -> UnitFacts? {
        let group = ControlGroup(path: unit.controlGroup)
        guard let processes = group.processes else { return nil }
        let isFrozen = group.isFrozen
        return UnitFacts(
            executables: executables(of: processes),
            exemption: exemption(group, processes, essentials), isFrozen: isFrozen)
    }

    /// The executables of processes; nil if none is alive, or if one of them cannot be read.
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

    /// The first reason found not to touch the unit, most important ones first.
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

    /// The exemption for an open descriptor of this target; nil if there is none.
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

/// Inspects units outside the agent's queue, so that the agent acts on the first result during the
/// next inspection.
final class Inspector: Sendable {
    private let resolution = DispatchQueue(label: "org.soteria.resolution")
    /// Two queues, since one would be the bottleneck for a hundred units.
    private let queues = [
        DispatchQueue(label: "org.soteria.inspection.1"),
        DispatchQueue(label: "org.soteria.inspection.2"),
    ]

    /// Resolves links outside the agent's queue: a path may lead to a disk that hangs. `found` is
    /// called on the inspector's queue with the existing files, by the given paths.
    func resolve(_ paths: [String], found: @escaping @Sendable ([String: String]) -> Void) {
        resolution.async {
            var real: [String: String] = [:]
            for path in paths { real[path] = ProcessTable.resolved(path) }
            found(real)
        }
    }

    /// Inspects units in the given order. `found` is called on the inspector's queue for each unit;
    /// the facts are nil if the unit is gone.
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
