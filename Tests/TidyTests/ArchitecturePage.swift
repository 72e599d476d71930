/// The promises of docs/ARCHITECTURE.md and docs/inside.md, and checks that the tests, files,
/// modules and folders that they name exist.
enum ArchitecturePage {
    static let path = "docs/ARCHITECTURE.md"
    /// The page that explains the folders directly below each module's.
    static let inside = "docs/inside.md"
    private static let mark = "Architecture Invariant:"

    /// A line of the page: `Architecture Invariant: a sentence. (Suite/test)`.
    struct Invariant {
        let line: Int
        let suite: String
        let test: String
    }

    /// The invariants of a page, and a finding for each that names no test.
    static func invariants(of page: SourceFile) -> (named: [Invariant], nameless: [Finding]) {
        var named: [Invariant] = []
        var nameless: [Finding] = []
        for (number, line) in page.lines.enumerated() where line.contains(mark) {
            let parts = line.split(separator: "(").last?.prefix { $0 != ")" }.split(separator: "/")
            if line.contains(")"), let parts, parts.count == 2 {
                named.append(
                    Invariant(line: number + 1, suite: String(parts[0]), test: String(parts[1])))
            } else {
                nameless.append(
                    Finding(page, line: number + 1, "an invariant must end with (Suite/test)"))
            }
        }
        return (named, nameless)
    }

    /// Invariants of a page whose test is in none of the files, Swift or Python.
    static func missingTests(
        _ invariants: [Invariant], in tests: [SourceFile], path: String = path
    ) -> [Finding] {
        // Only files with both words in them are read line by line.
        let files = tests.map { (file: $0, words: words(of: $0)) }
        return invariants.filter { invariant in
            !files.contains { file, words in
                words.contains(invariant.suite) && words.contains(invariant.test)
                    && holds(invariant, file)
            }
        }.map {
            Finding(path: path, line: $0.line, "there is no test \($0.suite)/\($0.test)")
        }
    }

    /// The tests that a page names in brackets: `(Suite/test)`.
    static func namedTests(of page: SourceFile) -> [Invariant] {
        page.lines.enumerated().flatMap { number, line in
            line.split(separator: "(", omittingEmptySubsequences: false).dropFirst()
                .compactMap { rest -> Invariant? in
                    guard rest.contains(")") else { return nil }
                    let names = rest.prefix { $0 != ")" }
                        .split(separator: "/", omittingEmptySubsequences: false)
                    guard names.count == 2, names.allSatisfy(isName) else { return nil }
                    return Invariant(
                        line: number + 1, suite: String(names[0]), test: String(names[1]))
                }
        }
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The paths in backticks that are neither below Sources nor below the top level.
    static func missingFiles(of page: SourceFile, exists: (String) -> Bool) -> [Finding] {
        page.lines.enumerated().flatMap { number, line in
            paths(in: line).filter { !exists("Sources/\($0)") && !exists($0) }.map {
                Finding(page, line: number + 1, "there is no \($0)")
            }
        }
    }

    /// The words in backticks that have a slash and no placeholder.
    static func paths(in line: Substring) -> [String] {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            .filter { path in
                path.contains("/") && !path.contains { " *<".contains($0) }
                    && !path.hasPrefix("/") && !path.hasPrefix("~")
            }
    }

    /// The number of words on a page. The bars of a table and the arrows of a figure are none.
    static func wordCount(of page: SourceFile) -> Int {
        page.text.split(whereSeparator: \.isWhitespace).count { word in
            word.contains { $0.isLetter || $0.isNumber }
        }
    }

    private static func words(of file: SourceFile) -> Set<String> {
        let parts = file.text.utf8.split { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f: false
            default: true
            }
        }
        return Set(parts.map { String(Substring($0)) })
    }

    private static func holds(_ invariant: Invariant, _ file: SourceFile) -> Bool {
        let (suite, test) = (invariant.suite, invariant.test)
        if file.path.hasSuffix(".py") {
            return declares(file, "class \(suite)") && declares(file, "def \(test)")
        }
        let kinds = ["struct", "class", "enum", "actor", "extension"]
        return kinds.contains { declares(file, "\($0) \(suite)") }
            && (declares(file, "func \(test)") || declares(file, "func `\(test)`"))
    }

    /// True if the words are in the file and the name does not continue after them.
    private static func declares(_ file: SourceFile, _ words: String) -> Bool {
        file.lines.contains { line in
            guard let range = line.firstRange(of: words) else { return false }
            let next = line[range.upperBound...].first
            return next.map { !($0.isLetter || $0.isNumber || $0 == "_") } ?? true
        }
    }

    /// The imports that each target may have according to a page's table, whose columns are the
    /// target's name and its imports.
    static func importTable(of page: SourceFile) -> [String: Set<String>] {
        var table: [String: Set<String>] = [:]
        for line in page.lines where line.hasPrefix("| `") {
            let cells = line.split(separator: "|")
            guard cells.count == 2, let last = cells.last else { continue }
            let targets = words(cells[0])
            let imports = Set(words(last)).subtracting(["nothing"])
            for (place, target) in targets.enumerated() {
                // If a row has two targets, the second is built on the first.
                table[target] = place == 0 ? imports : imports.union(targets[..<place])
            }
        }
        return table
    }

    private static func words(_ cell: Substring) -> [String] {
        cell.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    }

    /// Target folders that the page or the manifest does not name.
    static func unnamedTargets(
        _ folders: [String], page: SourceFile?, manifest: SourceFile
    ) -> [Finding] {
        folders.flatMap { folder -> [Finding] in
            var findings: [Finding] = []
            if !manifest.text.contains("\"\(folder)\"") {
                findings.append(Finding(path: folder, "Package.swift has no such target"))
            }
            if let page, !page.text.contains("`\(folder)`") {
                findings.append(Finding(path: folder, "\(path) does not describe this target"))
            }
            return findings
        }
    }

    /// The folders directly below a module's that a page does not name.
    static func unnamedFolders(_ folders: [String], page: SourceFile) -> [Finding] {
        folders.filter { folder in
            let name = folder.split(separator: "/").last.map(String.init) ?? folder
            return !page.text.contains("`\(name)`")
        }.map { Finding(path: $0, "\(page.path) does not describe this folder") }
    }
}
