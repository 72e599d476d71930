import API
import Foundation
import RuleFiles
import Testing

@testable import Dashboard

/// Targets that are made.
@Suite struct PlacesAddingTests {
    private func form(
        _ rules: EditableRules, _ changes: [String: [String]] = [:]
    ) -> [String: [String]] {
        let form = [
            "action": ["save"], "revision": [rules.revision], "name": ["Games"],
            "sites": ["https://chess.com/play\r\nlichess.org, chess.com"],
            "app": ["org.gnome.Chess"], "programs": [""], "q": [""],
        ]
        return form.merging(changes) { $1 }
    }

    @Test func aTargetIsWrittenAndPutIntoForce() throws {
        let rules = try EditableRules.small()
        #expect(
            try rules.redirect(
                "places/new",
                form(rules, ["programs": ["/usr/games/dark chess\r\n\r\n/usr/games/x\r\n"]]))
                == "places?done=targetAdded")
        #expect(
            rules.written?.target("games")
                == TargetEntry(
                    key: "games", name: "Games", sites: ["chess.com", "lichess.org"],
                    apps: ["org.gnome.Chess"],
                    executables: ["/usr/games/dark chess", "/usr/games/x"]))
        #expect(rules.daemon.calls(of: RulesAPI.Reload.self).count == 1)
        #expect(try rules.page("places", query: ["done": "targetAdded"]).html.contains("toast"))
    }

    @Test func theFirstTargetOfAllMakesTheFile() throws {
        let rules = try EditableRules()
        try FileManager.default.removeItem(atPath: rules.directory)
        _ = try rules.redirect("places/new", form(rules))
        #expect(rules.written?.targets.map(\.key) == ["games"])
    }

    @Test(arguments: [
        (["name": [""]], "name", "Enter a name"),
        (["name": [Hostile.long]], "name", "characters"),
        (["sites": ["amazon"]], "sites", "not the full name of a site"),
        (["sites": [Hostile.html]], "sites", "&lt;script&gt;"),
        (["app": ["a b"]], "app", "not a valid application id"),
        (["programs": ["chess"]], "programs", "not an absolute path"),
    ])
    func whatIsWrongIsSaidAtItsField(
        _ changes: [String: [String]], _ field: String, _ words: String
    ) throws {
        let rules = try EditableRules.small()
        let before = rules.written
        let page = try rules.refused("places/new", form(rules, changes))
        #expect(page.status == 422)
        #expect(!Hostile.isInjected(page.html))
        let error = try #require(page.html.range(of: #"<div id="\#(field)-error">"#))
        #expect(page.html[error.upperBound...].prefix(600).contains(words))
        #expect(page.html.components(separatedBy: " autofocus").count == 2)
        for typed in changes.values.joined() where !typed.isEmpty {
            #expect(page.html.contains(HTML.escaped(typed)))
        }
        #expect(rules.written == before)
    }

    @Test func everySiteThatIsNoneIsSaid() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused("places/new", form(rules, ["sites": ["one\ntwo\nok.com"]]))
        #expect(page.html.contains("&quot;one&quot; is not the full name of a site"))
        #expect(page.html.contains("&quot;two&quot; is not the full name of a site"))
        #expect(!page.html.contains("&quot;ok.com&quot;"))
        #expect(page.html.contains("one\ntwo\nok.com</textarea>"))
    }

    @Test func aNameThatIsMissingIsSaidBesideThem() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused(
            "places/new", form(rules, ["name": [" "], "sites": ["amazon"]]))
        #expect(page.html.contains(#"<div id="name-error">"#))
        #expect(page.html.contains(#"<div id="sites-error">"#))
        #expect(page.html.components(separatedBy: " autofocus").count == 2)
    }

    @Test func aTargetHasAPlace() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused("places/new", form(rules, ["sites": [""], "app": []]))
        #expect(page.status == 422)
        #expect(page.html.contains("Nothing was saved."))
        #expect(page.html.contains(#"role="alert" tabindex="-1" autofocus"#))
    }

    @Test func whatChangedMeanwhileKeepsWhatWasTyped() throws {
        let rules = try EditableRules.small()
        let page = try rules.refused("places/new", form(rules, ["revision": ["old"]]))
        #expect(page.status == 422)
        #expect(page.html.contains("changed the rules in the meantime"))
        #expect(page.html.contains(#"value="Games""#))
        #expect(page.html.contains(#"value="org.gnome.Chess" checked"#))
    }

    @Test func thePlanAllowsOne() throws {
        let rules = try EditableRules()
        rules.plan = "free"
        let shown = try rules.page("places/new")
        #expect(shown.html.contains("allows 1 app or site in total. You have 0."))
        let page = try rules.refused("places/new", form(rules))
        #expect(page.status == 422)
        #expect(page.html.contains(#"value="Games""#))
        #expect(rules.written == nil)
        #expect(
            try rules.redirect("places/new", form(rules, ["sites": ["chess.com"], "app": []]))
                == "places?done=targetAdded")
        rules.targets = [.sample(sites: ["chess.com"], apps: [])]
        for full in [try rules.page("places/new"), try rules.refused("places/new", form(rules))] {
            #expect(full.html.contains("before you add another"))
            #expect(!full.html.contains("<form"))
        }
    }

    // MARK: - Installed apps

    private func installed(_ rules: EditableRules, _ names: [String]) throws {
        let directory = rules.home + "/applications"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        for (index, name) in names.enumerated() {
            let text = """
                [Desktop Entry]
                Type=Application
                Name=\(name)
                Comment=Number \(index) of them
                Exec=x

                """
            try text.write(
                toFile: "\(directory)/org.example.App\(index).desktop", atomically: false,
                encoding: .utf8)
        }
    }

    @Test func appsAreFoundByWordsWithoutAccents() throws {
        let rules = try EditableRules.small()
        try installed(rules, ["Café Éclair", "Chess", "<b>Shop</b>"])
        let some = try rules.page("places/target/shopping", query: ["q": "CAFE eclair"]).html
        #expect(some.contains("Café Éclair"))
        #expect(some.contains(#"name="app" value="org.example.App0""#))
        #expect(!some.contains("Chess"))
        #expect(some.contains(#"name="q" value="CAFE eclair""#))
        let all = try rules.page("places/target/shopping", query: ["q": ""]).html
        #expect(all.contains("Chess"))
        #expect(all.contains("&lt;b&gt;Shop&lt;/b&gt;"))
        #expect(all.contains("Number 1 of them · org.example.App1"))
        let none = try rules.page("places/target/shopping", query: ["q": "zzz"]).html
        #expect(none.contains("No installed app matches."))
        let unasked = try rules.page("places/target/shopping").html
        #expect(!unasked.contains("Chess"))
    }

    @Test func whatBelongsToItIsNotAddedTwice() throws {
        let rules = try EditableRules.small()
        try installed(rules, ["Chess"])
        _ = try rules.redirect("places/target/shopping/add", ["app": ["org.example.App0"]])
        let html = try rules.page("places/target/shopping", query: ["q": "chess"]).html
        #expect(html.contains("Already added"))
        #expect(!html.contains(#"name="app" value="org.example.App0""#))
    }

    @Test func ofManyAppsSomeAreShown() throws {
        let rules = try EditableRules.small()
        try installed(rules, (100..<150).map { "App \($0)" })
        let html = try rules.page("places/new").html
        #expect(html.contains("App 139"))
        #expect(!html.contains("App 140"))
        #expect(html.contains("10 more apps match."))
        let searched = try rules.page("places/new", query: ["q": "App 149"]).html
        #expect(searched.contains("App 149"))
        #expect(!searched.contains("App 139"))
    }

    @Test func enterInTheSearchSearchesAndElsewhereSaves() throws {
        let rules = try EditableRules.small()
        let searched = try rules.refused(
            "places/new",
            form(rules, ["action": ["enter"], "q": ["chess"], "searched": [""]]))
        #expect(searched.status == 200)
        #expect(searched.html.contains(#"name="searched" value="chess""#))
        #expect(rules.written?.target("games") == nil)
        #expect(
            try rules.redirect(
                "places/new",
                form(rules, ["action": ["enter"], "q": ["chess"], "searched": ["chess"]]))
                == "places?done=targetAdded")
    }

    @Test func aSearchKeepsWhatWasTyped() throws {
        let rules = try EditableRules.small()
        try installed(rules, ["Chess", "Shop"])
        let before = rules.written
        let page = try rules.refused(
            "places/new",
            form(
                rules,
                ["action": ["search"], "q": ["chess"], "app": ["org.example.App1", "gone.App"]]))
        #expect(page.status == 200)
        #expect(page.html.contains(#"value="Games""#))
        #expect(page.html.contains("lichess.org, chess.com</textarea>"))
        #expect(page.html.contains(#"value="org.example.App1" checked> Shop"#))
        #expect(page.html.contains(#"value="gone.App" checked> gone.App"#))
        #expect(page.html.contains(#"value="org.example.App0"> Chess"#))
        #expect(page.html.contains(#"name="q" value="chess" type="search" autofocus"#))
        #expect(rules.written == before)
    }
}
