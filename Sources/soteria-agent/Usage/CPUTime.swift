/// Reads the CPU time of control groups from `cpu.stat`, cgroups(7): every group of the unified
/// hierarchy has it, even without the cpu controller.
enum CPUTime {
    /// The CPU time of all processes of a group since it was made, including those that have ended;
    /// nil if the absolute path is no group.
    static func of(_ controlGroup: String) -> Duration? {
        TextFile.read(controlGroup + "/cpu.stat").flatMap(usage)
    }

    /// Parses `usage_usec`, in microseconds; nil if the text has none.
    static func usage(in text: String) -> Duration? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "usage_usec" else { continue }
            return Int64(words[1]).flatMap { $0 < 0 ? nil : .microseconds($0) }
        }
        return nil
    }
}
