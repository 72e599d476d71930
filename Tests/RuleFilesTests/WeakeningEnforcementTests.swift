import RuleFiles
import RuleModel
import Testing

/// Weakenings of the treatment of apps by an edit, each kind in both directions.
@Suite struct WeakeningEnforcementTests {
    private static let base = """
        targets:
          games: {apps: [org.game.App], executables: [/usr/games/a, /usr/games/b], on_block: stop}
          reading: {sites: [a.example], on_block: freeze}
          letters: {apps: [org.letters], on_thaw: stop}
          chat: {apps: [org.chat], on_block: notify, on_thaw: stop}

        """

    private func set(_ text: String) throws -> RuleSet {
        let loading = load(text, defaults: [])
        #expect(loading.errors == 0, "\(loading.rendered(color: false))")
        return try #require(loading.ruleSet)
    }

    @Test(arguments: [
        WeakeningEditTests.Edit(
            "[/usr/games/a, /usr/games/b]", "[/usr/games/b]", ["targets.games"]),
        WeakeningEditTests.Edit("[/usr/games/a, /usr/games/b]", "[/usr/games/b, /usr/games/a]"),
        WeakeningEditTests.Edit(
            "/usr/games/a,", "/usr/games/c,", ["targets.games"], back: ["targets.games"]),
        WeakeningEditTests.Edit(
            ", executables: [/usr/games/a, /usr/games/b]", "", ["targets.games"]),
        WeakeningEditTests.Edit("on_block: stop", "on_block: notify", ["targets.games"]),
        // Which of the two holds back more cannot be said.
        WeakeningEditTests.Edit(
            "on_block: stop", "on_block: freeze", ["targets.games"], back: ["targets.games"]),
        WeakeningEditTests.Edit(
            "on_block: stop", "on_block: stop, kill: true", back: ["targets.games"]),
        WeakeningEditTests.Edit("on_block: stop", "on_block: stop, kill: false"),
        WeakeningEditTests.Edit(", on_block: stop", "", ["targets.games"], back: ["targets.games"]),
        WeakeningEditTests.Edit(
            "[org.letters], on_thaw: stop", "[org.letters]", ["targets.letters"]),
        WeakeningEditTests.Edit(
            "[org.letters], on_thaw: stop", "[org.letters], on_thaw: freeze", ["targets.letters"]),
        // Nothing of it is frozen.
        WeakeningEditTests.Edit("notify, on_thaw: stop", "notify, on_thaw: freeze"),
        // Nothing of it runs on this machine.
        WeakeningEditTests.Edit("on_block: freeze", "on_block: notify"),
        WeakeningEditTests.Edit(", on_block: freeze", ""),
    ])
    func enforcement(edit: WeakeningEditTests.Edit) throws {
        try #require(Self.base.contains(edit.old), "\(edit.old)")
        let before = try set(Self.base)
        let after = try set(Self.base.replacing(edit.old, with: edit.new))
        #expect(after.weakenings(replacing: before) == edit.weakens, "\(edit.new)")
        #expect(before.weakenings(replacing: after) == edit.back, "back from \(edit.new)")
    }
}
