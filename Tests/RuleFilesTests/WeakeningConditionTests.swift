import RuleFiles
import RuleModel
import Testing

/// Weakenings by edits of conditions and of sections without keys.
@Suite struct WeakeningConditionTests {
    typealias Edit = WeakeningEditTests.Edit

    @Test(arguments: [
        Edit("weight: 0.4", "weight: 0.399", ["risk.factors.late_night"]),
        Edit("weight: 0.4", "weight: 0.5", back: ["risk.factors.late_night"]),
        Edit("last_hour >= 3", "last_hour >= 2", back: ["risk.factors.often"]),
        Edit(
            "last_hour >= 3", "last_hour >= 2 && local.hour < 23", ["risk.factors.often"],
            back: ["risk.factors.often"]),
        Edit("last_hour >= 3", "last_hour > 2"),
        // Of what is computed with nobody knows.
        Edit(
            "last_hour >= 3", "last_hour * 2 >= 6", ["risk.factors.often"],
            back: ["risk.factors.often"]),
        Edit(
            "    often: {weight: 0.3, when: unblocks.last_hour >= 3}\n", "",
            ["risk.factors.often"]),
        // The same condition weighs as much under another name, or in two parts.
        Edit("    often: {", "    renamed: {"),
        Edit(
            "often: {weight: 0.3, when: unblocks.last_hour >= 3}",
            "a: {weight: 0.1, when: unblocks.last_hour >= 3}\n"
                + "    b: {weight: 0.2, when: unblocks.last_hour >= 3}"),
        Edit("when: night}", "when: \"night\"}"),
        Edit("when: night}", "when: (night)}"),
        Edit("when: night}", "when: late || 2 > local.hour}"),
        Edit("when: night}", "when: late}", ["risk.factors.late_night"]),
        // One condition in two factors that are never true together.
        Edit(
            "late_night: {weight: 0.4, when: night}",
            "a: {weight: 0.4, when: late}\n    b: {weight: 0.4, when: local.hour < 2}"),
        Edit(
            "late_night: {weight: 0.4, when: night}",
            "a: {weight: 0.4, when: late}\n    b: {weight: 0.3, when: local.hour < 2}",
            ["risk.factors.late_night"]),
        // The loss of one factor is balanced by another.
        Edit(
            "late_night: {weight: 0.4, when: night}",
            "late_night: {weight: 0.3, when: night}\n    a: {weight: 0.1, when: local.hour != 9}",
            back: ["risk.factors.a"]),
        // A feature counts where a condition reads it, through others, too.
        Edit(
            "late: local.hour >= 22", "late: local.hour >= 21", back: ["features.late"]),
        Edit(
            "late: local.hour >= 22", "late: local.hour >= 21 && local.hour != 23",
            ["features.late"], back: ["features.late"]),
        Edit("local.hour < 2\n", "local.hour < 1\n", ["features.night"]),
        Edit("unread: local.hour < 3", "unread: local.hour < 4"),
        Edit("  unread: local.hour < 3\n", ""),
        // Levels hold nothing back.
        Edit("  factors:", "  levels: {moderate: 0.1, high: 0.9, critical: 0.95}\n  factors:"),
    ])
    func risk(edit: Edit) throws { try WeakeningEditTests().check(edit) }

    @Test(arguments: [
        // The factors make 0.4 and 0.7 when it is late: nothing lies between the two.
        Edit(">= 0.5", ">= 0.6"),
        Edit(">= 0.5", ">= 0.7"),
        Edit(">= 0.5", ">= 0.701", ["auto_protection.guard"]),
        Edit(">= 0.5", ">= 0.4", back: ["auto_protection.guard"]),
        Edit("risk.automatic >= 0.9", "risk.automatic >= 0.8"),
        Edit(
            "late && risk.automatic >= 0.5", "unblocks.last_hour > 2 && local.hour > 21",
            back: []),
        // While the shorter one runs the other does not begin.
        Edit("for: 2h", "for: 1h59m", ["auto_protection.all", "auto_protection.guard"]),
        Edit("for: 2h", "for: 3h", back: ["auto_protection.guard"]),
        Edit("again_after: 30m", "again_after: 31m", ["auto_protection.guard"]),
        Edit("again_after: 30m", "again_after: 0s", back: ["auto_protection.guard"]),
        Edit("for: 2h", "enabled: false, for: 2h", ["auto_protection.guard"]),
        Edit(
            "block: [shopping], for", "block: [shopping, social], for",
            back: ["auto_protection.guard"]),
        Edit("block: [shopping], for", "for", back: ["auto_protection.guard"]),
        Edit(
            "block: [shopping], for", "block: [social], for", ["auto_protection.guard"],
            back: ["auto_protection.guard"]),
        // Every target there is, named one by one.
        Edit("0.9, strict: true", "0.9, strict: true, block: [shopping, social]"),
        Edit("0.9, strict: true", "0.9, strict: true, block: [shopping]", ["auto_protection.all"]),
        Edit("0.9, strict: true", "0.9", ["auto_protection.all"]),
        Edit("  guard: {when", "  renamed: {name: Guard, when"),
        Edit("  all: {when: risk.automatic >= 0.9, strict: true}\n", "", ["auto_protection.all"]),
    ])
    func autoProtections(edit: Edit) throws { try WeakeningEditTests().check(edit) }

    @Test(arguments: [
        Edit("grant: 15m", "grant: 16m", ["unblock.grant"]),
        Edit("grant: 15m", "grant: 14m", back: ["unblock.grant"]),
        Edit("planned: 10s", "planned: 9s", ["unblock.wait"]),
        Edit("impulse: 30s", "impulse: 31s", back: ["unblock.wait"]),
        Edit(
            "planned: 10s, impulse: 30s", "planned: 20s, impulse: 20s", ["unblock.wait"],
            back: ["unblock.wait"]),
        Edit("grant: 15m,", "moods: [fine], categories: [any],"),
        Edit("events: 2y", "events: 1y", ["keep"]),
        Edit("events: 2y", "events: 3y", back: ["keep"]),
        Edit("keep: {events: 2y}\n", "", back: ["keep"]),
        Edit("events: 2y", "events: 730d"),
        Edit("debug: false", "debug: true", ["debug"]),
        Edit("debug: false\n", ""),
        Edit("plan: mine", "plan: wide", back: ["plan"]),
        Edit("plan: mine", "plan: narrow", ["plan"]),
        Edit("metrics: [all]}, wide", "metrics: [all, today]}, wide", back: ["plan"]),
        Edit("metrics: [all]}, wide", "metrics: [today]}, wide", ["plan"], back: ["plan"]),
        Edit("entries: 9", "entries: 9, export: false", ["plan"]),
        Edit("entries: 9", "entries: 9, predictive_alerts: false", ["plan"]),
        Edit("entries: 9", "entries: 9, edit_schedules: false", ["plan"]),
        Edit("entries: 9", "entries: 9, schedules: 3", ["plan"]),
        Edit("entries: 9", "entries: 9, auto_protections: 2", ["plan"]),
        Edit("mine: {", "x: {}, mine: {"),
        Edit("targets:", "time_zone: Asia/Tokyo\ntargets:", ["time_zone"], back: ["time_zone"]),
    ])
    func whatStandsAlone(edit: Edit) throws { try WeakeningEditTests().check(edit) }

    @Test func whatAPlanLeavesOutIsNamedWithThePlan() throws {
        let before = try WeakeningEditTests.set(WeakeningEditTests.base)
        let after = try WeakeningEditTests.edited(
            "entries: 9", "entries: 1, schedules: 0, auto_protections: 1")
        #expect(
            after.weakenings(replacing: before) == [
                "targets.shopping", "targets.social", "quiet_hours.nights",
                "auto_protection.guard", "plan",
            ])
        #expect(before.weakenings(replacing: after) == [])
    }

    @Test func everythingTaken() throws {
        let before = try WeakeningEditTests.set(WeakeningEditTests.base)
        let none = RuleSet.empty
        #expect(
            none.weakenings(replacing: before) == [
                "targets.shopping", "targets.social", "features.late", "features.night",
                "risk.factors.late_night", "risk.factors.often", "auto_protection.all",
                "unblock.wait",
            ])
        // The standard waits are longer before a planned unblock, and shorter before an impulse.
        #expect(before.weakenings(replacing: none) == ["unblock.wait", "keep", "plan"])
        #expect(none.weakenings(replacing: none) == [])
    }

    @Test func theSameInAnotherOrderWithCommentsAndQuotes() throws {
        let before = try WeakeningEditTests.set(WeakeningEditTests.base)
        #expect(
            try WeakeningEditTests.set(WeakeningEditTests.base).weakenings(replacing: before) == [])
        // Sections, entries and keys of entries the other way round, a comment at each line.
        let sections = WeakeningEditTests.base.split(separator: "\n").map(String.init)
            .reduce(into: [[String]]()) { sections, line in
                if line.first != " " { sections.append([]) }
                sections[sections.count - 1].append(line + " # a comment")
            }
        let reversed = sections.reversed().flatMap { section in
            section.count > 3 || section[0].hasPrefix("risk") || section[0].hasPrefix("feat")
                ? section : [section[0]] + section.dropFirst().reversed()
        }.joined(separator: "\n")
        let text = reversed.replacing(
            "{grant: 15m, wait: {planned: 10s, impulse: 30s}}",
            with: "{wait: {impulse: \"30s\", planned: '10s'}, grant: 15m}")
        #expect(text.hasPrefix("plan: mine") && text != WeakeningEditTests.base)
        let after = try WeakeningEditTests.set(text)
        #expect(after.weakenings(replacing: before) == [])
        #expect(before.weakenings(replacing: after) == [])
    }

    @Test func whatIsAddedWeakensNothing() throws {
        let before = try WeakeningEditTests.set(WeakeningEditTests.base)
        let after = try WeakeningEditTests.set(
            WeakeningEditTests.base
                .replacing("targets:\n", with: "targets:\n  new: {sites: [n.com]}\n")
                .replacing(
                    "quiet_hours:\n",
                    with: "quiet_hours:\n  new: {block: [new], ranges: [{time: \"01:00-02:00\"}]}\n"
                )
                .replacing(
                    "check_ins:\n", with: "check_ins:\n  new: {question: Q?, blocks: [new]}\n"
                )
                .replacing("budgets:\n", with: "budgets:\n  new: {target: new, limit: 1h}\n")
                .replacing("features:\n", with: "features:\n  new: \"true\"\n")
                .replacing("factors:\n", with: "factors:\n    new: {weight: 0.1, when: new}\n")
                .replacing(
                    "auto_protection:\n", with: "auto_protection:\n  new: {when: new}\n"))
        #expect(after.weakenings(replacing: before) == [])
        #expect(
            before.weakenings(replacing: after) == [
                "targets.new", "features.new", "risk.factors.new", "auto_protection.new",
            ])
    }

    /// A newer zone file on the machine is no edit of the rules.
    @Test func theSameZoneReadAgain() throws {
        let text = "time_zone: Europe/Berlin\n" + WeakeningEditTests.base
        let before = try WeakeningEditTests.set(text)
        let after = try WeakeningEditTests.set(
            text.replacing("nights: {", with: "nights: {time_zone: Europe/Berlin, "))
        #expect(after.weakenings(replacing: before) == [])
        #expect(before.weakenings(replacing: after) == [])
    }
}
