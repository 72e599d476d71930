import API
import Foundation
import Testing

@testable import Dashboard

/// The page of settings.
@Suite struct SettingsTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    // MARK: The look

    @Test func theThemeIsKept() throws {
        let home = try TemporaryHome()
        let site = try Site.forTests(home: home.path)
        let daemon = SettingsWorld().daemon
        #expect(
            try site.look("settings", daemon).tag(with: "value=\"system\"").contains(" checked"))
        for theme in ["dark", "light", "system"] {
            let path = site.follow("settings/theme", ["theme": theme], daemon)
            #expect(path == "settings?done=themeSaved")
            let page = try site.look("settings?done=themeSaved", daemon)
            #expect(page.has("The theme was saved."))
            #expect(page.has("data-theme=\"\(theme)\""))
            #expect(page.tag(with: "value=\"\(theme)\"").contains(" checked"))
            #expect(page.count(" checked") == 1)
        }
        let kept = try FileManager.default.attributesOfItem(
            atPath: home.path + "/.config/soteria/dashboard.json")
        #expect(kept[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["", "blue", "<b>"])
    func onlyAThemeCanBeChosen(theme: String) throws {
        let home = try TemporaryHome()
        let site = try Site.forTests(home: home.path)
        let page = try site.send("settings/theme", ["theme": theme], SettingsWorld().daemon)
        #expect(page.status == 422)
        #expect(page.has("Choose one of the three themes."))
        #expect(page.count("aria-invalid=\"true\"") == 3)
        #expect(page.count(" autofocus") == 1)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/.config/soteria"))
    }

    @Test func aThemeThatCannotBeKeptIsSaidToBeSo() throws {
        let home = try TemporaryHome()
        // A file where the directory should be.
        #expect(FileManager.default.createFile(atPath: home.path + "/.config", contents: nil))
        let site = try Site.forTests(home: home.path)
        let page = try site.send("settings/theme", ["theme": "dark"], SettingsWorld().daemon)
        #expect(page.status == 422)
        #expect(page.has("could not be saved in \(home.path)/.config/soteria/dashboard.json"))
    }

    // MARK: How use is counted

    @Test func whatTellsWhichWindowIsInFront() throws {
        var world = SettingsWorld()
        #expect(try !site.look("settings", world.daemon).has("How use is counted"))
        world.source = .init(front: "sway", idle: "wayland", estimated: false)
        let page = try site.look("settings", world.daemon)
        #expect(
            page.has(
                inOrder: "How use is counted", "What reports the window in front", ">sway<",
                "What reports whether you are there", ">wayland<"))
        #expect(!page.has("estimated") && !page.has("soteria doctor"))
        // A word of a later agent is shown as it is.
        world.source = .init(front: "portal-2", estimated: false)
        #expect(
            try site.look("settings", world.daemon).has(
                inOrder: ">portal-2<", ">the screen lock only<"))
    }

    @Test func timesThatAreEstimatedAreSaidToBeSo() throws {
        var world = SettingsWorld()
        world.source = .init(front: "estimate", estimated: true)
        #expect(
            try site.look("settings", world.daemon).has(
                inOrder: "How use is counted", ">none; use is estimated from the CPU time of apps<",
                "Times of apps are estimated: this desktop does not report which window is in "
                    + "front.", "soteria doctor"))
    }

    // MARK: The plan

    @Test func premiumAllowsAll() throws {
        let page = try site.look("settings", SettingsWorld().daemon)
        #expect(page.status == 200)
        #expect(
            page.has(
                inOrder: "Your plan: premium", "Sites, apps and programs", "as many as you like",
                "Editing schedules here", ">yes<", "Metrics for", "any time range", "Export",
                ">yes<"))
    }

    @Test func freeAllowsWhatTheFilesSay() throws {
        var world = SettingsWorld()
        world.plan = "free"
        let page = try site.look("settings", world.daemon)
        #expect(
            page.has(
                inOrder: "Your plan: free", "Sites, apps and programs", ">1<",
                "Quiet-hours schedules", ">1<", "Editing schedules here", ">no<",
                "Auto-protections", ">0<", "Metrics for", ">today, this week<",
                "Warnings of risky hours", ">no<", "Export", ">no<"))
    }

    /// The daemon's own file says the same as the page.
    @Test func theShippedPlansAreRead() throws {
        var world = SettingsWorld()
        world.plan = "free"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/RuleFiles/Defaults/plans.yaml").standardized
        world.sources = [
            .init(
                path: "default/plans.yaml", layer: 0,
                text: try String(contentsOf: file, encoding: .utf8))
        ]
        let page = try site.look("settings", world.daemon)
        #expect(page.has(inOrder: "Sites, apps and programs", ">1<", "Export", ">no<"))
    }

    @Test func aPlanOfOnesOwnIsReadFromItsFile() throws {
        var world = SettingsWorld()
        world.plan = "mine"
        world.sources.append(
            .init(
                path: "/home/ada/10.yaml", layer: 2,
                text: """
                    targets:
                      many: {sites_from: [/lists/many.txt]}
                    plans:
                      mine: {entries: 5}
                    quiet_hours: {}
                    """))
        // One that declares no plan at all, and one that is empty.
        world.sources.append(
            .init(path: "/home/ada/20.yaml", layer: 2, text: "targets: {x: {sites: [x.example]}}"))
        world.sources.append(.init(path: "/home/ada/30.yaml", layer: 2, text: ""))
        let page = try site.look("settings", world.daemon)
        #expect(page.has(inOrder: "Your plan: mine", "Sites, apps and programs", ">5<"))
    }

    /// Files from elsewhere end their lines otherwise.
    @Test func lineEndsOfAnyKindWillDo() throws {
        var world = SettingsWorld()
        world.plan = "free"
        world.sources[0].text = world.sources[0].text.replacing("\n", with: "\r\n")
        let page = try site.look("settings", world.daemon)
        #expect(page.has(inOrder: "Sites, apps and programs", ">1<", "Export", ">no<"))
    }

    @Test(arguments: ["gone", "it's", "a: b", "<script>alert(1)</script>"])
    func aPlanThatCannotBeReadIsNamed(plan: String) throws {
        var world = SettingsWorld()
        world.plan = plan
        let page = try site.look("settings", world.daemon)
        #expect(page.status == 200)
        #expect(page.has("Your plan: \(HTML.escaped(plan))"))
        #expect(page.has("but this page cannot show it"))
        #expect(!page.has("<script>alert"))
    }

    // MARK: What is told

    @Test func everyNotificationIsListed() throws {
        let page = try site.look("settings", SettingsWorld().daemon)
        #expect(
            page.has(
                inOrder: "You tried to open a blocked app or site",
                "Keep the block · planned · impulse", "The risk became high",
                "Auto-protection began", "Show why",
                "Bought · nothing bought · later; worth it · not worth it · later",
                "A check-in is due", "Yes · no", "An hour that has often been risky begins",
                "Protect for 1 h · not now",
                "End now · fine", "Dismiss"))
    }

    @Test func theNextRiskyHourIsSaid() throws {
        var world = SettingsWorld()
        world.prediction = .init(
            next: .init(
                weekday: 7, hour: 21, count: 5, of: 40, begins: "2026-11-22T21:00:00+01:00"),
            text: "5 of your last 40 unblocks fell into it.", enabled: true)
        let page = try site.look("settings", world.daemon)
        #expect(page.has("Next risky hour: Sun 21:00."))
        #expect(page.has("5 of your last 40 unblocks fell into it."))
        #expect(page.has("badge-success\">on<"))
    }

    @Test func withoutThePlanRiskyHoursAreNotTold() throws {
        var world = SettingsWorld()
        world.prediction = .init(enabled: false)
        let page = try site.look("settings", world.daemon)
        #expect(page.has("badge-neutral\">not in your plan"))
        #expect(page.has("No risky hour is expected within a week."))
    }

    // MARK: About

    @Test func itSaysWhereRulesAreReadFrom() throws {
        let page = try site.look("settings", SettingsWorld().daemon)
        #expect(page.has("Soteria \(Version.text)"))
        #expect(!page.has("These pages are from version"))
        #expect(
            page.has(
                inOrder: "/usr/share/soteria/rules.d", "shipped with Soteria",
                "/etc/soteria/rules.d", "Soteria does not notice changes here: no inotify",
                "/home/ada/.config/soteria/rules.d", "yours"))
        #expect(page.has("/nonexistent/.config/soteria/dashboard.json"))
    }

    @Test func anotherVersionOfTheDaemonIsSaid() throws {
        var world = SettingsWorld()
        world.version = "9.9.9"
        let page = try site.look("settings", world.daemon)
        #expect(page.has("Soteria 9.9.9"))
        #expect(page.has("These pages are from version \(Version.text)"))
    }

    @Test func nothingThatIsSaidElsewhereBecomesMarkup() throws {
        let hostile = #""><script>alert(1)</script>"#
        var world = SettingsWorld()
        world.version = hostile
        world.autoProtections[0].name = hostile
        world.autoProtections[0].rule = hostile
        world.autoProtections[0].condition = hostile
        world.autoProtections[0].targets = [hostile]
        world.autoProtections[0].until = hostile
        world.prediction = .init(
            next: .init(weekday: 1, hour: 1, count: 1, of: 1, begins: hostile), text: hostile,
            enabled: true)
        let page = try site.look("settings", world.daemon)
        #expect(!page.has("<script>alert"))
        #expect(!page.has(#"=""><"#))
    }

    @Test func thePageIsWhollyInTheCatalogue() throws {
        let site = try Site.forTests(texts: Texts.english().pseudo)
        let page = try site.look("settings", SettingsWorld().daemon)
        for english in [
            "Your", "Light", "Dark", "Save", "What", "When", "Events", "Requests", "Switch",
            "Export", "Backup", "About", "on<", "yes", "Soteria",
        ] {
            #expect(!page.has(">\(english)"), "\(english)")
        }
    }

    @Test func everyFormCarriesTheToken() throws {
        let page = try site.look("settings", SettingsWorld().daemon)
        #expect(page.count("<form") == 2)
        #expect(page.count("name=\"csrf\" value=\"token\"") == 2)
    }
}
