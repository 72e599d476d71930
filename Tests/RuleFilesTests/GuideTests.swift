import Foundation
import RuleFiles
import RuleModel
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
        try #require(sets.count == 1)
        #expect(sets[0].targets.isEmpty)
        var unblock = UnblockRules.standard
        unblock.grant = .minutes(10)
        (unblock.plannedWait, unblock.impulseWait) = (.seconds(20), .minutes(2))
        unblock.moods = ["tired", "bored", "fine"]
        #expect(sets[0].unblock == unblock)
    }

    @Test func itSaysWhenTheDayOfACheckInBegins() throws {
        func opening(_ more: String) throws -> Int? {
            try ruleSet(
                """
                targets: {a: {sites: [a.com]}}
                check_ins: {morning: {question: "Ready?", blocks: [a]\(more)}}
                """
            ).checkIns.first?.opens
        }
        #expect(guide.contains("A check-in's day begins at 04:00,"))
        #expect(try opening("") == 4 * 60)
        #expect(guide.contains("With `opens: \"00:00\"` the day begins at midnight"))
        #expect(try opening(", opens: \"00:00\"") == 0)
    }

    /// The guide on rules is docs/rules.md, which ReferenceTests check.
    @Test func thePagesThatItNamesExist() throws {
        let pages = guide.matches(of: /\]\((?<page>[a-zA-Z]+\.md)\)/).map {
            String($0.output.page)
        }
        #expect(pages.contains("rules.md") && pages.count > 2)
        for page in pages {
            #expect(FileManager.default.fileExists(atPath: repository("docs/\(page)")), "\(page)")
        }
    }
}
