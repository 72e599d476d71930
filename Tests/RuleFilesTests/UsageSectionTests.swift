import RuleComparison
import RuleFiles
import RuleModel
import Testing

/// When a person counts as away.
@Suite struct UsageSectionTests {
    @Test(arguments: [("1m", 60), ("90s", 90), ("5m", 300), ("30m", 1800)])
    func lengths(written: String, seconds: Int64) throws {
        #expect(try ruleSet("usage: {away_after: \(written)}").awayAfter == .seconds(seconds))
    }

    @Test func leftOutItIsThreeMinutes() throws {
        #expect(try ruleSet("plan: premium").awayAfter == .minutes(3))
        #expect(try ruleSet("usage: {}").awayAfter == .minutes(3))
        let loading = RuleLoader(zones: zones).load(sources: [
            RuleText(path: "a.yaml", layer: 1, text: "usage: {away_after: 10m}"),
            RuleText(path: "b.yaml", layer: 2, text: "usage: {away_after: null}"),
        ])
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet?.awayAfter == .minutes(3))
    }

    @Test(arguments: [
        ("59s", "expected a length of time from 1m to 30m, found 59s"),
        ("31m", "expected a length of time from 1m to 30m, found 31m"),
        ("3", "has no unit"), ("never", "is not a valid length of time"), ("[3m]", "found a list"),
    ])
    func whatIsNoLength(written: String, reason: String) throws {
        let loading = load("usage: {away_after: \(written)}")
        let first = try #require(loading.diagnostics.first)
        #expect(first.message.contains(reason), "\(first)")
        #expect(first.line == 1 && first.column == 21)
        #expect(loading.ruleSet == nil)
    }

    @Test func otherMistakes() {
        #expect(
            lines(load("usage: {away_afte: 3m}")) == [
                "a.yaml:1:9: error: unknown key \"away_afte\" in usage; did you mean "
                    + "\"away_after\"?"
            ])
        #expect(
            lines(load("usage: 3m")) == [
                "a.yaml:1:8: error: expected a map with \"away_after:\", found \"3m\""
            ])
    }

    @Test func aSmallerOneIsWeaker() throws {
        let (longer, shorter) = (
            try ruleSet("usage: {away_after: 5m}"), try ruleSet("usage: {away_after: 90s}")
        )
        #expect(
            WeakeningWitnessTests.lines(shorter, from: longer) == [
                "weaker usage.away_after you count as away after 1m30s instead of 5m"
            ])
        #expect(
            WeakeningWitnessTests.lines(longer, from: shorter) == [
                "stricter usage.away_after you count as away after 5m instead of 1m30s"
            ])
    }
}
