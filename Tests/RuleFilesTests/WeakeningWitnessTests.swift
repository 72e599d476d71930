import RuleComparison
import RuleFiles
import RuleModel
import Testing

/// The description of each difference, and its witness.
@Suite struct WeakeningWitnessTests {
    /// One line for each difference.
    static func lines(_ after: RuleSet, from before: RuleSet) -> [String] {
        after.differences(from: before).map { difference in
            let witness = difference.witness.map { ": \($0.text)" } ?? ""
            return "\(difference.kind.rawValue) \(difference.path) \(difference.words)\(witness)"
        }
    }

    /// An edit of the base, and what is said of it.
    struct Case: Sendable {
        var old: String
        var new: String
        var lines: [String]

        init(_ old: String, _ new: String, _ lines: String...) {
            self.old = old
            self.new = new
            self.lines = lines
        }
    }

    private func check(_ edit: Case) throws {
        let before = try WeakeningEditTests.set(WeakeningEditTests.base)
        let after = try WeakeningEditTests.edited(edit.old, edit.new)
        #expect(Self.lines(after, from: before) == edit.lines, "\(edit.new)")
        // A weaker rule is stricter in the other direction, and nothing else changes its kind.
        let opposite: [Difference.Kind: Difference.Kind] = [.weaker: .stricter, .stricter: .weaker]
        func kinds(_ differences: [Difference], turned: Bool = false) -> [String] {
            differences.map { difference in
                let kind = turned ? opposite[difference.kind] ?? difference.kind : difference.kind
                return "\(difference.path) \(kind)"
            }.sorted()
        }
        #expect(
            kinds(after.differences(from: before))
                == kinds(before.differences(from: after), turned: true), "\(edit.new)")
    }

    @Test(arguments: [
        Case(
            "amazon.com, www.ebay.com", "amazon.com",
            "weaker targets.shopping a site was removed: www.ebay.com"),
        Case("[x.com]", "[x.com, y.com]", "stricter targets.social a site was added: y.com"),
        Case(
            "[x.com]", "[x.com], wait: {impulse: 1m}",
            "stricter targets.social the wait before an impulse unblock is 1m instead of 30s"),
        Case(
            "[x.com]", "[x.com], wait: {planned: 5s}",
            "weaker targets.social the wait before a planned unblock is 5s instead of 10s"),
        Case(
            "[x.com]", "[x.com], grant: 20m",
            "weaker targets.social a grant lasts 20m instead of 15m"),
        Case(
            "[org.shop.App]", "[org.shop.Other]",
            "weaker targets.shopping an app was removed: org.shop.App",
            "stricter targets.shopping an app was added: org.shop.Other"),
        Case(
            "shopping: {sites", "shopping: {name: Shops, sites",
            "neutral targets.shopping changed, but the rules are neither weaker nor stricter"),
        Case(
            "22:00-06:00", "22:00-05:59",
            "weaker quiet_hours.nights shopping is no longer blocked: Tuesday 05:59"),
        Case(
            "22:00-06:00", "23:00-07:00",
            "weaker quiet_hours.nights shopping is no longer blocked: Monday 22:00",
            "stricter quiet_hours.nights shopping is now blocked: Tuesday 06:00"),
        Case(
            "{time: \"22:00-06:00\"}", "{days: mon-sat, time: \"22:00-06:00\"}",
            "weaker quiet_hours.nights shopping is no longer blocked: Sunday 22:00"),
        Case(
            "{time: \"22:00-06:00\"}", "{time: \"22:00-06:00\", except: [\"2026-12-24\"]}",
            "weaker quiet_hours.nights shopping is no longer blocked: 2026-12-24 22:00"),
        Case(
            "nights: {", "nights: {strict: true, ",
            "stricter quiet_hours.nights shopping is now strictly blocked: Monday 22:00"),
        Case(
            "nights: {", "nights: {time_zone: Asia/Tokyo, ",
            "undecided quiet_hours.nights cannot be compared: the time zones differ (Asia/Tokyo "
                + "and the machine's zone)"
        ),
        Case(
            "shopping: {sites", "shopping: {except_sites: [business.amazon.com], sites",
            "weaker targets.shopping a site was removed: business.amazon.com"),
        Case(
            "shopping: {sites", "shopping: {except_sites: [amazon.com/books], sites",
            "weaker targets.shopping a site was removed: amazon.com/books"),
        Case(
            "nights: {", "renamed: {",
            "neutral quiet_hours.nights removed, but the rules are no weaker",
            "neutral quiet_hours.renamed new, but the rules are no stricter"),
        Case(
            "nights: {", "nights: {name: Quiet, ",
            "neutral quiet_hours.nights changed, but the rules are neither weaker nor stricter"),
        Case(
            "blocks: [shopping], on_no", "on_no",
            "weaker check_ins.morning shopping is no longer blocked until you answer the check-in"),
        Case(
            "opens: \"05:00\"", "opens: \"06:00\"",
            "undecided check_ins.morning cannot be compared: the check-in opens at different times "
                + "(05:00 and 06:00)"),
        Case(
            "question: Ready?", "question: Are you ready?",
            "neutral check_ins.morning changed, but the rules are neither weaker nor stricter"),
        Case(
            "limit: 45m", "limit: 46m",
            "weaker budgets.day social may be used for 46m a day instead of 45m a day"),
        Case(
            "limit: 45m", "limit: 45m, per: week",
            "stricter budgets.day social may be used for 45m a week instead of 45m a day"),
        Case(
            "limit: 45m", "limit: 45m, days: weekdays",
            "weaker budgets.day social no longer has this limit on Saturday, Sunday"),
        Case(
            "limit: 45m, resets: \"04:00\"", "limit: 46m, per: hour",
            "weaker budgets.day social may be used for 46m an hour instead of 45m a day"),
        Case(
            "resets: \"04:00\"", "resets: \"05:00\"",
            "undecided budgets.day cannot be compared: the budget resets at different times (04:00 "
                + "and 05:00)"),
        Case(
            "limit: 2h, per: week, strict: true", "limit: 2h, per: week",
            "weaker budgets.week the rule is no longer strict"),
    ])
    func whatHoldsBack(edit: Case) throws { try check(edit) }

    @Test(arguments: [
        Case(
            "late: local.hour >= 22", "late: local.hour >= 21",
            "stricter features.late the condition is now true: 21:00"),
        Case(
            "late: local.hour >= 22", "late: local.hour >= 21 && local.hour != 23",
            "weaker features.late the condition is no longer true: 23:00",
            "stricter features.late the condition is now true: 21:00"),
        Case(
            "unread: local.hour < 3", "unread: local.hour < 4",
            "neutral features.unread changed, but the rules are neither weaker nor stricter"),
        Case(
            "weight: 0.4", "weight: 0.399",
            "weaker risk.factors.late_night the weight is 0.399 instead of 0.400: 00:00"),
        Case(
            "weight: 0.4", "weight: 0.9",
            "stricter risk.factors.late_night the weight is 0.900 instead of 0.400: local.hour = "
                + "0, "
                + "unblocks.last_hour = 0"),
        Case(
            "last_hour >= 3", "last_hour >= 4",
            "weaker risk.factors.often the condition is no longer true: unblocks.last_hour = 3"),
        Case(
            "last_hour >= 3", "last_hour * 2 >= 6",
            "undecided risk.factors.often cannot be compared: a condition calculates with "
                + "unblocks.last_hour"),
        Case(
            "    often: {", "    renamed: {",
            "neutral risk.factors.often removed, but the rules are no weaker",
            "neutral risk.factors.renamed new, but the rules are no stricter"),
        Case(
            "    often: {weight: 0.3, when: unblocks.last_hour >= 3}\n", "",
            "weaker risk.factors.often the factor was removed; its weight was 0.300: "
                + "unblocks.last_hour = 3"
        ),
        Case(
            "  factors:", "  levels: {moderate: 0.1, high: 0.9, critical: 0.95}\n  factors:",
            "neutral risk.levels moderate begins at 0.100, high at 0.900, critical at 0.950"),
        Case(
            ">= 0.5", ">= 0.6",
            "neutral auto_protection.guard changed, but the rules are neither weaker nor stricter"),
        Case(
            ">= 0.5", ">= 0.701",
            "weaker auto_protection.guard no longer begins: local.hour = 22, unblocks.last_hour = 3"
        ),
        Case(
            "for: 2h", "for: 1h59m",
            "weaker auto_protection.all does not begin while the shorter "
                + "auto_protection.guard runs",
            "weaker auto_protection.guard lasts 1h59m instead of 2h: local.hour = 22, "
                + "unblocks.last_hour = 3"
        ),
        Case(
            "again_after: 30m", "again_after: 31m",
            "weaker auto_protection.guard waits 31m instead of 30m before it can begin again: "
                + "local.hour = 22, unblocks.last_hour = 3"
        ),
        Case(
            "0.9, strict: true", "0.9",
            "weaker auto_protection.all the rule is no longer strict"),
    ])
    func whatConditionsDecide(edit: Case) throws { try check(edit) }

    @Test(arguments: [
        Case(
            "grant: 15m", "grant: 16m", "weaker unblock.grant a grant lasts 16m instead of 15m"
        ),
        Case(
            "planned: 10s, impulse: 30s", "planned: 20s, impulse: 20s",
            "weaker unblock.wait the wait before an impulse unblock is 20s instead of 30s",
            "stricter unblock.wait the wait before a planned unblock is 20s instead of 10s"),
        Case(
            "impulse: 30s", "impulse: 30s, each_further: 15s",
            "stricter unblock.wait each further request of a day adds 15s to the wait instead of "
                + "0s"),
        Case(
            "impulse: 30s", "impulse: 30s, at_most: 5m",
            "neutral unblock.wait changed, but the rules are neither weaker nor stricter"),
        Case(
            "impulse: 30s}", "impulse: 30s}, emergency: {count: 2, per: week}",
            "weaker unblock.emergency strict rules can now be opened in an emergency"),
        Case(
            "grant: 15m,", "moods: [fine], categories: [any],",
            "neutral unblock.categories changed, but the rules are neither weaker nor stricter",
            "neutral unblock.moods changed, but the rules are neither weaker nor stricter"),
        Case(
            "events: 2y", "events: 1y",
            "weaker keep events are kept for 365d instead of for 730d"),
        Case(
            "keep: {events: 2y}\n", "",
            "stricter keep events are kept forever instead of for 730d"),
        Case(
            "debug: false", "debug: true",
            "weaker debug the debug actions of check-ins are enabled"),
        Case(
            "plan: mine", "plan: narrow",
            "weaker plan the plan allows fewer apps and sites"),
        Case("plan: mine", "plan: wide", "stricter plan the plan allows more apps and sites"),
        Case(
            "targets:", "time_zone: Asia/Tokyo\ntargets:",
            "undecided time_zone cannot be compared: the time zones differ (Asia/Tokyo and the "
                + "machine's zone)"
        ),
    ])
    func whatStandsForItself(edit: Case) throws { try check(edit) }
}

/// Edits of an emergency way out that is there already.
@Suite struct EmergencyWeakeningTests {
    @Test(
        arguments: [
            (
                "{count: 2, per: week}", "{count: 3, per: week}",
                [
                    "weaker unblock.emergency strict rules can be opened 3 times in each period "
                        + "instead of 2 times"
                ]
            ),
            (
                "{count: 3, per: month}", "{count: 1, per: day}",
                [
                    "weaker unblock.emergency emergencies are counted per day instead of per month",
                    "stricter unblock.emergency strict rules can be opened once in each period "
                        + "instead of 3 times",
                ]
            ),
            (
                "{wait: 10m}", "{wait: 9m}",
                [
                    "weaker unblock.emergency the wait before an emergency unblock is 9m "
                        + "instead of 10m"
                ]
            ),
            (
                "{count: 2}", nil,
                [
                    "stricter unblock.emergency strict rules can no longer be opened in an "
                        + "emergency"
                ]
            ),
            ("{count: 1, per: month}", "{wait: 15m}", []),
        ] as [(String, String?, [String])])
    func edits(old: String, new: String?, lines: [String]) throws {
        let before = try ruleSet("unblock: {emergency: \(old)}")
        let after = try ruleSet(new.map { "unblock: {emergency: \($0)}" } ?? "plan: premium")
        #expect(WeakeningWitnessTests.lines(after, from: before) == lines)
    }
}
