import Foundation
import RuleFiles
import Testing

/// Each recipe of docs/recipes.md is a rule file and tests, which it passes.
@Suite struct RecipesPass {
    private typealias Recipe = (name: String, rules: String, tests: String)

    /// The rules and the tests below each heading of the page.
    private static func recipes() throws -> [Recipe] {
        let page = try String(contentsOfFile: repository("docs/recipes.md"), encoding: .utf8)
        return try page.components(separatedBy: "\n## ").dropFirst().map { section -> Recipe in
            let name = String(section.prefix { $0 != "\n" })
            let blocks = section.components(separatedBy: "```yaml\n").dropFirst()
                .map { $0.components(separatedBy: "```")[0] }
            try #require(blocks.count == 2, "\(name)")
            return (name, blocks[0], blocks[1])
        }
    }

    @Test func eachDoesWhatItsTestsSay() throws {
        let recipes = try Self.recipes()
        #expect(recipes.count >= 6)
        for recipe in recipes {
            // Without a warning, too.
            _ = try ruleSet(recipe.rules)
            try Trial(recipe.tests, rules: recipe.rules).expectPassed()
        }
    }

    @Test func allGoTogether() throws {
        let recipes = try Self.recipes()
        let first = try #require(recipes.first)
        var files: [String: String] = [:]
        for (index, recipe) in recipes.dropFirst().enumerated() {
            files["recipe\(index).yaml"] = recipe.rules
            files["recipe\(index).test.yaml"] = recipe.tests
        }
        let trial = try Trial(first.tests, rules: first.rules, files: files)
        trial.expectPassed()
        #expect(trial.report.files.count == recipes.count)
    }

    /// A test that cannot fail says nothing: each of these changes must be noticed.
    @Test(arguments: [
        ("limit: 30m", "limit: 31m"), ("days: weekdays", "days: daily"),
        ("..2027-02-05", ""), ("..2027-01-01", ""),
        ("on_no: {block: [distractions], ", "on_no: {"),
        ("00:00-18:00", "00:00-17:00"), (", except_sites: [aws.amazon.com]", ""),
        ("youtube.com/shorts]", "youtube.com/feed]"), ("youtube.com/shorts]", "youtube.com]"),
        (", youtube.com/playlist]", "]"), ("wikipedia.org, ", ""), ("09:00-12:00", "09:00-11:00"),
        ("strict: true", "strict: false"), ("weakening_waits: 3d", "weakening_waits: 0s"),
    ])
    func aChangeIsNoticed(from: String, to: String) throws {
        let recipe = try #require(try Self.recipes().first { $0.rules.contains(from) })
        let rules = recipe.rules.replacing(from, with: to)
        let report = try Trial(recipe.tests, rules: rules).report
        #expect(report.faulty == 0 && report.failed > 0, "\(recipe.name)")
    }
}
