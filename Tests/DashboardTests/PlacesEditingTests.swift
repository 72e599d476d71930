import API
import Foundation
import RuleFiles
import Testing

@testable import Dashboard

/// Targets of the tools' file that are changed.
@Suite struct PlacesEditingTests {
    @Test(arguments: [
        (["site": ["https://www.Etsy.com/de?x=1"]], TargetPlace.site("etsy.com")),
        (["app": ["org.gnome.Chess"]], .app("org.gnome.Chess")),
        (["program": [" /usr/games/supertux2 "]], .executable("/usr/games/supertux2")),
    ])
    func aPlaceIsAdded(_ form: [String: [String]], _ place: TargetPlace) throws {
        let rules = try EditableRules.small()
        #expect(
            try rules.redirect("places/target/shopping/add", form)
                == "places/target/shopping?done=added")
        let entry = try #require(rules.written?.target("shopping"))
        switch place {
        case .site(let host): #expect(entry.sites == ["amazon.com", "ebay.com", host])
        case .app(let id): #expect(entry.apps == ["org.gnome.Shop", id])
        case .executable(let path): #expect(entry.executables == [path])
        }
        #expect(rules.daemon.calls(of: RulesAPI.Reload.self).count == 1)
    }

    @Test(arguments: [
        ("site", "amazon", "not the full name of a site"), ("site", "", "enter a site"),
        ("site", "EBAY.com", "This is already in the target."),
        ("site", Hostile.html, "&lt;script&gt;"), ("program", "supertux2", "not an absolute path"),
    ])
    func whatIsNoPlaceIsSaidAtItsField(
        _ field: String, _ typed: String, _ words: String
    ) throws {
        let rules = try EditableRules.small()
        let before = rules.written
        let page = try rules.refused("places/target/shopping/add", [field: [typed]])
        #expect(page.status == 422)
        #expect(!Hostile.isInjected(page.html))
        let error = try #require(page.html.range(of: #"<div id="\#(field)-error">"#))
        #expect(page.html[error.upperBound...].prefix(400).contains(words))
        #expect(page.html.contains(#"value="\#(HTML.escaped(typed))""#))
        #expect(page.html.components(separatedBy: " autofocus").count == 2)
        #expect(rules.written == before)
    }

    @Test func anAppThatIsNoneIsToldOnTop() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused("places/target/shopping/add", ["app": ["a b/c"]])
        #expect(page.status == 422)
        #expect(page.html.contains(#"role="alert""#))
        #expect(try rules.refused("places/target/shopping/add", [:]).status == 404)
    }

    @Test func whatTheRulesRefuseIsSaidOnceWhereItWasTyped() throws {
        let rules = try EditableRules.small()
        let before = rules.written
        rules.otherRules = "budgets: {x: {target: nowhere, limit: 1h, per: day}}\n"
        let page = try rules.refused("places/target/shopping/add", ["site": ["etsy.com"]])
        #expect(page.status == 422)
        #expect(page.html.components(separatedBy: "nowhere&quot;").count == 2)
        #expect(page.html.contains(#"<div id="site-error">"#))
        #expect(page.html.contains(#"value="etsy.com""#))
        #expect(!page.html.contains(#"role="alert""#))
        #expect(rules.written == before)
        let app = try rules.refused("places/target/shopping/add", ["app": ["org.gnome.Chess"]])
        #expect(app.html.contains(#"role="alert""#))
        #expect(app.html.contains("10-mine.yaml:2"))
    }

    @Test func whatRefusesTheFileIsSaidAtTheSettings() throws {
        let rules = try EditableRules.small()
        rules.reload = { () throws(CallFailure) in
            throw .refused(RulesAPI.StoreUnavailable(reason: "the disk is full"))
        }
        let text = try String(contentsOfFile: rules.toolsFile, encoding: .utf8)
        let page = try rules.refused(
            "places/target/shopping/settings",
            ["revision": [rules.revision], "name": ["Shops"], "on-block": ["stop"]])
        #expect(page.status == 422)
        #expect(page.html.contains("could not be recorded: the disk is full"))
        #expect(page.html.contains(#"value="Shops""#))
        #expect(page.html.contains(#"value="stop" checked"#))
        #expect(try String(contentsOfFile: rules.toolsFile, encoding: .utf8) == text)
    }

    @Test func whatWaitsIsSaidSo() throws {
        let rules = try EditableRules.small()
        rules.weakeningWaits = 7200
        rules.reload = { () throws(CallFailure) in
            [
                RulesAPI.PendingEdit(
                    edit: 3, kind: .files, weakens: ["targets.shopping"],
                    since: EditableRules.now, until: "2026-07-15T16:30:00+02:00")
            ]
        }
        #expect(
            try rules.page("places/target/shopping").html.contains("take effect 2 h later."))
        #expect(
            try rules.redirect("places/target/shopping/remove", ["site": ["ebay.com"]])
                == "places/target/shopping?done=savedWaits")
        #expect(
            try rules.redirect("places/target/shopping/remove", ["app": ["org.gnome.Shop"]])
                == "places/target/shopping?done=savedWaits")
    }

    @Test func thePlanIsFull() throws {
        let rules = try EditableRules.small()
        rules.plan = "free"
        let before = rules.written
        let page = try rules.refused(
            "places/target/shopping/add", ["site": ["etsy.com"]])
        #expect(page.status == 422)
        #expect(page.html.contains("allows 1 app or site in total. You have 4."))
        #expect(rules.written == before)
        #expect(rules.daemon.calls(of: RulesAPI.Check.self).isEmpty)
    }

    @Test(arguments: [
        (["site": ["ebay.com"]], ["amazon.com"], ["org.gnome.Shop"]),
        (["app": ["org.gnome.Shop"]], ["amazon.com", "ebay.com"], []),
    ])
    func aPlaceIsTakenOut(
        _ form: [String: [String]], _ sites: [String], _ apps: [String]
    ) throws {
        let rules = try EditableRules.small()
        #expect(
            try rules.redirect("places/target/shopping/remove", form)
                == "places/target/shopping?done=placeRemoved")
        #expect(rules.written?.target("shopping")?.sites == sites)
        #expect(rules.written?.target("shopping")?.apps == apps)
    }

    @Test func theLastPlaceStays() throws {
        let rules = try EditableRules.small()
        try rules.write { file in
            try file.set(TargetEntry(key: "shopping", sites: ["amazon.com"]))
        }
        let page = try rules.refused("places/target/shopping/remove", ["site": ["amazon.com"]])
        #expect(page.status == 422)
        #expect(page.html.contains("Nothing was saved."))
        #expect(rules.written?.target("shopping")?.sites == ["amazon.com"])
    }

    @Test func whatIsNotThereIsSaidSo() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused("places/target/shopping/remove", ["site": ["etsy.com"]])
        #expect(page.status == 422)
        #expect(page.html.contains("changed the rules in the meantime"))
        #expect(try rules.refused("places/target/shopping/remove", [:]).status == 404)
    }

    @Test func underSomethingStrictNothingIsTakenOut() throws {
        let rules = try EditableRules.small()
        rules.states = [Self.strict(["2026-07-15T18:00:00+02:00", "2026-07-16T06:30:00+02:00"])]
        let before = rules.written
        let removed = try rules.refused(
            "places/target/shopping/remove", ["site": ["ebay.com"]])
        #expect(removed.status == 422)
        #expect(removed.html.contains("cannot be weakened until Thursday"))
        let weaker = try rules.refused(
            "places/target/shopping/settings",
            ["revision": [rules.revision], "name": ["Shops"], "on-block": ["notify"]])
        #expect(weaker.html.contains("cannot be weakened until Thursday"))
        #expect(weaker.html.contains(#"value="Shops""#))
        let page = try rules.page("places/target/shopping/delete")
        #expect(page.html.contains("“Shopping” cannot be removed now."))
        #expect(rules.written == before)
        #expect(
            try rules.redirect("places/target/shopping/add", ["site": ["etsy.com"]])
                .hasSuffix("added"))
    }

    @Test func somethingStrictWithoutAnEndIsSaidSo() throws {
        let rules = try EditableRules.small()
        rules.states = [Self.strict(["2026-07-15T18:00:00+02:00", nil])]
        let page = try rules.refused("places/target/shopping/remove", ["site": ["ebay.com"]])
        #expect(page.html.contains("A strict rule is active, so this cannot be weakened now."))
    }

    private static func strict(_ ends: [String?]) -> ProtectionAPI.TargetState {
        ProtectionAPI.TargetState(
            target: "shopping", name: "Shopping", blocked: true, strict: true,
            restrictions: ends.map {
                ProtectionAPI.Restriction(
                    kind: .quietHours, rule: "nights", name: "Nights", until: $0, strict: true)
            }
                + [
                    ProtectionAPI.Restriction(
                        kind: .budget, rule: "b", name: "B",
                        until: "2027-01-01T00:00:00+01:00", strict: false)
                ], monitored: true, sites: 1, apps: 1)
    }

    @Test func settingsAreSaved() throws {
        let rules = try EditableRules.small()
        #expect(
            try rules.redirect(
                "places/target/shopping/settings",
                [
                    "revision": [rules.revision], "name": [" Shops "], "on-block": ["stop"],
                    "kill": ["on"],
                ]) == "places/target/shopping?done=saved")
        #expect(
            rules.written?.target("shopping")
                == TargetEntry(
                    key: "shopping", name: "Shops", sites: ["amazon.com", "ebay.com"],
                    apps: ["org.gnome.Shop"], onBlock: "stop", kill: true))
        #expect(
            try rules.redirect(
                "places/target/shopping/settings",
                [
                    "revision": [rules.revision], "name": ["Shops"], "on-block": ["freeze"],
                    "kill": ["on"],
                ]) == "places/target/shopping?done=saved")
        #expect(rules.written?.target("shopping")?.onBlock == "freeze")
        #expect(rules.written?.target("shopping")?.kill == nil)
    }

    @Test(arguments: [
        (["name": [""]], "Enter a name"), (["name": [Hostile.long]], "name-error"),
        (["on-block": ["explode"]], "explode"),
    ])
    func settingsThatAreWrongAreSaidAtTheirFields(
        _ changes: [String: [String]], _ words: String
    ) throws {
        let rules = try EditableRules.small()
        let before = rules.written
        let form = ["revision": [rules.revision], "name": ["Shops"], "on-block": ["freeze"]]
        let page = try rules.refused(
            "places/target/shopping/settings", form.merging(changes) { $1 })
        #expect(page.status == 422)
        #expect(page.html.contains(words))
        #expect(rules.written == before)
    }

    @Test func settingsOfAnotherFileAreNotOverwritten() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused(
            "places/target/shopping/settings",
            ["revision": ["old"], "name": ["Typed"], "on-block": ["stop"]])
        #expect(page.status == 422)
        #expect(page.html.contains("changed the rules in the meantime"))
        #expect(page.html.contains(#"value="Typed""#))
        #expect(rules.written?.target("shopping")?.name == "Shopping")
    }

    @Test func aTargetIsRemoved() throws {
        let rules = try EditableRules.small()
        try rules.write { $0.remove("nights", from: .quietHours) }
        let page = try rules.page("places/target/shopping/delete")
        #expect(page.html.contains("This removes “Shopping”, with all its apps and sites"))
        #expect(
            try rules.redirect(
                "places/target/shopping/delete", ["revision": [rules.revision]])
                == "places?done=removed")
        #expect(rules.written?.target("shopping") == nil)
    }

    @Test func aTargetThatAScheduleNamesStays() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused(
            "places/target/shopping/delete", ["revision": [rules.revision]])
        #expect(page.status == 422)
        #expect(page.html.contains("the rules would have errors without it"))
        #expect(page.html.contains("90-tools.yaml:"))
        #expect(rules.written?.target("shopping") != nil)
        let old = try rules.refused("places/target/shopping/delete", ["revision": ["old"]])
        #expect(old.html.contains("Check again what would be removed."))
    }
}
