import Engine
import RuleFiles
import RuleModel
import Testing

/// The effect of an edit of one auto-protection on another one, which does not begin while the
/// first runs.
@Suite struct WeakeningBesideTests {
    private static let rules = """
        targets:
          shopping: {sites: [amazon.com]}
          social: {sites: [x.com]}
        features:
          late: local.hour >= 22
        risk:
          factors: {often: {weight: 0.4, when: unblocks.last_hour >= 3}}
        auto_protection:
          long: {when: risk.automatic >= 0.4, for: 2h, again_after: 30m}
          short: {when: unblocks.last_hour >= 2 && late, block: [shopping], for: 1h}

        """

    struct Case: Sendable {
        var old: String
        var new: String
        var lines: [String]

        init(_ old: String, _ new: String, _ lines: String...) {
            (self.old, self.new, self.lines) = (old, new, lines)
        }
    }

    private static let same =
        "neutral auto_protection.short changed, but the rules are neither weaker nor stricter"
    private static let undecided =
        "undecided auto_protection.long cannot be compared: auto_protection.short can keep this "
        + "rule from beginning"

    @Test(arguments: [
        // The very same condition, the other way round, and under another name.
        Case(
            "unblocks.last_hour >= 2 && late", "late && 2 <= unblocks.last_hour", same),
        Case("block: [shopping], for: 1h", "name: Brief, block: [shopping], for: 1h", same),
        Case("for: 1h}", "for: 1h, strict: false}", same),
        // It begins and ends at other times.
        Case(
            "for: 1h}", "for: 90m}", undecided,
            "stricter auto_protection.short lasts 1h30m instead of 1h"),
        Case(
            "block: [shopping], for", "block: [shopping, social], for", undecided,
            "stricter auto_protection.short social is now protected"),
    ])
    func edits(edit: Case) throws {
        try #require(Self.rules.contains(edit.old))
        let before = try WeakeningEditTests.set(Self.rules)
        let after = try WeakeningEditTests.set(Self.rules.replacing(edit.old, with: edit.new))
        let said = WeakeningWitnessTests.lines(after, from: before).map { line in
            String(line.prefix { $0 != ":" || line.contains("cannot be compared") })
        }
        #expect(said == edit.lines, "\(edit.new)")
    }

    @Test func oneThatIsNewOrShorterNowKeepsAnotherFromBeginning() throws {
        let both = try WeakeningEditTests.set(Self.rules)
        let alone = try WeakeningEditTests.set(
            Self.rules.split(separator: "\n").filter { !$0.contains("short:") }
                .joined(separator: "\n") + "\n")
        #expect(both.weakenings(replacing: alone) == ["auto_protection.long"])
        let longer = try WeakeningEditTests.set(Self.rules.replacing("for: 1h}", with: "for: 3h}"))
        #expect(
            both.weakenings(replacing: longer) == ["auto_protection.long", "auto_protection.short"])
    }
}
