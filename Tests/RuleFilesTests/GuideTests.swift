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
        let sets = try blocks.map { try ruleSet($0) }
        try #require(sets.count == 2)
        #expect(sets[0].targets.map(\.key) == ["games", "shopping"])
        #expect(sets[0].targets.map(\.enforcement) == [.freeze, .freeze])
        #expect(sets[0].targets[0].executables == ["/usr/games/supertux2"])
        #expect(sets[0].autoProtections.map(\.key) == ["high_risk"])
        #expect(sets[0].autoProtections.map(\.targets) == [["shopping"]])
        #expect(sets[0].unblock == .standard)
        #expect(sets[0].checkIns.map(\.targets) == [["shopping"]])
        #expect(sets[0].checkIns.map(\.opens) == [240])
        #expect(sets[0].budgets.map(\.limit) == [.minutes(45)])
        #expect(sets[0].retention == .days(730) && !sets[0].isDebug)
        #expect(sets[1].targets.isEmpty)
        var unblock = UnblockRules.standard
        unblock.grant = .minutes(10)
        (unblock.plannedWait, unblock.impulseWait) = (.seconds(20), .minutes(2))
        unblock.moods = ["tired", "bored", "fine"]
        #expect(sets[1].unblock == unblock)
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
                == (Vocabulary.entries
                + RuleVariable.Figure.allCases.map { RuleVariable($0, of: "NAME").entry })
                .map { "\($0.name) \($0.isReported ? "reported" : "automatic")" }.sorted())
    }

    @Test func itsExamplesExist() throws {
        let names = guide.matches(of: /rules\/examples\/[a-z-]+\.yaml/).map { String($0.output) }
        #expect(Set(names).count == 5)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: repository(name)), "\(name)")
        }
    }
}
