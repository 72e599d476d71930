import Glibc

/// The memory pages of the program's code and tables. The kernel reads a page when it is touched
/// and counts it as the daemon's memory from then on.
enum ProgramPages {
    /// Releases the mapped code of the program and its libraries. A start and the loading of rules
    /// touch much code that is not needed again for days. Pages that are needed again come from the
    /// page cache; nothing is written and nothing is lost.
    static func release() {
        guard let maps = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        // All are found first, since the search itself runs on pages that are released.
        var found: [Range<UInt>] = []
        while getline(&line, &room, maps) > 0, let line {
            if let code = code(String(cString: line)) { found.append(code) }
        }
        for code in found {
            // If the kernel refuses, nothing is released, and nothing else changes.
            _ = madvise(
                UnsafeMutableRawPointer(bitPattern: code.lowerBound), code.count, MADV_DONTNEED)
        }
    }

    /// Returns the addresses in a line of /proc/PID/maps if they hold code from a file, else nil.
    /// Executable memory is never written to, not even by the loader.
    static func code(_ line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ")
        guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return ends[0]..<ends[1]
    }
}
