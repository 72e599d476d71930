import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// docs/rules.md and the man page are what the description of the rule files makes of them.
///
/// `SOTERIA_REGENERATE=1 swift test --filter ReferenceTests` writes both again.
@Suite struct ReferenceTests {
    private static let begin = "<!-- generated: soteria's description of the rule files -->\n"
    private static let end = "<!-- end of what is generated -->"

    private let regenerates =
        ProcessInfo.processInfo.environment["SOTERIA_REGENERATE"] == "1"

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: repository(path), encoding: .utf8)
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: repository(path), atomically: true, encoding: .utf8)
    }

    /// The page before, within and behind the marks.
    private func page() throws -> (before: String, reference: String, behind: String) {
        let text = try text("docs/rules.md")
        let begin = try #require(text.range(of: Self.begin))
        let end = try #require(text.range(of: Self.end))
        return (
            String(text[..<begin.upperBound]), String(text[begin.upperBound..<end.lowerBound]),
            String(text[end.lowerBound...])
        )
    }

    @Test func theReferenceIsNotStale() throws {
        let page = try page()
        let fresh = "\n" + RuleReference.text + "\n"
        if regenerates { try write(page.before + fresh + page.behind, to: "docs/rules.md") }
        #expect(
            try self.page().reference == fresh,
            "stale: SOTERIA_REGENERATE=1 swift test --filter ReferenceTests")
    }

    @Test func theManPageIsNotStale() throws {
        let path = "docs/man/soteria-rules.5"
        if regenerates { try write(RuleManual.text, to: path) }
        #expect(
            try text(path) == RuleManual.text,
            "stale: SOTERIA_REGENERATE=1 swift test --filter ReferenceTests")
    }

    @Test func theReferenceHoldsEveryKey() {
        let reference = RuleReference.text
        for key in DescribedKey.all {
            let isSection = key.path.count == 1
            let place = isSection ? "### `\(key.field.key)`\n" : "\n| `\(key.field.key)` | "
            #expect(reference.contains(place), "\(key)")
            #expect(reference.contains(key.field.summary.replacing("|", with: "\\|")), "\(key)")
        }
        let variables =
            Vocabulary.entries
            + RuleVariable.Figure.allCases.map { RuleVariable($0, of: "NAME").entry }
        for variable in variables {
            let kind = variable.isReported ? "reported" : "automatic"
            #expect(
                reference.contains("\n| `\(variable.name)` | \(variable.type) | \(kind) | "))
        }
    }

    @Test func itsExamplesAreOnesThatLoad() throws {
        let blocks = Self.blocks(of: RuleReference.text)
        #expect(blocks.count == RuleFile.shape.fields.count)
        let rules = try BareRules()
        #expect(try rules.load(blocks.joined()).rendered(color: false) == "")
    }

    /// The page's own rules, those of the guide before the reference.
    @Test func theGuidesRulesLoad() throws {
        let guide = try page().before
        let blocks = Self.blocks(of: guide).filter { !$0.contains("\ncases:") }
        #expect(blocks.count >= 4)
        let rules = try BareRules()
        for block in blocks {
            // A part may name what stands in a part before it.
            let errors = try rules.load(block).diagnostics.filter { $0.severity == .error }
            #expect(
                errors.allSatisfy { $0.message.contains("there is no target") },
                "\(block)\n\(errors)")
        }
    }

    @Test func whatThePageNamesExists() throws {
        let text = try text("docs/rules.md")
        let names = text.matches(of: /rules\/examples\/[a-z-]+(\.test)?\.yaml/).map {
            String($0.output.0)
        }
        #expect(!names.isEmpty)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: repository(name)), "\(name)")
        }
    }

    /// The rule files in a page.
    private static func blocks(of page: String) -> [String] {
        page.components(separatedBy: "```yaml\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
    }
}
