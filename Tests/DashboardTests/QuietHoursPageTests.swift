import API
import Foundation
import RuleFiles
import Testing

@testable import Dashboard

/// The page of all schedules.
@Suite struct QuietHoursPageTests {
    @Test func withoutSchedulesItLeadsToTheFirst() throws {
        let rules = try EditableRules()
        let page = try rules.page("quiet-hours")
        #expect(page.status == 200)
        #expect(page.html.contains("You have no quiet hours yet."))
        #expect(page.html.contains(#"href="/s-1/quiet-hours/new""#))
        #expect(!page.html.contains("<svg class=\"chart"))
    }

    @Test func aScheduleIsShownWithItsWeek() throws {
        let rules = try EditableRules.small()
        let html = try rules.page("quiet-hours").html
        #expect(html.contains(#"id="quiet-week-picture""#))
        #expect(html.contains("Quiet nights"))
        #expect(html.contains("Sun–Thu, 22:30–06:30"))
        #expect(html.contains("Next start: 22:30"))
        #expect(html.contains("22:30 to 06:30"))
        #expect(html.contains("Shopping"))
        #expect(html.contains(#"href="/s-1/quiet-hours/nights/edit""#))
        #expect(html.contains(#"href="/s-1/quiet-hours/nights/delete""#))
        #expect(html.contains(#"value="off""#))
        #expect(rules.daemon.calls(of: QuietHoursAPI.Next.self).map(\.count) == [6])
    }

    @Test(arguments: [
        (
            QuietHoursAPI.Schedule.sample(active: true, end: "2026-07-15T18:00:00+02:00"),
            "Active until 18:00"
        ), (.sample(active: true, end: nil), "Active, with no known end"),
        (.sample(enabled: false, start: nil, end: nil), "Off"),
        (.sample(enabled: false, switched: true, start: nil, end: nil), "Switched off"),
        (.sample(start: nil, end: nil), "Never starts again"),
        (.sample(start: "2026-07-18T09:00:00+02:00"), "Next start: Sat 09:00"),
        (.sample(strict: true), "Strict"),
        (.sample(zone: "America/New_York"), "Time zone: America/New_York"),
    ])
    func aScheduleSaysHowItStands(_ schedule: QuietHoursAPI.Schedule, _ words: String) throws {
        let rules = try EditableRules.small()
        rules.schedules = [schedule]
        let html = try rules.page("quiet-hours").html
        #expect(html.contains(words))
    }

    @Test func whatIsSwitchedOffCanBeSwitchedOnAndIsNotInThePicture() throws {
        let rules = try EditableRules.small()
        rules.schedules = [.sample(), .sample("work", name: "Work", enabled: false)]
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("Switched off, so not shown here: Work."))
        #expect(html.contains(#"value="on""#))
        let summary = "The schedule that is switched on"
        #expect(html.contains(summary))
    }

    @Test func whatWaitsIsTold() throws {
        let rules = try EditableRules.small()
        rules.pendingEdits = [
            RulesAPI.PendingEdit(
                edit: 4, kind: .switch, weakens: ["quiet_hours.nights"],
                since: EditableRules.now, until: "2026-07-16T14:30:00+02:00"),
            RulesAPI.PendingEdit(
                edit: 5, kind: .files, weakens: ["quiet_hours.nights", "quiet_hours.other"],
                since: EditableRules.now, until: "2026-07-17T14:30:00+02:00"),
            RulesAPI.PendingEdit(
                edit: 6, kind: .files, weakens: ["quiet_hours.other"],
                since: EditableRules.now, until: "2026-07-18T14:30:00+02:00"),
            RulesAPI.PendingEdit(
                edit: 7, kind: .files, weakens: ["quiet_hours.nights"],
                since: EditableRules.now, until: "2026-07-19T14:30:00+02:00",
                timeZone: "Asia/Tokyo"),
        ]
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("Switched off, but still in force until Thu 14:30."))
        #expect(html.contains("on hold until Fri 14:30"))
        #expect(html.contains("Until Sun 14:30, times in Asia/Tokyo also apply."))
        #expect(!html.contains("Sat 14:30"))
        // Switching it on cancels a pending switch-off.
        #expect(html.contains("Keep switched on"))
        #expect(html.contains(#"value="on""#))
    }

    @Test func entriesOfOtherFilesAreEditedThere() throws {
        let rules = try EditableRules.small()
        rules.schedules = [.sample(), .sample("mine"), .sample("company")]
        rules.files = [
            "quiet_hours.mine": rules.directory + "/10-mine.yaml:3",
            "quiet_hours.company": "/etc/soteria/rules.d/10-company.yaml:9",
        ]
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("This is set in \(rules.directory)/10-mine.yaml, which you wrote."))
        #expect(html.contains("This is set in /etc/soteria/rules.d/10-company.yaml, which came"))
        #expect(html.contains("quiet-hours/nights/edit"))
        #expect(!html.contains("quiet-hours/mine/edit"))
        #expect(!html.contains("quiet-hours/company/delete"))
        #expect(html.contains("quiet-hours/mine/switch"))
    }

    @Test func theFreePlanIsToldInsteadOfForms() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("Your plan, “free”, allows 1 schedule."))
        #expect(html.contains("you can add schedules up to the limit"))
        #expect(html.contains("switch them on and off here, but not edit or remove them"))
        #expect(html.contains("quiet-hours/nights/switch"))
        #expect(!html.contains("quiet-hours/nights/edit"))
        #expect(!html.contains("quiet-hours/new"))
    }

    @Test func whatThePlanLeavesOutIsTold() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        rules.schedules = [.sample("lunch", name: "Lunch")]
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("not in force: Quiet nights."))
    }

    @Test func aPlanOfOnesOwnAllowsWhatItSays() throws {
        let rules = try EditableRules.small()
        rules.plan = "family"
        rules.plans = "plans: {family: {schedules: 3}}\nplan: family\n"
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("Your plan, “family”, allows 3 schedules."))
        #expect(html.contains("quiet-hours/nights/edit"))
    }

    /// The plan that is whole as it is shipped can be made smaller, too.
    @Test func premiumAllowsWhatTheFilesSay() throws {
        let rules = try EditableRules.small()
        rules.plans = "plans: {premium: {schedules: 2, edit_schedules: false}}\n"
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("Your plan, “premium”, allows 2 schedules."))
        #expect(html.contains("quiet-hours/new"), "one more may be added")
        #expect(!html.contains("quiet-hours/nights/edit"))
    }

    /// A page leaves unreadable input to the daemon to refuse.
    @Test(arguments: ["", "plans: {free: {}}", "plans: [", "plans: {'it''s': {schedules: -1}}"])
    func aPlanThatCannotBeReadForbidsNothing(plans: String) throws {
        let rules = try EditableRules.small()
        rules.plan = "it's"
        rules.plans = plans
        let page = try rules.page("quiet-hours")
        #expect(page.status == 200)
        #expect(!page.html.contains("Your plan"))
        #expect(page.html.contains("quiet-hours/new"))
    }

    @Test func rulesThatAreNotInForceAreToldFirst() throws {
        let rules = try EditableRules.small()
        rules.isRefused = true
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("the previous rules stay in force"))
        #expect(html.contains(#"href="/s-1/rules""#))
    }

    @Test func aFileThatCannotBeReadStopsEditingOnly() throws {
        let rules = try EditableRules.small()
        try "targets: [".write(toFile: rules.toolsFile, atomically: false, encoding: .utf8)
        let html = try rules.page("quiet-hours").html
        #expect(html.contains("90-tools.yaml cannot be read"))
        #expect(html.contains("Quiet nights"))
        #expect(html.contains("quiet-hours/nights/switch"))
        #expect(!html.contains("quiet-hours/nights/edit"))
    }

    @Test func textsOfPeopleStayTexts() throws {
        for text in [Hostile.html, Hostile.emoji, Hostile.long] {
            let rules = try EditableRules.small()
            rules.targets = [.sample(name: text)]
            rules.schedules = [
                .sample(name: text, zone: text), .sample(text, name: text),
            ]
            rules.files = ["quiet_hours.nights": "/\(text)/10-mine.yaml"]
            let html = try rules.page("quiet-hours").html
            #expect(!Hostile.isInjected(html))
            #expect(html.contains(HTML.escaped(text)))
        }
    }

    @Test func everyWordComesFromTheCatalogue() throws {
        let english = try Texts.english()
        let rules = try EditableRules.small()
        rules.schedules.append(.sample("work", enabled: false))
        let paths = [
            "quiet-hours", "quiet-hours/new", "quiet-hours/nights/edit",
            "quiet-hours/nights/delete",
        ]
        for path in paths {
            let html = try rules.page(path, texts: english.pseudo).html
            for (key, text) in english.sections["quietHours"] ?? [:] where text.contains(" ") {
                #expect(!html.contains(">\(HTML.escaped(text))<"), "\(path): \(key)")
            }
        }
    }
}

/// The switch of a schedule.
@Suite struct QuietHoursSwitchTests {
    @Test(arguments: [
        (false, nil, "switchedOff"), (false, "x", "offWaits"), (true, nil, "switchedOn"),
    ])
    func itIsSwitched(_ isOn: Bool, _ pending: String?, _ done: String) throws {
        let rules = try EditableRules.small()
        rules.daemon.on(QuietHoursAPI.SetEnabled.self) { asked throws(CallFailure) in
            .init(schedule: .sample(), pendingUntil: pending)
        }
        let path = try rules.redirect(
            "quiet-hours/nights/switch", ["enabled": [isOn ? "on" : "off"]])
        #expect(path == "quiet-hours?done=\(done)")
        #expect(
            rules.daemon.calls(of: QuietHoursAPI.SetEnabled.self)
                == [.init(schedule: "nights", enabled: isOn)])
        let toast = try rules.page("quiet-hours", query: ["done": done]).html
        #expect(toast.contains("toast-success"))
    }

    @Test func whatIsStrictSaysUntilWhen() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(QuietHoursAPI.SetEnabled.self) { _ throws(CallFailure) in
            throw .refused(QuietHoursAPI.Strict(until: "2026-07-16T06:30:00+02:00"))
        }
        let page = try rules.refused("quiet-hours/nights/switch", ["enabled": ["off"]])
        #expect(page.status == 422)
        #expect(page.html.contains("cannot be weakened until Thursday"))
        #expect(page.html.contains("06:30"))
        #expect(page.html.contains(#"id="schedule-nights-error""#))
    }

    @Test func aScheduleThatIsGoneIsToldOnTop() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(QuietHoursAPI.SetEnabled.self) { asked throws(CallFailure) in
            throw .refused(QuietHoursAPI.NoSuchSchedule(schedule: asked.schedule))
        }
        let page = try rules.refused("quiet-hours/gone/switch", ["enabled": ["off"]])
        #expect(page.status == 422)
        #expect(page.html.contains("The schedule “gone” no longer exists."))
    }

    @Test func aDaemonThatGoesIsThePageOfTheDaemon() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(QuietHoursAPI.SetEnabled.self) { _ throws(CallFailure) in
            throw .disconnected
        }
        let page = try rules.refused("quiet-hours/nights/switch", ["enabled": ["off"]])
        #expect(page.status == 503)
    }
}
