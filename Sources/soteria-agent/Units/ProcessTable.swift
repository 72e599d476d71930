import Glibc

/// A process and the time of its start, which tell it from a later process of the same number.
struct ProcessIdentity: Hashable, Sendable {
    var process: Int32
    /// Clock ticks since boot.
    var start: UInt64

    /// The time of the start since boot; up to a tick, usually 10 ms, too early.
    var startedAt: Duration {
        let ticks = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return .seconds(Int64(start / ticks)) + .seconds(Int64(start % ticks)) / Int(ticks)
    }
}

/// A process and its place among others.
struct ProcessEntry: Hashable, Sendable {
    var identity: ProcessIdentity
    /// The number of the parent; that of a manager if the parent has ended.
    var parent: Int32
    /// Whether the process has a controlling terminal.
    var hasTerminal: Bool
}

/// Reads the processes of the same user from /proc.
enum ProcessTable {
    enum Program: Hashable {
        case executable(Executable)
        /// The kernel hides the program: the process has more privileges, or forbids inspection.
        case hidden
        case ended
    }

    /// The process of this number; nil if it has ended, even if its parent has not noticed yet.
    static func entry(of process: Int32) -> ProcessEntry? {
        guard let fields = fields(of: process), fields.count > 19, fields[0] != "Z",
            let parent = Int32(fields[1]), let start = UInt64(fields[19])
        else { return nil }
        return ProcessEntry(
            identity: ProcessIdentity(process: process, start: start), parent: parent,
            hasTerminal: fields[4] != "0")
    }

    static func identity(of process: Int32) -> ProcessIdentity? { entry(of: process)?.identity }

    static func program(of process: Int32) -> Program {
        guard let path = link("/proc/\(process)/exe") else {
            return errno == ENOENT || errno == ESRCH ? .ended : .hidden
        }
        // The kernel adds this mark if an update replaced the program while it runs.
        let mark = " (deleted)"
        return .executable(
            Executable(
                path: path.hasSuffix(mark) ? String(path.dropLast(mark.utf8.count)) : path,
                file: file("/proc/\(process)/exe")))
    }

    /// The file at a path with all links resolved; nil if there is no such file.
    static func resolved(_ path: String) -> Executable? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return Executable(path: String(cString: real), file: file(path))
    }

    private static func file(_ path: String) -> Executable.File? {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        return Executable.File(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
    }

    /// The targets of a process's open descriptors: `/dev/ptmx`, `socket:[1234]`.
    static func openFiles(of process: Int32) -> [String] {
        let directory = "/proc/\(process)/fd"
        return TextFile.names(in: directory).compactMap { link("\(directory)/\($0)") }
    }

    /// The process and its ancestors, nearest first.
    static func ancestry(of process: Int32) -> [Int32] {
        var found: [Int32] = []
        var next = process
        // Real ancestries are shorter; one that changes while it is read could form a circle.
        while next > 0, found.count < 64 {
            found.append(next)
            next = parent(of: next) ?? 0
        }
        return found
    }

    private static func parent(of process: Int32) -> Int32? {
        guard let fields = fields(of: process), fields.count > 1 else { return nil }
        return Int32(fields[1])
    }

    /// The fields of /proc/PID/stat from the third on, the state: they follow a name in brackets
    /// that can contain anything. Nil if there is no such process.
    private static func fields(of process: Int32) -> [Substring]? {
        guard let text = TextFile.read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }

    private static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }
}
