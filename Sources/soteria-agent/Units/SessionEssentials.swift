import Glibc

/// The signs of a process that the session cannot do without, collected once for many units.
struct SessionEssentials: Sendable {
    var agentGroup: ControlGroup?
    var ancestors: Set<Int32> = []
    /// The leaders of the user's sessions.
    var leaders: Set<Int32> = []
    /// The exemptions of the owners of session bus names.
    var owners: [Int32: Exemption] = [:]
    /// The exemptions for holding a listening socket, by its inode.
    var listeners: [UInt64: Exemption] = [:]

    /// Collects the current signs; sources that cannot be read count as empty. `owners` are the
    /// owners of session bus names.
    static func current(owners: [Int32: Exemption]) -> SessionEssentials {
        SessionEssentials(
            agentGroup: ControlGroup.current(),
            ancestors: Set(ProcessTable.ancestry(of: getpid())),
            leaders: leaders(in: "/run/systemd/sessions", of: getuid()), owners: owners,
            listeners: listeners(inTable: TextFile.bytes("/proc/net/unix", limit: 1 << 24) ?? []))
    }

    /// The exemption for a listening socket at this path; nil if there is none.
    static func meaning(ofSocket path: some StringProtocol) -> Exemption? {
        let name = path.drop { $0 == "@" }
        let last = name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]
        let isNumbered = { (prefix: String) in
            last.hasPrefix(prefix) && last.dropFirst(prefix.count).allSatisfy(\.isNumber)
                && last.count > prefix.count
        }
        if isNumbered("wayland-") { return .compositor }
        if name.contains("/.X11-unix/"), isNumbered("X") { return .compositor }
        let isAudio =
            name.hasSuffix("/pulse/native") || isNumbered("pipewire-")
            || last.hasPrefix("pipewire-") && last.hasSuffix("-manager")
        return isAudio ? .audio : nil
    }

    /// The relevant sockets in a table such as /proc/net/unix, with the fields number, references,
    /// protocol, flags, type, state, inode, path.
    static func listeners(inTable table: [UInt8]) -> [UInt64: Exemption] {
        var found: [UInt64: Exemption] = [:]
        for line in table.split(separator: UInt8(ascii: "\n")) {
            // Most lines are of sockets without a path, and the table can be long.
            guard line.contains(UInt8(ascii: "/")) else { continue }
            let fields = String(decoding: line, as: UTF8.self)
                .split(separator: " ", maxSplits: 7, omittingEmptySubsequences: true)
            // Bit 16 of the flags marks a listening socket (SO_ACCEPTCON).
            guard fields.count == 8, let flags = UInt32(fields[3], radix: 16),
                flags & 0x10000 != 0, let inode = UInt64(fields[6]),
                let meaning = meaning(ofSocket: fields[7])
            else { continue }
            found[inode] = meaning
        }
        return found
    }

    /// The leaders of a user's sessions, from logind's files.
    static func leaders(in directory: String, of user: UInt32) -> Set<Int32> {
        var found: Set<Int32> = []
        // A pipe, `1.ref`, lies beside each session's file.
        for name in TextFile.names(in: directory) where !name.contains(".") {
            guard let text = TextFile.read("\(directory)/\(name)") else { continue }
            let lines = text.split(separator: "\n")
            guard lines.contains("UID=\(user)"),
                let leader = lines.first(where: { $0.hasPrefix("LEADER=") }),
                let process = Int32(leader.dropFirst(7))
            else { continue }
            found.insert(process)
        }
        return found
    }
}
