import RuleFiles
import RuleModel
import Testing

@Suite struct MergingTests {
    /// Loads texts of layers 0, 1, 2… one each, named after their layer.
    private func layers(_ texts: String...) -> RuleLoadResult {
        RuleLoader(zones: zones).load(
            sources: texts.enumerated().map {
                RuleText(path: "layer\($0).yaml", layer: $0, text: $1)
            })
    }

    @Test func mapsMergeScalarsAndListsReplace() throws {
        let loading = layers(
            "targets: {shopping: {name: Shopping, sites: [amazon.com, ebay.com]}}",
            "targets: {shopping: {sites: [etsy.com]}, games: {apps: [a.b]}}",
            "targets: {shopping: {name: Shops}}")
        #expect(loading.rendered(color: false) == "")
        let targets = try #require(loading.ruleSet).targets
        #expect(targets.map(\.key) == ["games", "shopping"])
        #expect(targets[1].name == "Shops")
        #expect(targets[1].sites == ["etsy.com"])
    }

    @Test func nullRemovesAKey() throws {
        let loading = layers(
            "targets: {a: {sites: [a.com], apps: [x.y]}, b: {sites: [b.com]}}\nplan: premium",
            "targets: {a: {apps: null}, b: ~}\nplan: null")
        #expect(loading.rendered(color: false) == "")
        let targets = try #require(loading.ruleSet).targets
        #expect(targets.map(\.key) == ["a"])
        #expect(targets[0].apps.isEmpty)
    }

    @Test func aRemovedKeyCanBeSetAgainAbove() throws {
        let loading = layers(
            "targets: {a: {sites: [a.com]}}", "targets: {a: null}", "targets: {a: {apps: [x.y]}}")
        let targets = try #require(loading.ruleSet).targets
        #expect(targets.map(\.sites) == [[]] && targets.map(\.apps) == [["x.y"]])
    }

    @Test func aQuotedNullIsAText() throws {
        let set = try ruleSet("targets: {a: {name: \"null\", sites: [a.com]}}")
        #expect(set.targets[0].name == "null")
    }

    @Test func nullThatRemovesNothingIsAWarning() {
        let loading = layers("targets: {shopping: {sites: [a.com]}}", "targets: {shoping: null}")
        #expect(
            lines(loading) == [
                "layer1.yaml:1:11: warning: there is no \"targets.shoping\", so null removes "
                    + "nothing; "
                    + "did you mean \"shopping\"?"
            ])
        #expect(loading.ruleSet != nil)
    }

    /// A file that was cut off after `targets:` must not remove the targets.
    @Test func anEmptyValueRemovesNothing() {
        let loading = layers("targets: {a: {sites: [a.com]}}", "version: 1\ntargets:\n")
        #expect(loading.ruleSet == nil)
        #expect(
            lines(loading) == [
                "layer1.yaml:2:1: error: \"targets:\" is empty; to remove the entries that other "
                    + "files set, write null"
            ])
    }

    @Test func oneKeyInTwoFilesOfOneDirectoryIsAnError() {
        let loading = load(
            "targets: {shopping: {sites: [a.com]}, games: {apps: [x.y]}}\n",
            "targets: {shopping: {sites: [b.com], apps: [c.d]}}\nplan: free\n",
            "plan: premium\n")
        #expect(
            loading.rendered(color: false) == """
                b.yaml:1:22: error: "targets.shopping.sites" is set in two files of one directory
                targets: {shopping: {sites: [b.com], apps: [c.d]}}
                                     ^
                a.yaml:1:22: note: also set here
                c.yaml:1:1: error: "plan" is set in two files of one directory
                plan: premium
                ^
                b.yaml:2:1: note: also set here
                2 errors

                """)
    }

    @Test func twoFilesOfOneDirectoryMayShareAMap() throws {
        let loading = load(
            "targets: {shopping: {sites: [a.com]}}", "targets: {shopping: {name: Shops}}",
            "targets: {games: {apps: [x.y]}}")
        #expect(loading.rendered(color: false) == "")
        #expect(try #require(loading.ruleSet).targets.map(\.name) == ["games", "Shops"])
    }

    @Test func errorsOfAllFilesAreToldAtOnce() {
        let loading = load("plan: fre", "tagets: {}", "a: [b\n")
        #expect(
            lines(loading) == [
                "a.yaml:1:7: error: there is no plan \"fre\"; did you mean \"free\"?",
                "b.yaml:1:1: error: unknown key \"tagets\"; did you mean \"targets\"?",
                "c.yaml:2:1: error: this list is not closed; expected \",\" or \"]\"",
            ])
    }

    @Test func theVersionBelongsToTheFile() {
        #expect(load("version: 1\nplan: free", "version: 1").ruleSet != nil)
        for (written, found) in [
            ("2", "\"2\""), ("1.0", "\"1.0\""), ("[1]", "a list"), ("", "nothing"),
        ] {
            let loading = load("version: \(written)\nplan: free")
            #expect(loading.ruleSet == nil)
            #expect(
                lines(loading).first?.hasSuffix(
                    "error: expected version 1 (the only version), found \(found)") == true)
        }
    }

    @Test func theMergedSetSaysWhereEachPartIsFrom() {
        let loading = layers(
            "targets: {shopping: {name: Shopping, sites: [amazon.com]}}\nfeatures: {late: "
                + "local.hour >= 22}",
            """
            targets:
              shopping:
                name: "Shops: all"
              games: {apps: [a.b]}
            plan: premium
            """)
        #expect(
            loading.merged.rendered() == """
                version: 1

                targets:
                  shopping:  # from layer1.yaml:2
                    name: "Shops: all"
                    sites: [amazon.com]  # from layer0.yaml:1
                  games:  # from layer1.yaml:4
                    apps: [a.b]

                features:
                  late: "local.hour >= 22"  # from layer0.yaml:2

                plan: premium  # from layer1.yaml:5

                """)
        #expect(
            loading.merged.json() == """
                {"rules": {"targets": {"shopping": {"name": "Shops: all", "sites": \
                ["amazon.com"]}, \
                "games": {"apps": ["a.b"]}}, "features": {"late": "local.hour >= 22"}, \
                "plan": "premium"}, "from": {"targets.shopping": "layer1.yaml:2", \
                "targets.shopping.name": "layer1.yaml:3", "targets.shopping.sites": \
                "layer0.yaml:1", \
                "targets.games": "layer1.yaml:4", "targets.games.apps": "layer1.yaml:4", \
                "features.late": "layer0.yaml:2", "plan": "layer1.yaml:5"}}
                """)
    }

    @Test func theMergedSetLoadsToTheSameSet() throws {
        let text = """
            targets: {a: {name: "yes: \\"no\\" # \\u00e4\\n", sites: [a.com, "ä.com"]}}
            quiet_hours:
              n: {block: [a], ranges: [{time: 22:00-06:00, days: "mon,tue"}], strict: true}
            features: {x: "local.hour > 1 && 'a' == \\"b\\""}
            risk: {factors: {late_night: null, mine: {weight: 0.125, when: "!x"}}}
            """.replacing("\\n", with: "")
        let loading = load(text)
        let first = try #require(loading.ruleSet)
        let again = RuleLoader(zones: zones).load(
            sources: [RuleText(path: "cat.yaml", layer: 0, text: loading.merged.rendered())])
        #expect(again.rendered(color: false) == "")
        let second = try #require(again.ruleSet)
        #expect(first.targets == second.targets)
        #expect(first.quietHours == second.quietHours)
        #expect(first.risk.factors.map(\.text) == second.risk.factors.map(\.text))
        #expect(first.risk.factors.map(\.weight) == second.risk.factors.map(\.weight))
        #expect(first.unblock == second.unblock && first.plan == second.plan)
        #expect(
            again.merged.json().prefix { $0 != "f" } == again.merged.json().prefix { $0 != "f" })
    }
}
