import Glibc
import Systemd

/// The record of frozen units, in a file that outlives the agent: the units are thawed even if the
/// agent is killed.
///
/// Each freeze and each thaw appends a line, so that a freeze costs one write. The file is emptied
/// when nothing is frozen.
final class FrozenRecord {
    struct Entry: Hashable, Sendable {
        var unit: String
        /// The absolute path of its control group.
        var controlGroup: String
    }

    private let descriptor: Int32
    private var groups: [String: ControlGroup] = [:]

    /// Opens or creates the file, and reads what a previous run left.
    init(path: String) throws(SystemError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(function: "open", code: errno) }
        for entry in Self.read(path) {
            groups[entry.unit] = ControlGroup(path: entry.controlGroup)
        }
    }

    deinit {
        close(descriptor)
    }

    var units: Set<String> { Set(groups.keys) }

    var isEmpty: Bool { groups.isEmpty }

    /// Adds a unit. Returns whether that was written: nothing may be frozen otherwise.
    func add(_ unit: AppUnit) -> Bool {
        guard groups[unit.name] == nil else { return true }
        guard append("+ \(unit.name) \(unit.controlGroup)\n") else { return false }
        groups[unit.name] = ControlGroup(path: unit.controlGroup)
        return true
    }

    /// Thaws the control group of a unit on record through the kernel. Returns true if it is not
    /// frozen afterwards.
    @discardableResult
    func thaw(_ name: String) -> Bool {
        groups[name]?.thaw() ?? true
    }

    func remove(_ name: String) {
        guard groups.removeValue(forKey: name) != nil else { return }
        if groups.isEmpty {
            ftruncate(descriptor, 0)
        } else {
            _ = append("- \(name)\n")
        }
    }

    /// The units in a record, in the order in which they were frozen; none if the file cannot be
    /// read. Malformed and truncated lines are ignored.
    static func read(_ path: String) -> [Entry] {
        entries(in: TextFile.read(path, limit: 1 << 24) ?? "")
    }

    /// The units that remain after all lines of a record.
    static func entries(in text: String) -> [Entry] {
        var found: [Entry] = []
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 2)
            if fields.count == 3, fields[0] == "+" {
                let entry = Entry(unit: String(fields[1]), controlGroup: String(fields[2]))
                if !found.contains(entry) { found.append(entry) }
            } else if fields.count == 2, fields[0] == "-" {
                found.removeAll { $0.unit == fields[1] }
            }
        }
        return found
    }

    private func append(_ line: String) -> Bool {
        var before = stat()
        guard fstat(descriptor, &before) == 0 else { return false }
        var line = line
        let written = line.withUTF8 {
            Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count
        }
        // A partial line would corrupt the next one.
        if !written { ftruncate(descriptor, before.st_size) }
        return written
    }
}
