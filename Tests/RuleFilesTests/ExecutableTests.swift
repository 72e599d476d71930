import RuleFiles
import RuleModel
import Testing

/// `executables`, `on_block` and `kill`: what of a target runs on this machine, and what is done
/// with it.
@Suite struct ExecutableTests {
    @Test func everythingIsTakenOver() throws {
        let set = try ruleSet(
            """
            targets:
              games:
                name: Games
                apps: [steam]
                executables: [/usr/games/supertux2, "/opt/My Game/run"]
                on_block: stop
                kill: true
            """)
        let target = set.targets[0]
        #expect(target.apps == ["steam"])
        #expect(target.executables == ["/usr/games/supertux2", "/opt/My Game/run"])
        #expect(target.enforcement == .stop && target.kill && target.hasPrograms)
    }

    /// Freezing is what holds where nothing else is said.
    @Test func whatIsLeftOut() throws {
        let set = try ruleSet("targets: {a: {executables: [/usr/bin/mpv]}, b: {sites: [b.com]}}")
        #expect(set.targets.map(\.enforcement) == [.freeze, .freeze])
        #expect(set.targets.map(\.kill) == [false, false])
        #expect(set.targets.map(\.onThaw) == [.freeze, .freeze])
        #expect(set.targets.map(\.hasPrograms) == [true, false])
        #expect(set.targets[0].apps.isEmpty && set.targets[0].sites.isEmpty)
    }

    @Test(arguments: [
        "/usr/games/supertux2", "/a", "/usr/bin/[", "/usr/bin/ls]", "/opt/Ä b/Spiel (1)",
        "/opt/a..b/..c/d.", "/home/a/.local/bin/x", "/" + String(repeating: "a", count: 1023),
    ])
    func paths(path: String) throws {
        let set = try ruleSet("targets: {a: {executables: [\"\(path)\"]}}")
        #expect(set.targets[0].executables == [path])
    }

    @Test(arguments: [
        ("steam", "is not an absolute path", "/usr/bin/steam"),
        ("google-chrome-stable", "is not an absolute path", "/usr/bin/google-chrome-stable"),
        ("org.gnome.Maps", "is not an absolute path", "/usr/bin/org.gnome.Maps"),
        ("bin/steam", "is not an absolute path", nil), ("./steam", "is not an absolute path", nil),
        ("~/bin/steam", "is not an absolute path", nil),
        ("$HOME/steam", "is not an absolute path", nil),
        ("", "is not an absolute path", nil), (".", "is not an absolute path", nil),
        ("a b", "is not an absolute path", nil), ("/", "is a directory", nil),
        ("/usr/games/", "is a directory", nil), ("/usr/games/*", "is a pattern", nil),
        ("/usr/games/super?ux", "is a pattern", nil), ("/usr/[a-z]/x", "is a pattern", nil),
        ("//usr/bin/mpv", "is not the shortest form", "/usr/bin/mpv"),
        ("/usr//bin/mpv", "is not the shortest form", "/usr/bin/mpv"),
        ("/usr/./bin/mpv", "is not the shortest form", "/usr/bin/mpv"),
        ("/usr/games/../bin/mpv", "is not the shortest form", "/usr/bin/mpv"),
        ("/../../usr/bin/mpv", "is not the shortest form", "/usr/bin/mpv"),
        ("/usr/bin/mpv/.", "is not the shortest form", "/usr/bin/mpv"),
        ("/usr/..", "is not the shortest form", nil),
        ("/usr/bin/a\\nb", "contains a control character", nil),
        ("/usr/bin/a\\eb", "contains a control character", nil),
        ("/usr/bin/a\\x7f", "contains a control character", nil),
        ("/" + String(repeating: "a", count: 1024), "is longer than 1024 bytes", nil),
    ])
    func whatIsNoPath(written: String, reason: String, meant: String?) throws {
        let loading = load("targets: {a: {executables: [\"\(written)\"]}}")
        let first = try #require(loading.diagnostics.first)
        #expect(loading.ruleSet == nil)
        #expect(first.message.contains(reason) && first.suggestion == meant, "\(first)")
        #expect(loading.diagnostics.count == 1)
    }

    /// A suggestion is itself valid.
    @Test(arguments: ["steam", "/usr//bin/../games/x/.", "/a/./b"])
    func suggestionsHold(written: String) throws {
        let meant = try #require(
            load("targets: {a: {executables: [\(written)]}}").diagnostics.first?.suggestion)
        #expect(load("targets: {a: {executables: [\(meant)]}}").diagnostics.isEmpty)
    }

    /// A NUL does not even come as far as the path.
    @Test func nul() {
        #expect(load("targets: {a: {executables: [\"/usr/bin/a\\0b\"]}}").ruleSet == nil)
    }

    @Test func aPathUnderAppsIsShownTheRightKey() {
        #expect(
            lines(load("targets: {a: {apps: [/usr/games/supertux2]}}")) == [
                "a.yaml:1:22: error: \"/usr/games/supertux2\" is a path; use the app's application "
                    + "id, such as com.valvesoftware.Steam, or put the path under "
                    + "\"executables:\"; did you mean \"supertux2\"?"
            ])
    }

    @Test func whatIsWrongWithWhatIsDone() {
        #expect(
            lines(
                load(
                    """
                    targets:
                      a: {apps: [x], kill: true}
                      b: {apps: [x], on_block: notify, kill: true}
                      c: {apps: [x], on_block: Freeze}
                      d: {apps: [x], on_block: close}
                      e: {apps: [x], on_block: [stop]}
                      f: {apps: [x], on_block: stop, kill: yes}
                      g: {apps: [x], onblock: stop, kill: true}
                      h: {executables: /usr/bin/x}
                      i: {executable: [/usr/bin/x]}
                      j: {on_block: stop}
                    """)) == [
                    "a.yaml:2:18: error: \"kill: true\" also needs \"on_block: stop\": Soteria "
                        + "kills only apps that it first asks to quit",
                    "a.yaml:3:36: error: \"kill: true\" also needs \"on_block: stop\": Soteria "
                        + "kills only apps that it first asks to quit",
                    "a.yaml:4:28: error: expected freeze, stop or notify, found \"Freeze\"; did "
                        + "you mean \"freeze\"?",
                    "a.yaml:5:28: error: expected freeze, stop or notify, found \"close\"",
                    "a.yaml:6:28: error: expected freeze, stop or notify, found a list",
                    "a.yaml:7:40: error: expected true or false, found \"yes\"; did you mean "
                        + "\"true\"?",
                    "a.yaml:8:18: error: unknown key \"onblock\" in target \"g\"; did you mean "
                        + "\"on_block\"?",
                    "a.yaml:9:20: error: expected a list of executables, found \"/usr/bin/x\"; "
                        + "did you mean \"[/usr/bin/x]\"?",
                    "a.yaml:10:7: error: unknown key \"executable\" in target \"i\"; did you mean "
                        + "\"executables\"?",
                    "a.yaml:11:3: error: target \"j\" has no sites, apps or executables",
                ])
    }

    /// A treatment of apps in a target without apps is most likely a mistake.
    @Test func nothingToDoItWith() throws {
        let loading = load("targets: {a: {sites: [a.com], on_block: stop, kill: true}}")
        #expect(
            lines(loading) == [
                "a.yaml:1:31: warning: \"on_block\" applies to apps and executables, but target "
                    + "\"a\" has none"
            ])
        #expect(loading.ruleSet?.targets[0].enforcement == .stop)
        #expect(loading.ruleSet?.targets[0].kill == true)
        #expect(load("targets: {a: {sites: [a.com], kill: false}}").diagnostics.isEmpty)
    }

    @Test func aPathThatStandsTwice() {
        let loading = load("targets: {a: {executables: [/usr/bin/x, /usr/bin/x]}}")
        #expect(loading.ruleSet?.targets[0].executables == ["/usr/bin/x"])
        #expect(
            lines(loading) == ["a.yaml:1:41: warning: \"/usr/bin/x\" appears twice in the list"])
    }

    @Test func filesOnTopOfEachOther() throws {
        let texts = [
            "targets: {a: {apps: [x.y], executables: [/usr/bin/x], on_block: stop, kill: true}}",
            "targets: {a: {executables: [/usr/bin/y], kill: null, on_block: notify}}",
        ]
        let loading = RuleLoader(zones: zones).load(
            sources: texts.enumerated().map {
                RuleText(path: "layer\($0).yaml", layer: $0 + 1, text: $1)
            })
        let target = try #require(loading.ruleSet?.targets.first)
        #expect(target.apps == ["x.y"] && target.executables == ["/usr/bin/y"])
        #expect(target.enforcement == .notify && !target.kill)
        let printed = loading.merged.rendered()
        #expect(printed.contains("on_block: notify") && printed.contains("/usr/bin/y"))
        #expect(load(printed, defaults: []).ruleSet?.targets == loading.ruleSet?.targets)
    }

    /// A plan counts executables as it counts sites and apps, and takes them last.
    @Test(arguments: [
        (1, ["s.com"], [], []), (2, ["s.com"], ["x.y"], []), (3, ["s.com"], ["x.y"], ["/a/b"]),
        (4, ["s.com"], ["x.y"], ["/a/b", "/a/c"]),
    ])
    func plans(entries: Int, sites: [String], apps: [String], executables: [String]) throws {
        let loading = load(
            """
            targets: {t: {sites: [s.com], apps: [x.y], executables: [/a/b, /a/c]}}
            plans: {mine: {entries: \(entries)}}
            plan: mine
            """)
        let target = try #require(loading.ruleSet?.targets.first)
        #expect(target.sites == sites && target.apps == apps)
        #expect(target.executables == executables)
        #expect(loading.diagnostics.isEmpty == (entries == 4))
    }

    /// An edit clears what was switched.
    @Test func theFingerprintIsOfAllOfIt() throws {
        func fingerprint(_ rest: String) throws -> String {
            try ruleSet("targets: {a: {apps: [x.y]\(rest)}}").targets[0].fingerprint
        }
        let all = try [
            "", ", executables: [/usr/bin/x]", ", on_block: stop", ", on_block: stop, kill: true",
        ].map(fingerprint)
        #expect(Set(all).count == 4)
    }
}
