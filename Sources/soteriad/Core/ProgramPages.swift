import Glibc

/// The pages of the program's code and tables: the kernel reads them in where they are touched, and
/// counts them as the daemon's memory from then on.
enum ProgramPages {
    /// Gives back what is mapped of the code of the program and its libraries: a start and the
    /// reading of rules touch much that nobody needs for days after. What is needed again is mapped
    /// again from the page cache; nothing is written and nothing is lost.
    static func release() {
        guard let maps = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        // All are found first: looking for them is done by what is given back.
        var found: [Range<UInt>] = []
        while getline(&line, &room, maps) > 0, let line {
            if let code = code(String(cString: line)) { found.append(code) }
        }
        for code in found {
            // Where the kernel refuses, nothing is given back, and nothing else changes.
            _ = madvise(
                UnsafeMutableRawPointer(bitPattern: code.lowerBound), code.count, MADV_DONTNEED)
        }
    }

    /// The addresses of a line of /proc/PID/maps, if it is code from a file: what is executable is
    /// never written to, not by the loader either. nil for anything else.
    static func code(_ line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ")
        guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return ends[0]..<ends[1]
    }
}
