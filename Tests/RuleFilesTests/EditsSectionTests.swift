import RuleFiles
import RuleModel
import Testing

/// How long edits wait that make the rules weaker.
@Suite struct EditsSectionTests {
    @Test(arguments: [
        ("0s", 0), ("24h", 86_400), ("1d", 86_400), ("90m", 5_400), ("30d", 2_592_000),
        ("1d12h", 129_600),
    ])
    func lengths(written: String, seconds: Int64) throws {
        #expect(
            try ruleSet("edits: {weakening_waits: \(written)}").weakeningWaits == .seconds(seconds))
    }

    @Test func leftOutNothingWaits() throws {
        #expect(try ruleSet("plan: premium").weakeningWaits == .zero)
        #expect(try ruleSet("edits: {}").weakeningWaits == .zero)
        let loading = RuleLoader(zones: zones).load(sources: [
            RuleText(path: "a.yaml", layer: 1, text: "edits: {weakening_waits: 24h}"),
            RuleText(path: "b.yaml", layer: 2, text: "edits: {weakening_waits: null}"),
        ])
        #expect(loading.rendered(color: false) == "" && loading.ruleSet?.weakeningWaits == .zero)
    }

    @Test(arguments: [
        ("31d", "expected a length of time from 0s to 30d, found 31d"),
        (
            "30d1s",
            "expected a length of time from 0s to 30d, found 30d1s"
        ),
        ("24", "has no unit"), ("-1h", "is not a valid length of time"),
        ("1y", "is not a valid length of time"),
        ("true", "is not a valid length of time"), ("[24h]", "found a list"),
    ])
    func whatIsNoDelay(written: String, reason: String) throws {
        let loading = load("edits: {weakening_waits: \(written)}")
        let first = try #require(loading.diagnostics.first)
        #expect(first.message.contains(reason), "\(first)")
        #expect(first.line == 1 && first.column == 26)
        #expect(loading.ruleSet == nil)
    }

    @Test func otherMistakes() {
        #expect(
            lines(load("edits: {weakening_wait: 24h}")) == [
                "a.yaml:1:9: error: unknown key \"weakening_wait\" in edits; did you mean "
                    + "\"weakening_waits\"?"
            ])
        #expect(
            lines(load("edits: 24h")) == [
                "a.yaml:1:8: error: expected a map with \"weakening_waits:\", found \"24h\""
            ])
    }
}
