import RuleFiles
import RuleModel
import Testing

/// A target that names a longer part of a path takes the use of these pages from the others.
@Suite struct WeakeningPageTests {
    private static let base = """
        targets:
          video: {sites: [youtube.com]}
          news: {sites: [m.news.example, other.example]}
          reels: {sites: [video.example/reels]}
        budgets:
          films: {target: video, limit: 30m}
          papers: {target: news, limit: 30m}
          clips: {target: reels, limit: 10m}
        risk:
          factors:
            films: {weight: 0.5, when: usage.video.today >= duration("20m")}

        """

    struct Edit: Sendable {
        /// The targets beside those of the base.
        var targets: String
        var weakens: [String]
        var back: [String]

        init(_ targets: String, _ weakens: [String] = [], back: [String] = []) {
            (self.targets, self.weakens, self.back) = (targets, weakens, back)
        }
    }

    private func set(_ targets: String) throws -> RuleSet {
        try WeakeningEditTests.set(
            Self.base.replacing("targets:\n", with: "targets:\n  \(targets)\n"))
    }

    @Test(arguments: [
        Edit(
            "more: {sites: [youtube.com/shorts]}", ["budgets.films", "risk.factors.films"],
            back: ["targets.more"]),
        // On a host below it.
        Edit("more: {sites: [news.example/sport]}", ["budgets.papers"], back: ["targets.more"]),
        // Below a path, and above it.
        Edit(
            "more: {sites: [video.example/reels/new]}", ["budgets.clips"], back: ["targets.more"]),
        Edit("more: {sites: [video.example/re]}", back: ["targets.more"]),
        Edit("more: {sites: [free.example/shorts]}", back: ["targets.more"]),
        Edit("more: {sites: [www.youtube.com]}", back: ["targets.more"]),
    ])
    func aNewTarget(edit: Edit) throws {
        let before = try set("much: {sites: [much.example]}")
        let after = try set("much: {sites: [much.example]}\n  " + edit.targets)
        #expect(after.weakenings(replacing: before) == edit.weakens)
        #expect(before.weakenings(replacing: after) == edit.back)
    }

    /// Pages that the target has no longer are told as such, and pages of other targets are none.
    @Test func exceptions() throws {
        let before = try set("much: {sites: [youtube.com/shorts]}")
        let text = Self.base.replacing(
            "[youtube.com]}",
            with:
                "[youtube.com], except_sites: [youtube.com/shorts]}\n  much: {sites: [youtube.com/shorts]}"
        )
        let after = try WeakeningEditTests.set(text)
        let weakened = after.weakenings(replacing: before)
        #expect(weakened.contains("targets.video") && !weakened.contains("budgets.films"))
    }

    @Test func words() throws {
        let before = try set("much: {sites: [much.example]}")
        let after = try set("much: {sites: [much.example]}\n  more: {sites: [youtube.com/shorts]}")
        let lines = WeakeningWitnessTests.lines(after, from: before)
        #expect(
            lines.first
                == "weaker budgets.films the use of youtube.com/shorts is no longer counted")
    }
}
