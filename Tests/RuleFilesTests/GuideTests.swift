import Engine
import Foundation
import RuleFiles
import Testing

/// The guide says what the program does.
@Suite struct GuideTests {
    private let guide: String

    init() throws {
        guide = try String(contentsOfFile: repository("docs/guide.md"), encoding: .utf8)
    }

    @Test func itsRulesLoadWithoutAWord() throws {
        let blocks = guide.components(separatedBy: "```yaml\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 1)
        for block in blocks {
            let set = try ruleSet(block)
            #expect(set.targets.map(\.key) == ["shopping"])
            #expect(set.autoProtections.map(\.key) == ["high_risk"])
            #expect(set.autoProtections[0].targets == ["shopping"])
        }
    }

    /// The rows of the table of variables: each name, `.today` after `unblocks.last_hour` written
    /// out, with its kind.
    private var rows: [(name: String, kind: String)] {
        var rows: [(String, String)] = []
        for line in guide.split(separator: "\n") {
            let cells = line.split(separator: "|")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, ["automatic", "reported"].contains(cells[1]) else { continue }
            var group = Substring()
            for written in cells[0].components(separatedBy: ", ") {
                let name = written.replacing("`", with: "")
                if !name.hasPrefix(".") { group = name.prefix { $0 != "." } }
                rows.append((name.hasPrefix(".") ? group + name : name, cells[1]))
            }
        }
        return rows
    }

    @Test func itsTableHoldsEveryVariableAndItsKind() {
        #expect(
            rows.map { "\($0.name) \($0.kind)" }.sorted()
                == Vocabulary.entries.map {
                    "\($0.name) \($0.isReported ? "reported" : "automatic")"
                }.sorted())
    }

    @Test func itsExamplesExist() throws {
        let names = guide.matches(of: /rules\/examples\/[a-z-]+\.yaml/).map { String($0.output) }
        #expect(Set(names).count == 2)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: repository(name)), "\(name)")
        }
    }
}
