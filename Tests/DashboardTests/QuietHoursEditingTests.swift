import API
import Foundation
import RuleFiles
import Testing

@testable import Dashboard

/// Schedules that are made and changed.
@Suite struct QuietHoursEditingTests {
    /// A form as it is sent that is right.
    static func form(
        _ rules: EditableRules, _ changes: [String: [String]] = [:]
    ) -> [String: [String]] {
        let form = [
            "csrf": ["token"], "action": ["save"], "revision": [rules.revision],
            "name": ["Evenings"], "target": ["shopping"], "day-0": ["mon", "tue", "wed"],
            "start-0": ["20:00"], "end-0": ["22:00"], "except-0": [""], "zone": [""],
        ]
        return form.merging(changes) { $1 }
    }

    @Test func aNewScheduleIsWrittenAndPutIntoForce() throws {
        let rules = try EditableRules.small()
        let path = try rules.redirect(
            "quiet-hours/new",
            Self.form(
                rules,
                [
                    "strict": ["on"], "zone": [" Europe/London "], "day-1": ["sat"],
                    "start-1": ["22:00"], "end-1": ["00:00"],
                    "except-1": ["2026-12-26; 2027-01-02"], "start-2": ["09:00"],
                    "end-2": ["12:00"], "dates-2": ["2026-11-27..2026-11-30, 2026-12-24"],
                ]))
        #expect(path == "quiet-hours?done=added")
        #expect(
            rules.written?.schedule("evenings")
                == ScheduleEntry(
                    key: "evenings", name: "Evenings", block: ["shopping"],
                    ranges: [
                        RangeEntry(days: ["mon-wed"], time: "20:00-22:00"),
                        RangeEntry(
                            days: ["sat"], time: "22:00-24:00",
                            except: ["2026-12-26", "2027-01-02"]),
                        RangeEntry(
                            dates: ["2026-11-27..2026-11-30", "2026-12-24"], time: "09:00-12:00"),
                    ], timeZone: "Europe/London", isStrict: true))
        #expect(rules.written?.schedule("nights") != nil)
        let checked = rules.daemon.calls(of: RulesAPI.Check.self)
        #expect(checked.map(\.name) == ["90-tools.yaml"])
        #expect(checked.first?.text == rules.written?.text)
        #expect(rules.daemon.calls(of: RulesAPI.Reload.self).count == 1)
    }

    @Test func theFormBeginsWithANight() throws {
        let page = try EditableRules.small().page("quiet-hours/new")
        #expect(page.status == 200)
        #expect(page.html.contains(#"value="22:30""#))
        #expect(page.html.contains(#"value="06:30""#))
        #expect(page.html.components(separatedBy: " checked").count == 8)
        #expect(page.html.contains(#"<option value="Europe/Berlin">"#))
        #expect(page.html.contains(#"<input type="hidden" name="csrf" value="token">"#))
    }

    @Test func keysAreNobodyElses() throws {
        let rules = try EditableRules.small()
        rules.schedules.append(.sample("evenings"))
        rules.files["quiet_hours.evenings"] = rules.directory + "/10-mine.yaml:3"
        _ = try rules.redirect("quiet-hours/new", Self.form(rules))
        #expect(rules.written?.keys(of: .quietHours) == ["nights", "evenings_2"])
    }

    @Test(arguments: [Hostile.emoji, "🎁", "true", "<b>\"x\"</b>: {y}", "- a: [b"])
    func anyNameIsKept(_ name: String) throws {
        let rules = try EditableRules.small()
        _ = try rules.redirect("quiet-hours/new", Self.form(rules, ["name": [name]]))
        let names = rules.written?.schedules.compactMap(\.name)
        #expect(names?.contains(name) == true)
    }

    @Test func aNameOfTenThousandCharactersIsRefusedAndKept() throws {
        let rules = try EditableRules.small()
        let before = rules.written
        let page = try rules.refused(
            "quiet-hours/new", Self.form(rules, ["name": [Hostile.long]]))
        #expect(page.status == 422)
        #expect(page.html.contains(#"id="name-error""#))
        #expect(page.html.contains(#"value="\#(Hostile.long)""#))
        #expect(rules.written == before)
        #expect(rules.daemon.calls(of: RulesAPI.Reload.self).isEmpty)
    }

    @Test(arguments: [
        (["name": [" "]], "name", "Enter a name"),
        (["target": []], "target", "Choose at least one target."),
        (["day-0": []], "day-0", "Choose at least one day."),
        (["start-0": [""], "end-0": [""]], "start-0", "Enter a start time and an end time."),
        (["start-0": ["25:99"]], "start-0", "25:99"),
        (["start-0": ["20:00"], "end-0": ["20:00"]], "start-0", "20:00-20:00"),
        (["except-0": ["2026-12-24, soon"]], "except-0", "soon"),
        (["except-0": ["2026-02-30"]], "except-0", "2026-02-30"),
        (["dates-0": ["2026-12-31..2026-12-24"]], "dates-0", "2026-12-31..2026-12-24"),
        (["zone": ["Europe/Atlantis"]], "zone", "Europe/Atlantis"),
        (["target": ["nowhere"]], "target", "nowhere"),
        (["zone": [Hostile.html]], "zone", "there is no time zone"),
    ])
    func whatIsWrongIsSaidAtItsField(
        _ changes: [String: [String]], _ field: String, _ words: String
    ) throws {
        let rules = try EditableRules.small()
        let before = rules.written
        let page = try rules.refused("quiet-hours/new", Self.form(rules, changes))
        #expect(page.status == 422)
        #expect(!Hostile.isInjected(page.html))
        let error = try #require(page.html.range(of: #"<div id="\#(field)-error">"#))
        let told = page.html[error.upperBound...].prefix(600)
        #expect(told.contains(HTML.escaped(words)), "\(told)")
        #expect(page.html.components(separatedBy: " autofocus").count == 2)
        #expect(page.html.contains(#"aria-invalid="true""#))
        // The typed text is still there.
        if changes["name"] == nil { #expect(page.html.contains(#"value="Evenings""#)) }
        for typed in changes.values.joined() {
            #expect(page.html.contains(#"value="\#(HTML.escaped(typed))""#))
        }
        #expect(rules.written == before)
        #expect(rules.daemon.calls(of: RulesAPI.Reload.self).isEmpty)
    }

    @Test func faultsAreSaidAtTheRowThatWasTyped() throws {
        let rules = try EditableRules.small()
        // The second row is empty, so the third one is the second range.
        let page = try rules.refused(
            "quiet-hours/new",
            Self.form(
                rules,
                [
                    "start-1": [""], "end-1": [""], "except-1": [""], "day-2": ["fri"],
                    "start-2": ["21:00"], "end-2": ["99"], "except-2": [""],
                ]))
        #expect(page.html.contains(#"id="start-2-error""#))
        #expect(!page.html.contains(#"id="start-1-error""#))
        #expect(!page.html.contains(#"id="start-0-error""#))
    }

    @Test func rowsWithNothingInThemAreLeftOut() throws {
        let rules = try EditableRules.small()
        _ = try rules.redirect(
            "quiet-hours/new",
            Self.form(rules, ["start-1": [""], "end-1": [""], "except-1": [""]]))
        #expect(rules.written?.schedule("evenings")?.ranges.count == 1)
    }

    @Test func rowsComeAndGoWithoutAScript() throws {
        let rules = try EditableRules.small()
        let before = rules.written
        let more = try rules.refused(
            "quiet-hours/new", Self.form(rules, ["action": ["add-row"], "name": ["x<y"]]))
        #expect(more.status == 200)
        #expect(more.html.contains(#"id="start-1""#))
        #expect(more.html.contains("x&lt;y"))
        #expect(more.html.contains(#"value="remove-row-1""#))
        #expect(
            more.html.contains(
                #"id="day-1-0" name="day-1" value="mon" aria-label="Monday" autofocus"#))
        let less = try rules.refused(
            "quiet-hours/new",
            Self.form(
                rules,
                ["action": ["remove-row-0"], "start-1": ["09:00"], "end-1": ["10:00"]]))
        #expect(less.status == 200)
        #expect(less.html.contains(#"name="start-0" value="09:00""#))
        #expect(!less.html.contains("20:00"))
        #expect(!less.html.contains(#"id="start-1""#))
        #expect(rules.written == before)
    }

    @Test(arguments: ["remove-row-7", "remove-row--1", "remove-row-x", "nonsense"])
    func otherActionsSave(_ action: String) throws {
        let rules = try EditableRules.small()
        let path = try rules.redirect("quiet-hours/new", Self.form(rules, ["action": [action]]))
        #expect(path == "quiet-hours?done=added")
    }

    @Test func aThousandRowsAreNotRead() throws {
        let rules = try EditableRules.small()
        var form = Self.form(rules)
        for index in 0..<1000 { form["start-\(index)"] = ["0\(index % 10):00"] }
        #expect(ScheduleForm(form).rows.count == 500)
    }

    @Test func anEntryIsChangedAndTheRestKept() throws {
        let rules = try EditableRules.small()
        try rules.write { file in
            var entry = file.schedule("nights")
            entry?.isEnabled = false
            entry?.isStrict = true
            if let entry { try file.set(entry) }
        }
        let page = try rules.page("quiet-hours/nights/edit")
        #expect(page.html.contains(#"value="Quiet nights""#))
        #expect(page.html.contains(#"name="strict" value="on" checked"#))
        let path = try rules.redirect(
            "quiet-hours/nights/edit", Self.form(rules, ["name": ["Late"]]))
        #expect(path == "quiet-hours?done=saved")
        #expect(
            rules.written?.schedule("nights")
                == ScheduleEntry(
                    key: "nights", name: "Late", block: ["shopping"],
                    ranges: [RangeEntry(days: ["mon-wed"], time: "20:00-22:00")],
                    isStrict: false, isEnabled: false))
        #expect(rules.written?.target("shopping") != nil)
    }

    @Test func aFormThatIsSentAsItCameChangesNothing() throws {
        let rules = try EditableRules.small()
        try rules.write { file in
            try file.set(
                ScheduleEntry(
                    key: "nights", name: "Quiet nights", block: ["shopping"],
                    ranges: [
                        RangeEntry(days: ["sun-thu"], time: "22:30-24:00"),
                        RangeEntry(time: "00:00-06:30", except: ["2026-12-24", "2026-12-25"]),
                        RangeEntry(
                            dates: ["2026-11-27..2026-11-30", "2026-12-31"], time: "09:00-12:00"),
                    ], timeZone: "Europe/Berlin"))
        }
        let before = try #require(rules.written?.schedule("nights"))
        let form = ScheduleForm(before, revision: rules.revision)
        let after = form.entry("nights", before: before)
        #expect(after.ranges.map(\.time) == before.ranges.map(\.time))
        #expect(after.ranges.map(\.weekdays) == before.ranges.map(\.weekdays))
        #expect(after.ranges.map(\.except) == before.ranges.map(\.except))
        #expect(after.ranges.map(\.dates) == before.ranges.map(\.dates))
        #expect(after.ranges[2] == before.ranges[2])
        #expect(rules.written?.text.contains("2026-11-27..2026-11-30") == true)
        #expect(after.adds(to: before))
        #expect(before.adds(to: after))
        #expect(
            (after.name, after.timeZone, after.isStrict) == ("Quiet nights", "Europe/Berlin", nil))
    }

    @Test func whatChangedMeanwhileIsNotOverwritten() throws {
        let rules = try EditableRules.small()
        var form = Self.form(rules, ["name": ["Typed by hand"]])
        try rules.write { file in
            try file.set(ScheduleEntry(key: "other", block: ["shopping"], ranges: []))
        }
        for path in ["quiet-hours/new", "quiet-hours/nights/edit"] {
            let page = try rules.refused(path, form)
            #expect(page.status == 422)
            #expect(page.html.contains("changed the rules in the meantime"))
            #expect(page.html.contains("Typed by hand"))
            #expect(page.html.contains(#"value="\#(rules.revision)""#))
        }
        try rules.write { $0.remove("other", from: .quietHours) }
        form["revision"] = [rules.revision]
        #expect(try rules.redirect("quiet-hours/nights/edit", form).hasSuffix("done=saved"))
    }

    @Test func anEntryThatIsGoneMeanwhileIsNotLost() throws {
        let rules = try EditableRules.small()
        let form = Self.form(rules, ["name": ["Typed by hand"]])
        try rules.write { $0.remove("nights", from: .quietHours) }
        let page = try rules.refused("quiet-hours/nights/edit", form)
        #expect(page.status == 422)
        #expect(page.html.contains("Typed by hand"))
    }

    @Test func entriesOfOthersHaveNoForm() throws {
        let rules = try EditableRules.small()
        rules.schedules.append(.sample("mine"))
        rules.files["quiet_hours.mine"] = rules.directory + "/10-mine.yaml:3"
        for page in [
            try rules.page("quiet-hours/mine/edit"),
            try rules.refused("quiet-hours/mine/edit", Self.form(rules, ["revision": ["old"]])),
        ] {
            #expect(page.html.contains("10-mine.yaml, which you wrote. Edit it there."))
            #expect(!page.html.contains("<form"))
        }
        #expect(try rules.page("quiet-hours/nowhere/edit").status == 404)
        #expect(rules.written?.schedule("mine") == nil)
    }

    @Test func thePlanHasWordsInsteadOfAForm() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        let before = rules.written
        for page in [
            try rules.page("quiet-hours/new"), try rules.page("quiet-hours/nights/edit"),
            try rules.refused("quiet-hours/new", Self.form(rules)),
        ] {
            #expect(page.html.contains("but not edit or remove them"))
            #expect(page.html.contains("You can still write schedules"))
            #expect(!page.html.contains("<form"))
        }
        #expect(rules.written == before)
    }

    @Test func aScheduleIsAddedUpToTheLimitThoughNoneMayBeEdited() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        rules.plans = "plans: {free: {schedules: 2, edit_schedules: false}}\nplan: free\n"
        let before = try #require(rules.written).schedules.count
        #expect(try rules.page("quiet-hours/nights/edit").html.contains("but not edit or remove"))
        #expect(
            try rules.redirect("quiet-hours/new", Self.form(rules)) == "quiet-hours?done=added")
        #expect(rules.written?.schedules.count == before + 1)
    }

    @Test func anErrorOfAnotherFileIsToldOnTop() throws {
        let rules = try EditableRules.small()
        rules.otherRules = "budgets: {x: {target: nowhere, limit: 1h, per: day}}\n"
        let before = rules.written
        let page = try rules.refused("quiet-hours/new", Self.form(rules))
        #expect(page.status == 422)
        #expect(page.html.contains("Nothing was saved."))
        #expect(page.html.contains("10-mine.yaml:2"))
        #expect(page.html.contains(#"role="alert" tabindex="-1" autofocus"#))
        #expect(rules.written == before)
    }
}
