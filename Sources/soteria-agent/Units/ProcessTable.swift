import Glibc

/// Reads the processes of the same user from /proc.
enum ProcessTable {
    enum Program: Hashable {
        case executable(String)
        /// The kernel hides the program: the process has more privileges, or forbids inspection.
        case hidden
        case ended
    }

    static func program(of process: Int32) -> Program {
        guard let path = link("/proc/\(process)/exe") else {
            return errno == ENOENT || errno == ESRCH ? .ended : .hidden
        }
        // The kernel adds this mark if an update replaced the program while it runs.
        let mark = " (deleted)"
        return .executable(path.hasSuffix(mark) ? String(path.dropLast(mark.utf8.count)) : path)
    }

    /// The path with all links resolved; nil if there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
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

    /// The fourth field of /proc/PID/stat, after a name in brackets that can contain anything.
    private static func parent(of process: Int32) -> Int32? {
        guard let text = TextFile.read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? Int32(fields[1]) : nil
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
