import Glibc
import Systemd

/// The units that the agent has frozen, in a file that outlives it: they are thawed even after the
/// agent was killed.
///
/// Each freeze and each thaw is a line at the end, so that a freeze costs one write; once nothing
/// is frozen the file is empty.
final class FrozenRecord {
    struct Entry: Hashable, Sendable {
        var unit: String
        /// The absolute path of its control group.
        var controlGroup: String
    }

    private let descriptor: Int32
    private var groups: [String: ControlGroup] = [:]

    /// Opens the file, or makes it, and reads what a former run left in it.
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

    /// Puts a unit on record. Returns whether that was written: nothing may be frozen without.
    func add(_ unit: AppUnit) -> Bool {
        guard groups[unit.name] == nil else { return true }
        guard append("+ \(unit.name) \(unit.controlGroup)\n") else { return false }
        groups[unit.name] = ControlGroup(path: unit.controlGroup)
        return true
    }

    /// Thaws the control group of a unit on record, if there is one and it stands still. Returns
    /// whether it does not stand still afterwards.
    @discardableResult
    func release(_ name: String) -> Bool {
        groups[name]?.thaw() ?? true
    }

    func strike(_ name: String) {
        guard groups.removeValue(forKey: name) != nil else { return }
        if groups.isEmpty {
            ftruncate(descriptor, 0)
        } else {
            _ = append("- \(name)\n")
        }
    }

    /// The units on record in a file, in the order in which they were frozen; none where it cannot
    /// be read. Lines that are none, or are cut off, are passed over.
    static func read(_ path: String) -> [Entry] {
        entries(in: TextFile.read(path, limit: 1 << 24) ?? "")
    }

    /// The units that the lines of a record leave.
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
        // Half a line would swallow the next one.
        if !written { ftruncate(descriptor, before.st_size) }
        return written
    }
}
