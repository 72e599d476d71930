import RuleFiles
import RuleModel
import Testing

/// Weakenings by edits of a rule file, each kind in both directions.
@Suite struct WeakeningEditTests {
    static let base = """
        targets:
          shopping: {sites: [amazon.com, www.ebay.com], apps: [org.shop.App]}
          social: {sites: [x.com]}
        quiet_hours:
          nights: {block: [shopping, social], ranges: [{time: "22:00-06:00"}]}
          lunch: {block: [social], ranges: [{days: weekdays, time: "12:00-13:00"}], strict: true}
          off: {block: [social], ranges: [{time: "00:00-24:00"}], enabled: false}
        check_ins:
          morning: {question: Ready?, opens: "05:00", blocks: [shopping], on_no: {block: [social]}}
          idle: {question: Well?, blocks: [social], strict: false}
        budgets:
          day: {target: social, limit: 45m, resets: "04:00"}
          week: {target: shopping, limit: 2h, per: week, strict: true}
        features:
          late: local.hour >= 22
          night: late || local.hour < 2
          unread: local.hour < 3
        risk:
          factors:
            late_night: {weight: 0.4, when: night}
            often: {weight: 0.3, when: unblocks.last_hour >= 3}
        auto_protection:
          guard: {when: late && risk.automatic >= 0.5, block: [shopping], for: 2h, again_after: 30m}
          all: {when: risk.automatic >= 0.9, strict: true}
        unblock: {grant: 15m, wait: {planned: 10s, impulse: 30s}}
        keep: {events: 2y}
        debug: false
        plans: {mine: {entries: 9, metrics: [all]}, wide: {}, narrow: {entries: 8, metrics: [all]}}
        plan: mine

        """

    /// The base with a piece of it replaced, which must be there.
    static func edited(_ old: String, _ new: String) throws -> RuleSet {
        try #require(base.contains(old), "\(old)")
        return try set(base.replacing(old, with: new))
    }

    static func set(_ text: String) throws -> RuleSet {
        let loading = load(text, defaults: [])
        #expect(loading.errors == 0, "\(loading.rendered(color: false))")
        return try #require(loading.ruleSet)
    }

    /// Replaces the first text by the second, which weakens the given entries; the way back weakens
    /// the others, none where they are left out.
    struct Edit: Sendable {
        var old: String
        var new: String
        var weakens: [String]
        var back: [String]

        init(_ old: String, _ new: String, _ weakens: [String] = [], back: [String] = []) {
            self.old = old
            self.new = new
            self.weakens = weakens
            self.back = back
        }
    }

    func check(_ edit: Edit) throws {
        let before = try Self.set(Self.base)
        let after = try Self.edited(edit.old, edit.new)
        #expect(after.weakenings(replacing: before) == edit.weakens, "\(edit.new)")
        #expect(before.weakenings(replacing: after) == edit.back, "back from \(edit.new)")
    }

    @Test(arguments: [
        Edit("amazon.com, www.ebay.com", "amazon.com", ["targets.shopping"]),
        Edit("amazon.com, www.ebay.com", "www.ebay.com, amazon.com"),
        Edit("www.ebay.com", "ebay.com", back: ["targets.shopping"]),
        Edit("www.ebay.com", "www.www.ebay.com", ["targets.shopping"]),
        Edit("www.ebay.com", "ay.com", ["targets.shopping"], back: ["targets.shopping"]),
        Edit("[x.com]", "[x.com, y.com]", back: ["targets.social"]),
        Edit(", apps: [org.shop.App]", "", ["targets.shopping"]),
        Edit(
            "[org.shop.App]", "[org.shop.Other]", ["targets.shopping"], back: ["targets.shopping"]),
        Edit("shopping: {sites", "shopping: {name: Shops, sites"),
        Edit(
            "shopping: {sites", "shopping: {except_sites: [business.amazon.com], sites",
            ["targets.shopping"]),
        Edit("shopping: {sites", "shopping: {except_sites: [business.ebay.com], sites"),
        Edit(
            "shopping: {sites", "shopping: {except_sites: [amazon.com/books], sites",
            ["targets.shopping"]),
        Edit(
            "  social: {sites: [x.com]}", "  social: {sites: [x.com/home]}", ["targets.social"]),
        Edit(
            "  social: {sites: [x.com]}", "  social: {sites: ['*']}", back: ["targets.social"]),
        Edit(
            "  social: {sites: [x.com]}", "  social: {sites: [x.com]}\n  more: {sites: [z.com]}",
            back: ["targets.more"]),
    ])
    func targets(edit: Edit) throws { try check(edit) }

    @Test(arguments: [
        Edit("22:00-06:00", "22:00-05:59", ["quiet_hours.nights"]),
        Edit("22:00-06:00", "22:01-06:00", ["quiet_hours.nights"]),
        Edit("22:00-06:00", "21:00-07:00", back: ["quiet_hours.nights"]),
        Edit(
            "22:00-06:00", "23:00-07:00", ["quiet_hours.nights"], back: ["quiet_hours.nights"]),
        Edit("{time: \"22:00-06:00\"}", "{time: \"22:00-24:00\"}, {time: \"00:00-06:00\"}"),
        Edit(
            "{time: \"22:00-06:00\"}", "{days: mon-sat, time: \"22:00-06:00\"}",
            ["quiet_hours.nights"]),
        Edit(
            "{time: \"22:00-06:00\"}", "{time: \"22:00-06:00\", except: [\"2026-12-24\"]}",
            ["quiet_hours.nights"]),
        Edit("block: [shopping, social]", "block: [shopping]", ["quiet_hours.nights"]),
        Edit("block: [shopping, social]", "block: [social, shopping]"),
        Edit("nights: {", "nights: {name: Quiet, "),
        Edit("nights: {", "nights: {strict: true, ", back: ["quiet_hours.nights"]),
        Edit("nights: {", "nights: {enabled: false, ", ["quiet_hours.nights"]),
        Edit(
            "nights: {", "nights: {time_zone: Asia/Tokyo, ", ["quiet_hours.nights"],
            back: ["quiet_hours.nights"]),
        Edit("nights: {", "renamed: {"),
        Edit(", strict: true}\n  off", "}\n  off", ["quiet_hours.lunch"]),
        Edit("weekdays", "daily", back: ["quiet_hours.lunch"]),
        Edit("weekdays", "mon-thu", ["quiet_hours.lunch"]),
        // The disabled schedule blocked nothing; once enabled, it blocks at night, too.
        Edit("24:00\"}], enabled: false", "24:00\"}], enabled: true", back: ["quiet_hours.off"]),
        Edit("off: {block: [social]", "off: {block: [shopping]"),
    ])
    func quietHours(edit: Edit) throws { try check(edit) }

    @Test(arguments: [
        Edit("blocks: [shopping]", "blocks: [shopping, social]", back: ["check_ins.morning"]),
        Edit(
            "blocks: [shopping]", "blocks: [social]", ["check_ins.morning"],
            back: ["check_ins.morning"]),
        Edit(", on_no: {block: [social]}", "", ["check_ins.morning"]),
        Edit("05:00", "05:01", ["check_ins.morning"], back: ["check_ins.morning"]),
        Edit("opens: \"05:00\"", "strict: false, opens: \"05:00\"", ["check_ins.morning"]),
        Edit(
            "opens: \"05:00\"", "time_zone: Asia/Tokyo, opens: \"05:00\"", ["check_ins.morning"],
            back: ["check_ins.morning"]),
        Edit("Ready?, ", "Are you ready?, welcome: Hello., reminder: \"09:00\", "),
        Edit("{block: [social]}", "{block: [social], heading: H, suggestions: [S], texts: [T]}"),
        Edit("  morning: {", "  evening: {", ["check_ins.morning"], back: ["check_ins.evening"]),
        Edit("blocks: [social], strict: false", "blocks: [social]", back: ["check_ins.idle"]),
    ])
    func checkIns(edit: Edit) throws { try check(edit) }

    @Test(arguments: [
        Edit("limit: 45m", "limit: 46m", ["budgets.day"]),
        Edit("limit: 45m", "limit: 30m", back: ["budgets.day"]),
        // A week that has as much as a day had.
        Edit("limit: 45m", "limit: 45m, per: week", back: ["budgets.day"]),
        Edit("resets: \"04:00\"", "resets: \"05:00\"", ["budgets.day"], back: ["budgets.day"]),
        Edit(
            "target: social, limit", "target: shopping, limit", ["budgets.day"],
            back: ["budgets.day"]),
        Edit("  day: {", "  other: {name: Renamed, "),
        Edit("limit: 45m", "limit: 45m, days: weekdays", ["budgets.day"]),
        Edit("limit: 45m", "limit: 45m, days: daily"),
        // On its days it is as small, and on the other days another budget is.
        Edit(
            "limit: 45m, resets: \"04:00\"}",
            "limit: 45m, resets: \"04:00\", days: mon-fri}\n  "
                + "rest: {target: social, limit: 30m, resets: \"04:00\", days: weekends}",
            back: ["budgets.rest"]),
        Edit(
            "limit: 45m, resets: \"04:00\"}",
            "limit: 45m, resets: \"04:00\", days: mon-fri}\n  "
                + "rest: {target: social, limit: 2h, resets: \"04:00\", days: weekends}",
            ["budgets.day"]),
        // The limit of a day also limits each of its hours, and not the other way round.
        Edit("limit: 45m, resets: \"04:00\"", "limit: 45m, per: hour", ["budgets.day"]),
        Edit(
            "limit: 45m, resets: \"04:00\"", "limit: 5m, per: hour", ["budgets.day"],
            back: ["budgets.day"]),
        Edit(
            "limit: 2h, per: week, strict: true", "limit: 50m, per: hour, strict: true",
            ["budgets.week"], back: ["budgets.week"]),
        Edit("limit: 2h, per: week, strict: true", "limit: 2h, per: week", ["budgets.week"]),
        Edit("limit: 2h, per: week", "limit: 2h, per: day", ["budgets.week"]),
        Edit(
            "limit: 2h, per: week", "time_zone: Asia/Tokyo, limit: 2h, per: week",
            ["budgets.week"], back: ["budgets.week"]),
        Edit("  week: {", "  w2: {target: shopping, limit: 2h1s, per: week}\n  week: {"),
        Edit(
            "  week: {", "  w2: {target: shopping, limit: 9h, resets: \"01:00\"}\n  week: {",
            back: ["budgets.w2"]),
        Edit(
            "  week: {", "  w2: {target: shopping, limit: 2h1s, per: week, strict: true}\n  week: {"
        ),
    ])
    func budgets(edit: Edit) throws { try check(edit) }

    /// The limit of a day holds back each hour only if every hour lies within one such day.
    @Test(arguments: [
        (", per: hour", ", resets: \"05:00\"", false), (", per: hour", "", false),
        (", per: hour", ", per: week", false), (", per: hour", ", resets: \"04:30\"", true),
        (", per: hour", ", days: weekdays", true),
        (", per: hour, days: sat", ", days: weekends", false),
        // Saturday from five on leaves its first hours to Friday.
        (", per: hour, days: sat", ", days: weekends, resets: \"05:00\"", true),
        (", per: hour, days: sat", ", resets: \"05:00\"", false),
    ])
    func hoursWithinDays(before: String, after: String, isWeaker: Bool) throws {
        let day = "limit: 45m, resets: \"04:00\""
        let rules = try [before, after].map { try Self.edited(day, "limit: 45m" + $0) }
        #expect(rules[1].weakenings(replacing: rules[0]) == (isWeaker ? ["budgets.day"] : []))
    }
}
