/// The target of a request: the parts of the path and the query, decoded once.
struct RequestTarget: Hashable, Sendable {
    static let longest = 8192

    /// The parts of the path; a slash at its end makes no difference.
    let path: [String]
    let endsWithSlash: Bool
    /// The query; for a repeated name, its last value.
    let query: [String: String]

    /// Reads a request line's target. Nil if it cannot be a path of ours: escapes that are broken,
    /// not UTF-8 or hide a slash, `.` and `..`, empty parts, characters barred from addresses.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longest, bytes.first == Self.slash,
            bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        var parts = bytes[1..<end].split(separator: Self.slash, omittingEmptySubsequences: false)
        endsWithSlash = parts.last?.isEmpty ?? false
        if endsWithSlash { parts.removeLast() }
        var path: [String] = []
        for part in parts {
            guard let name = Percent.decoded(part, plusIsSpace: false), Self.isName(name)
            else { return nil }
            path.append(name)
        }
        guard let pairs = Percent.pairs(bytes[end...].dropFirst()) else { return nil }
        self.path = path
        query = Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }
    }

    private static let slash = UInt8(ascii: "/")

    private static func isName(_ part: String) -> Bool {
        // By bytes: a slash with a combining mark is another character.
        let bytes = part.utf8
        return !bytes.isEmpty && part != "." && part != ".."
            && !bytes.contains(slash) && !bytes.contains(UInt8(ascii: "\\"))
    }
}
