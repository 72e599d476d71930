import Engine
import RuleFiles
import RuleModel
import Testing

/// The effect of an edit of one entry on conditions that read it.
@Suite struct WeakeningReadingTests {
    /// One factor, and an edit of something that it may read.
    struct Case: Sendable {
        var condition: String
        var old: String
        var new: String
        var weakens: [String]
        var back: [String]

        init(
            _ condition: String, _ old: String, _ new: String, _ weakens: [String] = [],
            back: [String] = []
        ) {
            (self.condition, self.old, self.new) = (condition, old, new)
            (self.weakens, self.back) = (weakens, back)
        }
    }

    private static func rules(_ condition: String) -> String {
        """
        targets:
          shopping: {sites: [amazon.com]}
        quiet_hours:
          nights: {block: [shopping], ranges: [{time: "22:00-06:00"}]}
          off: {block: [shopping], ranges: [{time: "12:00-13:00"}], enabled: false}
        budgets:
          day: {target: shopping, limit: 45m}
        features:
          quiet: quiet_hours.active
          loud: "!quiet"
        risk:
          factors: {reads: {weight: 0.4, when: \(condition)}}

        """
    }

    private static let longer = ("22:00-06:00", "21:00-06:00")

    @Test(arguments: [
        // If longer quiet hours cannot make the condition false, only the hours are reported.
        Case("quiet_hours.active", longer.0, longer.1, back: ["quiet_hours.nights"]),
        Case("quiet || local.hour > 3", longer.0, longer.1, back: ["quiet_hours.nights"]),
        Case("quiet_hours.switched_off", longer.0, longer.1, back: ["quiet_hours.nights"]),
        // If they can make it false, the condition is reported as well.
        Case(
            "'!quiet_hours.active'", longer.0, longer.1, ["risk.factors.reads"],
            back: ["quiet_hours.nights"]),
        Case(
            "loud && local.hour > 3", longer.0, longer.1, ["risk.factors.reads"],
            back: ["quiet_hours.nights"]),
        Case(
            "quiet == (local.hour > 3)", longer.0, longer.1, ["risk.factors.reads"],
            back: ["quiet_hours.nights"]),
        // A schedule that is switched on is no longer one that is switched off.
        Case(
            "quiet_hours.switched_off", "enabled: false", "enabled: true", ["risk.factors.reads"],
            back: ["quiet_hours.off"]),
        Case("quiet_hours.active", "enabled: false", "enabled: true", back: ["quiet_hours.off"]),
        // Of a time that is left nobody can say which way a condition takes it.
        Case(
            "budgets.day.left < duration('10m')", "limit: 45m", "limit: 30m",
            ["risk.factors.reads"], back: ["budgets.day"]),
        Case("local.hour > 3", "limit: 45m", "limit: 30m", back: ["budgets.day"]),
        Case("local.hour > 3", longer.0, longer.1, back: ["quiet_hours.nights"]),
    ])
    func conditions(edit: Case) throws {
        let text = Self.rules(edit.condition)
        try #require(text.contains(edit.old))
        let before = try WeakeningEditTests.set(text)
        let after = try WeakeningEditTests.set(text.replacing(edit.old, with: edit.new))
        #expect(after.weakenings(replacing: before) == edit.weakens, "\(edit.condition)")
        #expect(before.weakenings(replacing: after) == edit.back, "back: \(edit.condition)")
        // An undecided change in one direction is not reported as a difference in both.
        let undecided = after.differences(from: before).filter { $0.kind == .undecided }
        #expect(undecided.map(\.path) == edit.weakens)
    }
}
