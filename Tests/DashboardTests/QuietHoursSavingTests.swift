import API
import Foundation
import RuleFiles
import Testing

@testable import Dashboard

/// The outcomes of saving, beyond the check of the rules.
@Suite struct QuietHoursSavingTests {
    private let pending = RulesAPI.PendingEdit(
        edit: 9, kind: .files, weakens: ["quiet_hours.nights"], since: EditableRules.now,
        until: "2026-07-16T14:30:00+02:00")

    private func form(_ rules: EditableRules) -> [String: [String]] {
        QuietHoursEditingTests.form(rules)
    }

    @Test func whatWeakensAndWaitsIsSaidSo() throws {
        let rules = try EditableRules.small()
        let pending = pending
        rules.reload = { () throws(CallFailure) in [pending] }
        #expect(
            try rules.redirect("quiet-hours/nights/edit", form(rules))
                == "quiet-hours?done=savedWaits")
        let toast = try rules.page("quiet-hours", query: ["done": "savedWaits"]).html
        #expect(toast.contains("Those that weaken the rules"))
    }

    @Test func whatWaitedBeforeIsNothingNew() throws {
        let rules = try EditableRules.small()
        let pending = pending
        rules.pendingEdits = [pending]
        rules.reload = { () throws(CallFailure) in [pending] }
        #expect(
            try rules.redirect("quiet-hours/nights/edit", form(rules))
                == "quiet-hours?done=saved")
    }

    @Test func whatIsRefusedAtTheEndIsTakenBack() throws {
        let rules = try EditableRules.small()
        let before = try #require(rules.written)
        rules.reload = { () throws(CallFailure) in
            throw .refused(
                RulesAPI.RulesRefused(
                    errors: 1,
                    diagnostics: [
                        RulesAPI.Diagnostic(
                            severity: .error, message: "8 edits are already waiting <b>",
                            file: "/x/10-mine.yaml", notes: [])
                    ]))
        }
        let page = try rules.refused("quiet-hours/new", form(rules))
        #expect(page.status == 422)
        #expect(page.html.contains("8 edits are already waiting &lt;b&gt;"))
        #expect(page.html.contains("/x/10-mine.yaml"))
        #expect(page.html.contains(#"value="Evenings""#))
        #expect(rules.written == before)
    }

    @Test func whatIsTakenBackIsTheSameToTheByte() throws {
        let rules = try EditableRules.small()
        let text =
            "# mine\nversion: 1\ntargets:\n  shopping: {sites: [ amazon.com ]} # and this\n"
        try text.write(toFile: rules.toolsFile, atomically: false, encoding: .utf8)
        rules.reload = { () throws(CallFailure) in
            throw .refused(RulesAPI.RulesRefused(errors: 0, diagnostics: []))
        }
        #expect(try rules.refused("quiet-hours/new", form(rules)).status == 422)
        #expect(try String(contentsOfFile: rules.toolsFile, encoding: .utf8) == text)
    }

    @Test func aFileThatWasNotThereIsGoneAgain() throws {
        let rules = try EditableRules.small()
        try FileManager.default.removeItem(atPath: rules.toolsFile)
        rules.otherRules = "targets: {shopping: {sites: [amazon.com]}}\n"
        rules.reload = { () throws(CallFailure) in
            throw .refused(RulesAPI.StoreUnavailable(reason: "full"))
        }
        #expect(try rules.refused("quiet-hours/new", form(rules)).status == 422)
        #expect(!FileManager.default.fileExists(atPath: rules.toolsFile))
    }

    @Test func whatCannotBeRecordedIsTakenBack() throws {
        let rules = try EditableRules.small()
        let before = try #require(rules.written)
        rules.reload = { () throws(CallFailure) in
            throw .refused(RulesAPI.StoreUnavailable(reason: "the disk is full"))
        }
        let page = try rules.refused("quiet-hours/new", form(rules))
        #expect(page.html.contains("could not be recorded: the disk is full"))
        #expect(rules.written == before)
    }

    @Test func aDaemonThatGoesMeanwhileHasItsPage() throws {
        let rules = try EditableRules.small()
        rules.reload = { () throws(CallFailure) in throw .timedOut }
        let page = try rules.refused("quiet-hours/new", form(rules))
        #expect(page.status == 503)
    }

    @Test func aFileThatIsNotTheToolsIsLeftAlone() throws {
        let rules = try EditableRules.small()
        try FileManager.default.removeItem(atPath: rules.toolsFile)
        try FileManager.default.createSymbolicLink(
            atPath: rules.toolsFile, withDestinationPath: "/dev/null")
        let shown = try rules.page("quiet-hours/new")
        #expect(shown.html.contains("is a link to /dev/null, so nothing can be saved"))
        var form = form(rules)
        form["revision"] = [""]
        let page = try rules.refused("quiet-hours/new", form)
        #expect(page.status == 422)
        #expect(page.html.contains("is a link to /dev/null, so nothing can be saved"))
        #expect(rules.daemon.calls(of: RulesAPI.Check.self).isEmpty)
    }

    @Test func withoutADirectoryNothingIsSaved() throws {
        let rules = try EditableRules.small()
        rules.hasDirectory = false
        #expect(try rules.page("quiet-hours").html.contains("no directory for your rules"))
        var form = form(rules)
        form["revision"] = [""]
        let page = try rules.refused("quiet-hours/new", form)
        #expect(page.status == 422)
        #expect(page.html.contains("no directory for your rules"))
    }

    @Test func whatRunsStrictlyIsNotWeakened() throws {
        let rules = try EditableRules.small()
        rules.schedules = [.sample(strict: true, active: true, end: "2026-07-16T06:30:00+02:00")]
        let before = rules.written
        let page = try rules.refused("quiet-hours/nights/edit", form(rules))
        #expect(page.status == 422)
        #expect(page.html.contains("cannot be weakened until Thursday"))
        #expect(rules.written == before)
    }

    @Test func whatRunsStrictlyIsMadeStricter() throws {
        let rules = try EditableRules.small()
        rules.schedules = [.sample(strict: true, active: true)]
        var form = form(rules)
        form["day-0"] = ["sun", "mon", "tue", "wed", "thu", "fri"]
        form["start-0"] = ["22:30"]
        form["end-0"] = ["06:30"]
        #expect(
            try rules.redirect("quiet-hours/nights/edit", form) == "quiet-hours?done=saved")
    }

    @Test func whatAddsIsToldFromWhatTakesAway() {
        let old = ScheduleEntry(
            key: "a", block: ["x", "y"],
            ranges: [RangeEntry(days: ["mon-fri"], time: "22:00-06:00", except: ["2026-12-24"])],
            isStrict: true)
        func changed(_ change: (inout ScheduleEntry) -> Void) -> Bool {
            var entry = old
            change(&entry)
            return entry.adds(to: old)
        }
        #expect(changed { _ in })
        #expect(changed { $0.name = "Other" })
        #expect(changed { $0.block.append("z") })
        #expect(changed { $0.ranges.append(RangeEntry(time: "09:00-10:00")) })
        #expect(changed { $0.ranges[0].days = ["daily"] })
        #expect(changed { $0.ranges[0].except = [] })
        #expect(!changed { ($0.ranges[0].days, $0.ranges[0].dates) = (nil, ["2026-12-24"]) })
        #expect(!changed { $0.block = ["x"] })
        #expect(!changed { $0.ranges = [] })
        #expect(!changed { $0.ranges[0].days = ["mon-thu"] })
        #expect(!changed { $0.ranges[0].time = "22:00-05:00" })
        #expect(!changed { $0.ranges[0].except.append("2026-12-25") })
        #expect(!changed { $0.timeZone = "Asia/Tokyo" })
        #expect(!changed { $0.isStrict = nil })
        #expect(!changed { $0.isEnabled = false })
    }

    @Test func whatAddsToDates() {
        func entry(_ range: RangeEntry) -> ScheduleEntry {
            ScheduleEntry(key: "a", block: ["x"], ranges: [range])
        }
        let time = "22:00-06:00"
        let old = entry(RangeEntry(dates: ["2026-12-24"], time: time))
        #expect(entry(RangeEntry(dates: ["2026-12-31", "2026-12-24"], time: time)).adds(to: old))
        #expect(entry(RangeEntry(time: time)).adds(to: old))
        #expect(!entry(RangeEntry(dates: ["2026-12-31"], time: time)).adds(to: old))
        #expect(!entry(RangeEntry(days: ["thu"], time: time)).adds(to: old))
        #expect(!entry(RangeEntry(time: time, except: ["2026-12-24"])).adds(to: old))
    }
}

/// Schedules that are removed.
@Suite struct QuietHoursRemovalTests {
    @Test func itIsAskedFirst() throws {
        let rules = try EditableRules.small()
        let page = try rules.page("quiet-hours/nights/delete")
        #expect(page.status == 200)
        #expect(page.html.contains("This removes “Quiet nights”, with all its times"))
        #expect(page.html.contains("As soon as you remove this"))
        #expect(page.html.contains("Keep them"))
        #expect(rules.written?.schedule("nights") != nil)
    }

    @Test func whatWaitsIsSaidBefore() throws {
        let rules = try EditableRules.small()
        rules.weakeningWaits = 86400
        let page = try rules.page("quiet-hours/nights/delete")
        #expect(page.html.contains("the removal takes effect 1 d later"))
    }

    @Test func itIsRemoved() throws {
        let rules = try EditableRules.small()
        let path = try rules.redirect(
            "quiet-hours/nights/delete", ["revision": [rules.revision]])
        #expect(path == "quiet-hours?done=removed")
        #expect(rules.written?.schedule("nights") == nil)
        #expect(rules.written?.target("shopping") != nil)
    }

    @Test func aFormOfAnotherFileRemovesNothing() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused("quiet-hours/nights/delete", ["revision": ["old"]])
        #expect(page.status == 422)
        #expect(page.html.contains("Check again what would be removed."))
        #expect(rules.written?.schedule("nights") != nil)
    }

    @Test func whatRunsStrictlyStays() throws {
        let rules = try EditableRules.small()
        rules.schedules = [.sample(strict: true, active: true)]
        for page in [
            try rules.page("quiet-hours/nights/delete"),
            try rules.refused("quiet-hours/nights/delete", ["revision": [rules.revision]]),
        ] {
            #expect(page.html.contains("“Quiet nights” cannot be removed now."))
            #expect(!page.html.contains("<form"))
        }
        #expect(rules.written?.schedule("nights") != nil)
    }

    @Test(arguments: ["mine", "nowhere"])
    func othersHaveNoSuchPage(_ key: String) throws {
        let rules = try EditableRules.small()
        rules.schedules.append(.sample("mine"))
        rules.files["quiet_hours.mine"] = "/etc/soteria/rules.d/x.yaml:1"
        #expect(try rules.page("quiet-hours/\(key)/delete").status == 404)
        #expect(
            try rules.refused("quiet-hours/\(key)/delete", ["revision": [rules.revision]]).status
                == 404)
    }

    @Test func thePlanHasNoSuchPage() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        #expect(try rules.page("quiet-hours/nights/delete").status == 404)
    }
}
