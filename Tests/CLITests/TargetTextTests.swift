import API
import Testing

@testable import soteria

/// Targets as `soteria targets` shows them.
@Suite struct TargetTextTests {
    private func text(_ change: (inout TargetsAPI.Target) -> Void) -> String {
        var target = SampleReplies.target
        change(&target)
        return TargetText.list([target], Style(width: 100))
    }

    @Test func executablesAndWhatIsDoneAreShown() {
        let text = text { target in
            target.executables = ["/usr/games/supertux2", "/opt/a game/run"]
            target.executableCount = 2
            target.enforcement = .stop
        }
        #expect(
            text == """
                ● Shopping (shopping) blocked
                  Sites         amazon.com, ebay.com
                  Apps          com.valvesoftware.Steam
                  Executables   /usr/games/supertux2, /opt/a game/run
                  When blocked  stop

                """)
    }

    @Test func killingIsSaid() {
        let text = text { target in
            target.enforcement = .stop
            target.kill = true
        }
        #expect(text.contains("When blocked  stop, then kill if still running\n"))
    }

    @Test func thawsAreSaidIfAppsAreFrozen() {
        for enforcement in TargetsAPI.Enforcement.allCases {
            let text = text { target in
                (target.enforcement, target.onThaw) = (enforcement, .stop)
            }
            let isSaid = text.contains(
                "When blocked  freeze, then stop if thawed three times\n")
            #expect(isSaid == (enforcement == .freeze))
        }
    }

    @Test(arguments: TargetsAPI.Enforcement.allCases)
    func everyEnforcementHasItsWord(enforcement: TargetsAPI.Enforcement) {
        #expect(
            text { $0.enforcement = enforcement }.contains(
                "When blocked  \(enforcement.rawValue)\n"))
    }

    @Test func ofSitesAloneNothingIsDoneToApps() {
        let text = text { target in
            target.apps = []
            target.appCount = 0
        }
        #expect(!text.contains("When blocked") && !text.contains("Executables"))
    }

    @Test func longListsAreCutShort() {
        let text = text { target in
            target.executables = (1...20).map { "/bin/p\($0)" }
            target.executableCount = 300
        }
        #expect(text.contains("/bin/p12 and 288 more") && !text.contains("/bin/p13"))
    }
}

/// Apps as people call them.
@Suite struct PlaceTextTests {
    @Test(arguments: [
        ("com.valvesoftware.Steam", "com.valvesoftware.Steam"),
        ("/usr/games/supertux2", "supertux2"), ("/", "/"), ("", ""),
    ])
    func anExecutableIsCalledByItsName(app: String, name: String) {
        #expect(PlaceText.app(app) == name)
    }
}
