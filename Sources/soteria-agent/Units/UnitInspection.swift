import API
import Dispatch
import Synchronization
import Systemd

/// Inspects the processes of units.
enum UnitInspection {
    /// The facts about a unit, from its control group and processes; nil if the group is gone.
    static func facts(of unit: AppUnit, _ essentials: SessionEssentials) -> UnitFacts? {
        let group = ControlGroup(path: unit.controlGroup)
        guard let processes = group.processes else { return nil }
        let isFrozen = group.isFrozen
        return UnitFacts(
            executables: executables(of: processes),
            exemption: isOfAgent(group, essentials)
                ? .agent : exemption(of: processes, essentials), isFrozen: isFrozen,
            startedAt: processes.compactMap(ProcessTable.identity).map(\.startedAt).min())
    }

    /// The programs of the leading processes of a unit; nil if none is alive, or if one of them
    /// cannot be read.
    static func executables(of processes: [Int32]) -> Set<Executable>? {
        let entries = processes.compactMap(ProcessTable.entry)
        var found: Set<Executable> = []
        for leader in leaders(among: entries, runsScript: runsScript) {
            switch ProcessTable.program(of: leader.identity.process) {
            case .executable(let executable): found.insert(executable)
            case .hidden: return nil
            case .ended: break
            }
        }
        return found.isEmpty ? nil : found
    }

    /// The processes that say which app a unit is: its first process, or the processes that a
    /// script started if the first one is its shell. Helpers are below these, or have left their
    /// parents, as the crash handlers of browsers do.
    static func leaders(
        among entries: [ProcessEntry], runsScript: (ProcessEntry) -> Bool
    ) -> [ProcessEntry] {
        let inside = Set(entries.map(\.identity.process))
        let outermost = entries.filter { !inside.contains($0.parent) }
        let order = { (entry: ProcessEntry) in (entry.identity.start, entry.identity.process) }
        guard let first = outermost.min(by: { order($0) < order($1) }) else { return [] }
        var found: [ProcessEntry] = []
        var pending = [first]
        // Processes that are read one after the other could form a circle.
        var seen: Set<ProcessEntry> = []
        while let entry = pending.popLast() {
            guard seen.insert(entry).inserted else { continue }
            let children = entries.filter { $0.parent == entry.identity.process }
            if children.isEmpty || !runsScript(entry) {
                found.append(entry)
            } else {
                pending += children
            }
        }
        return found
    }

    private static let shells: Set<Substring> = [
        "ash", "bash", "busybox", "dash", "fish", "ksh", "mksh", "sh", "zsh",
    ]

    /// Whether a process is the shell of a script. A shell with a terminal may be a person's own.
    private static func runsScript(_ entry: ProcessEntry) -> Bool {
        guard !entry.hasTerminal,
            case .executable(let executable) = ProcessTable.program(of: entry.identity.process)
        else { return false }
        return executable.path.split(separator: "/").last.map(shells.contains) ?? false
    }

    private static func isOfAgent(_ group: ControlGroup, _ essentials: SessionEssentials) -> Bool {
        essentials.agentGroup.map(group.contains) ?? false
    }

    /// The first reason found not to touch processes, most important ones first.
    static func exemption(
        of processes: [Int32], _ essentials: SessionEssentials
    ) -> Exemption? {
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

    /// The watch of executables, used on its queue alone.
    private let opened = Mutex<FileWatch?>(nil)

    /// Begins to watch the paths that `resolve` is given. `onOpen` is called on the inspector's
    /// queue when somebody opens one of the files, as the start of a program does. Without inotify,
    /// a program that starts in a running unit is found at the next decision.
    func watchOpening(_ onOpen: @escaping @Sendable () -> Void) {
        let watch = try? FileWatch(.opened, queue: resolution) { _ in onOpen() }
        opened.withLock { $0 = watch }
    }

    /// Resolves links outside the agent's queue: a path may lead to a disk that hangs. `found` is
    /// called on the inspector's queue with the existing files, by the given paths.
    func resolve(_ paths: [String], found: @escaping @Sendable ([String: Executable]) -> Void) {
        resolution.async {
            var real: [String: Executable] = [:]
            for path in paths { real[path] = ProcessTable.resolved(path) }
            if let watch = self.opened.withLock({ $0 }) {
                for path in watch.paths.subtracting(real.keys) { watch.remove(path) }
                // An update may have put another file at the path.
                for path in real.keys { watch.add(path) }
            }
            found(real)
        }
    }

    /// Inspects a process, outside the agent's queue. `found` is called on the inspector's queue;
    /// the facts are nil if the process has ended, or runs no program that `isMeant` accepts.
    func inspect(
        process: Int32, owners: [Int32: Exemption],
        ifRunning isMeant: (@Sendable (Executable) -> Bool)?,
        found: @escaping @Sendable (ProcessFacts?) -> Void
    ) {
        queues[0].async {
            // Most windows are of no target, and the program alone says so.
            if let isMeant {
                guard case .executable(let program) = ProcessTable.program(of: process),
                    isMeant(program)
                else { return found(nil) }
            }
            found(ProcessInspection.facts(of: process, .current(owners: owners)))
        }
    }

    /// Reads the window classes of apps outside the agent's queue. `found` is called on the
    /// inspector's queue with the classes by application id.
    func readClasses(of ids: [String], found: @escaping @Sendable ([String: String]) -> Void) {
        resolution.async {
            let directories = DesktopFiles.directories(variable: SocketAddress.processVariable)
            found(DesktopFiles.classes(of: ids, in: directories))
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
