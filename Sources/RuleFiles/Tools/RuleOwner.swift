/// The owner of an entry of the rules, by its file.
package enum RuleOwner: Hashable, Sendable {
    /// The tools, which may change it.
    case tools
    /// A person, in a file of the same directory: its key cannot be used for another entry.
    case person(file: String)
    /// Whoever installed Soteria or looks after the machine, in a directory below.
    case below(file: String)
    /// The file is not known, as with an entry that the files no longer have.
    case unknown
}

extension ToolsFileStore {
    /// The owner of an entry from a file, `PATH` or `PATH:LINE`, as the socket reports it.
    package func owner(of origin: String?) -> RuleOwner {
        guard let origin else { return .unknown }
        let file = Self.withoutLine(origin)
        if file == printable(path) { return .tools }
        let name = file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...]
        let directory = file.dropLast(name.count)
        return directory == printable(path).dropLast(ToolsFile.name.count)
            ? .person(file: file) : .below(file: file)
    }

    private static func withoutLine(_ origin: String) -> String {
        guard let colon = origin.lastIndex(of: ":") else { return origin }
        let line = origin[origin.index(after: colon)...]
        let isLine = !line.isEmpty && line.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isLine ? String(origin[..<colon]) : origin
    }
}
