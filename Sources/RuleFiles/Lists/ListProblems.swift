/// The lines of a list that are left out: their number, and the first of each kind.
struct ListProblems: Hashable, Sendable {
    /// The reason why a line is left out.
    enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// The line is nothing that a list can contain.
        case unreadable
        /// A filter with options, which applies to the site under some conditions only.
        case option
        /// A filter that excepts something.
        case exception
        /// A filter for a part of a site.
        case part
        /// A line of a hosts file that maps a name to a real address.
        case address

        /// The number of lines of the kind, in words.
        func counted(_ count: Int) -> String {
            let isOne = count == 1
            return switch self {
            case .unreadable: "\(count) unreadable \(isOne ? "line" : "lines")"
            case .option: "\(count) \(isOne ? "filter" : "filters") with options"
            case .exception: "\(count) \(isOne ? "exception" : "exceptions")"
            case .part: "\(count) \(isOne ? "filter" : "filters") for parts of sites"
            case .address: "\(count) \(isOne ? "line" : "lines") with other addresses"
            }
        }
    }

    /// The number of lines of each kind that are reported one by one.
    static let shown = 3

    /// The first of each kind, without the file.
    private var first: [Diagnostic] = []
    private var counts = [Int](repeating: 0, count: Kind.allCases.count)

    var count: Int { counts.reduce(0, +) }

    /// Counts a line; returns true if it is to be reported by itself.
    mutating func countOne(_ kind: Kind) -> Bool {
        counts[kind.rawValue] += 1
        return counts[kind.rawValue] <= Self.shown
    }

    mutating func append(_ problem: Diagnostic) { first.append(problem) }

    /// The warnings about the first lines of each kind, and about the number of the others.
    func diagnostics(path: String) -> [Diagnostic] {
        let told = first.map { problem in
            var told = problem
            told.file = path
            return told
        }
        guard count > first.count else { return told }
        let parts = Kind.allCases.compactMap { kind in
            let count = counts[kind.rawValue]
            return count == 0 ? nil : kind.counted(count)
        }
        return told + [
            .warning(
                .ignoredLine,
                "total of ignored lines in this list: " + parts.joined(separator: ", "),
                file: path)
        ]
    }
}
