import API
import Foundation
import RuleFiles
import Testing

@testable import Dashboard

/// The page of all targets.
@Suite struct PlacesPageTests {
    @Test func withoutTargetsItLeadsToTheFirst() throws {
        let page = try EditableRules().page("places")
        #expect(page.status == 200)
        #expect(page.html.contains("You have no targets yet."))
        #expect(page.html.contains(#"href="/s-1/places/new""#))
    }

    @Test func aTargetIsShownWithItsUse() throws {
        let rules = try EditableRules.small()
        rules.targets = [
            .sample(
                blocked: true, names: [TargetsAPI.PlaceName(site: "ebay.com", name: "The bay")],
                executables: ["/usr/games/dark chess"])
        ]
        rules.use = [
            UsageAPI.TargetUse(
                target: "shopping", name: "Shopping", seconds: 4320, running: false)
        ]
        let html = try rules.page("places").html
        #expect(html.contains("3 sites, 1 app, 1 program"))
        #expect(html.contains("amazon.com, The bay, etsy.com, org.gnome.Shop, dark chess"))
        #expect(html.contains("Used 1 h 12 min today"))
        #expect(html.contains(#"<span class="badge badge-blocked">Blocked</span>"#))
        #expect(html.contains(#"href="/s-1/places/target/shopping""#))
    }

    @Test(arguments: [
        (TargetsAPI.Target.sample(monitored: false, blocked: true), "Not monitored"),
        (.sample(), "Open"), (.sample(blocked: true), "Blocked"),
    ])
    func aTargetSaysHowItStands(_ target: TargetsAPI.Target, _ words: String) throws {
        let rules = try EditableRules.small()
        rules.targets = [target]
        #expect(try rules.page("places").html.contains(">\(words)</span>"))
    }

    @Test func ofAMillionSitesTheNumberIsTold() throws {
        let rules = try EditableRules.small()
        rules.targets = [
            .sample(
                sites: (0..<100).map { "site\($0).example" }, siteCount: 1_000_000, apps: [])
        ]
        let all = try rules.page("places").html
        #expect(all.contains("1,000,000 sites"))
        #expect(all.contains("and more"))
        #expect(!all.contains("site7.example"))
        let one = try rules.page("places/target/shopping").html
        #expect(one.contains("site99.example"))
        #expect(one.contains("and 999,900 more."))
    }

    /// They have no name of their own, and are removed in the rule file.
    @Test func exceptionsAreListed() throws {
        let rules = try EditableRules.small()
        var target = TargetsAPI.Target.sample()
        target.exceptSites = ["business.amazon.com"]
        rules.targets = [target]
        let page = try rules.page("places/target/shopping").html
        #expect(page.contains("Sites that are left out"))
        #expect(page.contains("<p>business.amazon.com</p>"))
        #expect(!page.contains(#"value="business.amazon.com""#))
        rules.targets = [.sample()]
        let other = try rules.page("places/target/shopping").html
        #expect(!other.contains("Sites that are left out"))
    }

    @Test func whatWasUsedLatelyIsTold() throws {
        let rules = try EditableRules.small()
        rules.targets = [
            .sample(names: [TargetsAPI.PlaceName(site: "amazon.com", name: "The river")])
        ]
        rules.sessions = [
            session("2026-07-15T14:00:00+02:00", [.init(site: "amazon.com")]),
            session("2026-07-14T21:00:00+02:00", [.init(site: "amazon.com")]),
            session("2026-07-13T09:00:00+02:00", [.init(app: "org.gnome.Shop")]),
            session("2026-07-12T09:00:00+02:00", [.init()]),
        ]
        let html = try rules.page("places").html
        #expect(html.contains("Used in the last seven days"))
        #expect(html.contains("2 times, last 14:00"))
        #expect(html.contains("The river"))
        #expect(html.contains("Once, 13 Jul 09:00"))
        let asked = rules.daemon.calls(of: UsageAPI.Sessions.self)
        #expect(
            asked == [
                .init(from: "2026-07-08T14:30:00+02:00", limit: 500, newestFirst: true)
            ])
    }

    @Test func aRecordThatCannotBeReadHidesNoTarget() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(UsageAPI.Today.self) { _ throws(CallFailure) in
            throw .refused(UsageAPI.StoreUnavailable(reason: "damaged"))
        }
        rules.daemon.onMore(UsageAPI.Sessions.self) { _ in
            throw CallFailure.refused(UsageAPI.StoreUnavailable(reason: "damaged"))
        }
        let page = try rules.page("places")
        #expect(page.status == 200)
        #expect(page.html.contains("Shopping"))
        #expect(!page.html.contains("Used in the last seven days"))
    }

    @Test func theFreePlanIsTold() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        rules.targets = [.sample("games", name: "Games", sites: ["chess.com"], apps: [])]
        let html = try rules.page("places").html
        #expect(html.contains("Your plan, “free”, allows 1 app or site in total. You have 1."))
        #expect(!html.contains("places/new"))
        #expect(html.contains("does not cover these, so they are not in force: Shopping."))
        let out = try rules.page("places/target/shopping")
        #expect(out.status == 200)
        #expect(out.html.contains("does not cover this target"))
        #expect(out.html.contains("places/target/shopping/delete"))
    }

    @Test func textsOfPeopleStayTexts() throws {
        for text in [Hostile.html, Hostile.emoji, Hostile.long] {
            let rules = try EditableRules.small()
            rules.targets = [
                .sample(
                    text, name: text, sites: [text], apps: [text],
                    names: [TargetsAPI.PlaceName(site: text, name: text)], executables: [text]),
                .sample(name: text),
            ]
            rules.sessions = [session(text, [.init(site: text)], target: text)]
            for path in ["places", "places/target/shopping"] {
                let html = try rules.page(path).html
                #expect(!Hostile.isInjected(html))
                #expect(html.contains(HTML.escaped(text)))
            }
            #expect(try rules.page("places").html.contains("target/\(text.asPathPart)\""))
        }
    }

    @Test func everyWordComesFromTheCatalogue() throws {
        let english = try Texts.english()
        let rules = try EditableRules.small()
        for path in ["places", "places/new", "places/target/shopping"] {
            let html = try rules.page(path, query: ["q": ""], texts: english.pseudo).html
            for (key, text) in english.sections["places"] ?? [:] where text.contains(" ") {
                #expect(!html.contains(">\(HTML.escaped(text))<"), "\(path): \(key)")
            }
        }
    }

    private func session(
        _ at: String, _ places: [UsageAPI.Place], target: String = "shopping"
    ) -> UsageAPI.Session {
        UsageAPI.Session(
            session: 1, target: target, places: places, at: at, seconds: 60, requests: [],
            running: false)
    }
}

/// Switches and names on the page of a target.
@Suite struct PlacesTargetTests {
    @Test func aTargetOfTheToolsCanBeEdited() throws {
        let html = try EditableRules.small().page("places/target/shopping").html
        #expect(html.contains("its apps are frozen"))
        #expect(html.contains("places/target/shopping/add"))
        #expect(html.contains("places/target/shopping/settings"))
        #expect(html.contains("places/target/shopping/delete"))
        // A site that only comes from a list in the file cannot be removed here.
        #expect(html.components(separatedBy: "/remove\"").count == 4)
        #expect(html.components(separatedBy: "/name\"").count == 5)
    }

    @Test func aTargetOfAnotherFileIsEditedThereAndNamedHere() throws {
        let rules = try EditableRules.small()
        rules.targets = [.sample("mine", sites: ["amazon.com", "*.ads.example"])]
        rules.files["targets.mine"] = rules.directory + "/10-mine.yaml:3"
        let html = try rules.page("places/target/mine").html
        #expect(html.contains("10-mine.yaml, which you wrote. Edit it there."))
        #expect(!html.contains("places/target/mine/add"))
        #expect(!html.contains("places/target/mine/remove"))
        #expect(html.contains("places/target/mine/monitored"))
        // An entry for subdomains only has no name.
        #expect(html.components(separatedBy: "/name\"").count == 3)
    }

    @Test func whatIsNowhereHasNoPage() throws {
        #expect(try EditableRules.small().page("places/target/nowhere").status == 404)
        #expect(try EditableRules.small().page("places/target/nowhere/delete").status == 404)
    }

    @Test(arguments: [
        (false, nil, "unmonitored"), (false, "x", "offWaits"), (true, nil, "monitored"),
    ])
    func monitoringIsSwitched(_ isOn: Bool, _ pending: String?, _ done: String) throws {
        let rules = try EditableRules.small()
        rules.daemon.on(TargetsAPI.SetMonitored.self) { _ throws(CallFailure) in
            .init(target: .sample(), pendingUntil: pending)
        }
        let path = try rules.redirect(
            "places/target/shopping/monitored", ["monitored": [isOn ? "on" : "off"]])
        #expect(path == "places/target/shopping?done=\(done)")
        #expect(
            rules.daemon.calls(of: TargetsAPI.SetMonitored.self)
                == [.init(target: "shopping", monitored: isOn)])
        let toast = try rules.page("places/target/shopping", query: ["done": done]).html
        #expect(toast.contains("toast-success"))
    }

    @Test func whatIsStrictSaysUntilWhen() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(TargetsAPI.SetMonitored.self) { _ throws(CallFailure) in
            throw .refused(TargetsAPI.Strict(until: "2026-07-16T06:30:00+02:00"))
        }
        let page = try rules.refused("places/target/shopping/monitored", ["monitored": ["off"]])
        #expect(page.status == 422)
        #expect(page.html.contains("cannot be weakened until Thursday"))
    }

    @Test func whatWaitsIsLeftOn() throws {
        let rules = try EditableRules.small()
        rules.pendingEdits = [
            RulesAPI.PendingEdit(
                edit: 4, kind: .switch, weakens: ["targets.shopping"],
                since: EditableRules.now, until: "2026-07-16T14:30:00+02:00")
        ]
        let html = try rules.page("places/target/shopping").html
        #expect(html.contains("Keep monitoring"))
        #expect(html.contains("still in force until Thu 14:30"))
    }

    @Test func aPlaceIsNamedAndItsNameForgotten() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(TargetsAPI.SetName.self) { _ throws(CallFailure) in .init(targets: []) }
        #expect(
            try rules.redirect(
                "places/target/shopping/name", ["site": ["amazon.com"], "name": [" River "]])
                == "places/target/shopping?done=named")
        #expect(
            try rules.redirect(
                "places/target/shopping/name", ["app": ["/usr/games/x"], "name": [" "]])
                == "places/target/shopping?done=nameForgotten")
        #expect(
            rules.daemon.calls(of: TargetsAPI.SetName.self) == [
                .init(site: "amazon.com", name: "River"), .init(app: "/usr/games/x"),
            ])
        #expect(try rules.refused("places/target/shopping/name", [:]).status == 404)
    }

    @Test func aNameThatIsNoneIsSaidAtItsField() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(TargetsAPI.SetName.self) { asked throws(CallFailure) in
            throw .refused(
                TargetsAPI.InvalidName(
                    name: asked.name ?? "", problem: "a name has at most 200 characters"))
        }
        let page = try rules.refused(
            "places/target/shopping/name", ["site": ["ebay.com"], "name": [Hostile.long]])
        #expect(page.status == 422)
        #expect(page.html.contains("<details open>"))
        #expect(page.html.contains(#"<div id="name-sites-1-error">"#))
        #expect(page.html.contains("a name has at most 200 characters"))
        #expect(page.html.contains(#"value="\#(Hostile.long)""#))
    }

    @Test func aPlaceThatIsGoneIsToldOnTop() throws {
        let rules = try EditableRules.small()
        rules.daemon.on(TargetsAPI.SetName.self) { _ throws(CallFailure) in
            throw .refused(TargetsAPI.NoSuchPlace(place: "gone.com"))
        }
        let page = try rules.refused(
            "places/target/shopping/name", ["site": ["gone<b>.com"], "name": ["x"]])
        #expect(page.html.contains("gone&lt;b&gt;.com no longer belongs to any target."))
    }

    @Test(arguments: [
        (TargetsAPI.Enforcement.freeze, false, "its apps are frozen"),
        (.stop, false, "its apps are asked to close.<"),
        (.stop, true, "after ten seconds are forced to"), (.notify, false, "its apps keep running"),
    ])
    func whatBecomesOfItsAppsIsSaid(
        _ enforcement: TargetsAPI.Enforcement, _ isKilling: Bool, _ words: String
    ) throws {
        let rules = try EditableRules.small()
        rules.targets[0].enforcement = enforcement
        rules.targets[0].kill = isKilling
        #expect(try rules.page("places/target/shopping").html.contains(words))
        rules.targets[0].apps = []
        rules.targets[0].appCount = 0
        #expect(try rules.page("places/target/shopping").html.contains("its sites show a page"))
    }
}
