/// The defences that docs/SECURITY.md promises, and whether the tests it names exist.
enum SecurityPage {
    static let path = "docs/SECURITY.md"
    /// The column of the tests, in the tables that have one.
    private static let column = "test"

    /// The tests named in the rows of a page's tables, and a finding for each row that names none
    /// and does not say that nothing is stopped.
    static func promises(
        of page: SourceFile
    ) -> (named: [ArchitecturePage.Invariant], nameless: [Finding]) {
        var named: [ArchitecturePage.Invariant] = []
        var nameless: [Finding] = []
        var place: Int?
        for (number, line) in page.lines.enumerated() {
            guard line.hasPrefix("|") else {
                place = nil
                continue
            }
            let cells = line.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }
            if let header = cells.firstIndex(where: { $0.hasPrefix("\(column) ") || $0 == column })
            {
                place = header
                continue
            }
            guard let place, !line.hasPrefix("|---") else { continue }
            let tests = place < cells.count ? words(cells[place]) : []
            named += tests.map {
                ArchitecturePage.Invariant(line: number + 1, suite: $0.suite, test: $0.test)
            }
            if tests.isEmpty, place >= cells.count || !cells[place].hasPrefix("nothing") {
                nameless.append(
                    Finding(page, line: number + 1, "a row must name its test: `Suite/test`"))
            }
        }
        return (named, nameless)
    }

    /// Texts in backticks with exactly one slash.
    private static func words(_ cell: Substring) -> [(suite: String, test: String)] {
        cell.split(separator: "`").compactMap { word in
            let parts = word.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
                ? (String(parts[0]), String(parts[1])) : nil
        }
    }
}
