/// The CPU time of control groups, `cpu.stat` in cgroups(7): every group of the unified hierarchy
/// has it, whatever controllers are on.
enum CPUTime {
    /// The CPU time that all processes of a group took since it was made, those that have ended
    /// included; nil if the group, an absolute path, is gone or is none.
    static func of(_ controlGroup: String) -> Duration? {
        TextFile.read(controlGroup + "/cpu.stat").flatMap(usage)
    }

    /// The figure in the text of the file: `usage_usec`, microseconds; nil where it is not there.
    static func usage(in text: String) -> Duration? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "usage_usec" else { continue }
            return Int64(words[1]).flatMap { $0 < 0 ? nil : .microseconds($0) }
        }
        return nil
    }
}
