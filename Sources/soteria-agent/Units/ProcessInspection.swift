/// Facts about a process that may get a unit of its own.
struct ProcessFacts: Sendable, Hashable {
    var identity: ProcessIdentity
    /// The name of the unit that it is in, of any manager; nil if it is in none.
    var unit: String?
    /// True for the first process of that unit.
    var isFirst: Bool
    /// Its program; nil if that cannot be read.
    var executable: Executable?
    /// The process and those below it in the unit.
    var family: [Int32]
    /// The reason not to touch one of these; nil if there is none.
    var exemption: Exemption?
}

/// Inspects a process and its place among the others of its unit.
enum ProcessInspection {
    /// The facts about a process; nil if it has ended.
    static func facts(of process: Int32, _ essentials: SessionEssentials) -> ProcessFacts? {
        guard let group = ControlGroup.of(process).map(unitGroup) else { return nil }
        let entries = (group.processes ?? []).compactMap(ProcessTable.entry)
        guard let entry = entries.first(where: { $0.identity.process == process }) else {
            return nil
        }
        let family = family(of: entry, among: entries)
        var executable: Executable?
        if case .executable(let found) = ProcessTable.program(of: process) { executable = found }
        return ProcessFacts(
            identity: entry.identity, unit: unit(of: group),
            isFirst: isFirst(entry, among: entries), executable: executable, family: family,
            exemption: UnitInspection.exemption(of: family, essentials))
    }

    /// The group of the unit that a group is in or below.
    static func unitGroup(of group: ControlGroup) -> ControlGroup {
        var path = ""
        var found = group.path
        for part in group.path.split(separator: "/") {
            path += "/" + part
            // A user's manager is a unit that has units.
            if isUnit(part), !part.hasPrefix("user@") { found = path }
        }
        return ControlGroup(path: found)
    }

    private static func unit(of group: ControlGroup) -> String? {
        group.path.split(separator: "/").last.flatMap { isUnit($0) ? String($0) : nil }
    }

    private static func isUnit(_ part: Substring) -> Bool {
        part.hasSuffix(".scope") || part.hasSuffix(".service")
    }

    /// Whether a process is the main process of a unit, or the leader of a session: the oldest that
    /// none of the others has started.
    static func isFirst(_ entry: ProcessEntry, among entries: [ProcessEntry]) -> Bool {
        let inside = Set(entries.map(\.identity.process))
        let first = entries.filter { !inside.contains($0.parent) }
            .min {
                ($0.identity.start, $0.identity.process) < ($1.identity.start, $1.identity.process)
            }
        return first == entry
    }

    /// A process and those below it, in the order of their numbers.
    static func family(of entry: ProcessEntry, among entries: [ProcessEntry]) -> [Int32] {
        var found: Set<Int32> = []
        var pending = [entry.identity.process]
        while let process = pending.popLast() {
            guard found.insert(process).inserted else { continue }
            pending += entries.filter { $0.parent == process }.map(\.identity.process)
        }
        return found.sorted()
    }
}
