import Engine
import Foundation
import RuleFiles
import RuleModel
import Testing

/// The plain form is the one of compilers, which editors read by a pattern.
@Suite struct CompilerFormTests {
    /// As documented for problem matchers: file, line, column, severity, words.
    private static let pattern = "^(.+?):(\\d+):(\\d+): (error|warning|note): (.*)$"

    @Test func everyPlaceIsFoundByThePattern() throws {
        let text = "tagets: {}\ntime_zone: Europe/Berln\nfeatures: {round: ring, ring: round}\n"
        let loading = load(text)
        let pattern = try Regex(
            Self.pattern,
            as: (
                Substring, Substring, Substring, Substring,
                Substring, Substring
            ).self)
        let found = loading.rendered(color: false).split(separator: "\n").compactMap { line in
            line.wholeMatch(of: pattern).map { match in
                "\(match.1) \(match.2) \(match.3) \(match.4) \(match.5.prefix(11))"
            }
        }
        #expect(
            found == [
                "a.yaml 1 1 error unknown key",
                "a.yaml 2 12 error there is no",
                "a.yaml 3 25 error the feature",
                "a.yaml 3 12 note \"round\" is ",
            ])
    }

    /// The form that vim reads with `errorformat=%f:%l:%c: %trror: %m,%f:%l:%c: %tarning: %m`.
    @Test func excerptsAndCaretsDoNotLookLikePlaces() throws {
        let pattern = try Regex(Self.pattern)
        for text in ["plan: x:1:2: y\n", "features:\n  x: a ? b:1 : 2\n"] {
            let lines = load(text).rendered(color: false).split(separator: "\n")
            #expect(lines.count { $0.wholeMatch(of: pattern) != nil } == load(text).errors)
        }
    }
}
