import API
import RuleFiles
import Testing

@testable import soteria

/// Sites, apps and times that are added without writing a rule file.
@Suite struct AddTests {
    private static let shopping =
        "targets:\n  shopping: {name: Shopping, sites: [amazon.com], apps: [org.example.Shop]}\n"

    @Test func oneCommandBlocksASiteOnAnEmptyInstall() throws {
        let rules = try FakeRules()
        let run = try rules.run(
            "add", "amazon.com", "https://www.ebay.com/sale", "--to", "shopping", "--from", "22:00",
            "--to-time", "6:30", "--days", "daily")
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output == """
                Added to Shopping: amazon.com, ebay.com
                Quiet nights blocks Shopping daily 22:00–06:30
                Shopping is blocked until 06:30 (in 7 h 12 min): Quiet nights (quiet hours)
                Saved in \(rules.toolsPath)
                This adds the whole site ebay.com. To add only that part instead: soteria add \
                ebay.com/sale --to shopping, then soteria remove ebay.com --from shopping

                """)
        #expect(rules.reloads == 1)
        let tools = try #require(rules.tools)
        #expect(
            tools.targets == [
                TargetEntry(key: "shopping", name: "Shopping", sites: ["amazon.com", "ebay.com"])
            ])
        #expect(
            tools.schedules == [
                ScheduleEntry(
                    key: "shopping", name: "Quiet nights", block: ["shopping"],
                    ranges: [RangeEntry(days: ["daily"], time: "22:00-06:30")])
            ])
        #expect(rules.toolsText?.contains("soteria add and soteria remove") == true)
    }

    /// A path is added as it is typed; of an address that was pasted only the host counts.
    @Test func pathsAreAddedAndRemoved() throws {
        let rules = try FakeRules()
        let run = try rules.run(
            "add", "www.youtube.com/%73horts/", "https://ebay.com/sale", "--to", "video")
        #expect(run.status == 0, "\(run.error)")
        #expect(rules.tools?.targets.first?.sites == ["youtube.com/shorts", "ebay.com"])
        let removed = try rules.run("remove", "youtube.com/shorts")
        #expect(removed.status == 0, "\(removed.error)")
        #expect(rules.tools?.targets.first?.sites == ["ebay.com"])
    }

    @Test func whatIsThereIsNotAddedAgain() throws {
        let rules = try FakeRules()
        let first = try rules.run(
            "add", "amazon.com", "--to", "shopping", "--from", "9:00", "--to-time", "17:00")
        #expect(first.status == 0, "\(first.error)")
        let before = rules.toolsText
        let again = try rules.run(
            "add", "www.amazon.com", "--to", "Shopping", "--from", "09:00", "--to-time", "17:00",
            "--days", "weekdays")
        #expect(again.status == 0, "\(again.error)")
        #expect(again.output.hasPrefix("Nothing to add: Shopping already has all of this\n"))
        #expect(rules.toolsText == before && rules.reloads == 1)
    }

    @Test func furtherTimesJoinTheSchedule() throws {
        let rules = try FakeRules()
        _ = try rules.run(
            "add", "a.com", "--to", "late shopping", "--from", "22:00", "--to-time", "24:00")
        let run = try rules.run(
            "add", "--to", "late_shopping", "--from", "00:00", "--to-time", "06:00", "--days",
            "sat,sun")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("blocks Late shopping daily 22:00–24:00; Sat, Sun 00:00–06:00"))
        #expect(
            rules.tools?.schedules.map(\.ranges) == [
                [
                    RangeEntry(days: ["daily"], time: "22:00-24:00"),
                    RangeEntry(days: ["weekends"], time: "00:00-06:00"),
                ]
            ])
    }

    @Test func withoutTimesTheWayToThemIsTold() throws {
        let rules = try FakeRules()
        let run = try rules.run("add", "a.com", "--to", "news")
        #expect(
            run.output.hasSuffix(
                "No quiet hours are set for News. To set times: "
                    + "soteria add --to news --from 22:00 --to-time 06:30\n"))
    }

    @Test func appsAreAddedByNameAndId() throws {
        let rules = try FakeRules()
        try rules.install("com.valvesoftware.Steam", name: "Steam")
        try rules.install("org.example.Chess", name: "Schach")
        let run = try rules.run(
            "add", "steam", "org.example.Chess", "/bin/sh", "--app", "org.example.Later", "--site",
            "com.example.org", "--to", "games")
        #expect(run.status == 0, "\(run.error)")
        #expect(
            rules.tools?.targets == [
                TargetEntry(
                    key: "games", name: "Games", sites: ["com.example.org"],
                    apps: ["com.valvesoftware.Steam", "org.example.Chess", "org.example.Later"],
                    executables: ["/bin/sh"])
            ])
    }

    @Test(arguments: [
        ("amazon", "neither an installed app nor the full name of a site"),
        ("Steem", "did you mean \"Steam\"?"),
        ("org.example.Chess", "no app \"org.example.Chess\" is installed"),
        ("/no/such/file", "there is no file /no/such/file"),
        ("a b.com", "a b.com"),
    ])
    func anUnknownPlaceIsRefused(word: String, words: String) throws {
        let rules = try FakeRules()
        try rules.install("com.valvesoftware.Steam", name: "Steam")
        let run = try rules.run("add", "a.com", word, "--to", "shopping")
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
        #expect(rules.toolsText == nil)
    }

    @Test(arguments: [
        (["a.com", "--to", "x", "--from", "22:00"], "--from and --to-time must be given together"),
        (["a.com", "--to", "x", "--days", "mon"], "--days needs --from and --to-time"),
        (["a.com", "--to", " "], "a target needs a name"),
        (["--to", "x"], "give a site or an app"),
        (
            ["a.com", "--to", "x", "--from", "25:00", "--to-time", "06:00"],
            "\"25:00\" is not a valid time of day"
        ),
        (
            ["a.com", "--to", "x", "--from", "22:00", "--to-time", "22:00"],
            "begins and ends at the same time"
        ),
        (
            ["a.com", "--to", "x", "--from", "22:00", "--to-time", "06:00", "--days", "fry"],
            "\"fry\" is not a day"
        ),
        (["a.com"], "--to"),
    ])
    func aMistakeIsNamed(words: [String], message: String) {
        let run = CommandRun("add", arguments: words)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.unwrappedError.contains(message), "\(run.error)")
    }

    @Test func aTargetOfAnotherFileIsExplained() throws {
        let rules = try FakeRules(["10-mine.yaml": "version: 1\n" + Self.shopping])
        let run = try rules.run("add", "ebay.com", "org.example.Two", "--to", "shopping")
        #expect(run.status == 64, "the app is not installed")
        let explained = try rules.run(
            "add", "ebay.com", "--app", "org.example.Two", "--to", "shopping")
        #expect(explained.status == 1 && explained.output.isEmpty)
        #expect(
            explained.error == """
                soteria: Shopping is set in \(rules.directory)/10-mine.yaml:3, a file of your own, \
                which Soteria does not change; write into that file:
                  sites: [amazon.com, ebay.com]
                  apps: [org.example.Shop, org.example.Two]
                Or choose another target with --to

                """)
        #expect(rules.toolsText == nil && rules.reloads == 0)
        let times = try rules.run(
            "add", "--to", "shopping", "--from", "22:00", "--to-time", "06:30")
        #expect(times.status == 0, "\(times.error)")
        #expect(rules.tools?.targets == [] && rules.tools?.schedules.count == 1)
    }

    @Test func aRefusedRuleFileIsLeftAlone() throws {
        let rules = try FakeRules(["10-mine.yaml": "version: 1\ntargets: [\n"])
        let run = try rules.run("add", "ebay.com", "--to", "shopping")
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.contains("so nothing was changed:\n"))
        #expect(run.error.contains("10-mine.yaml:"))
        #expect(rules.toolsText == nil)
    }

    @Test func aPlanLimitsWhatIsAdded() throws {
        let rules = try FakeRules([
            "10-plan.yaml": """
            version: 1
            plans: {free: {entries: 1, schedules: 1, edit_schedules: false}}
            plan: free
            """
        ])
        let both = try rules.run("add", "a.com", "b.com", "--to", "x")
        #expect(both.status == 1 && rules.toolsText == nil)
        #expect(
            both.error == "soteria: the plan \"free\" does not allow more than 1 site or app; "
                + "see: soteria plan\n")
        let one = try rules.run(
            "add", "a.com", "--to", "x", "--from", "22:00", "--to-time", "06:30")
        #expect(one.status == 0, "a schedule may be added up to the limit: \(one.error)")
        let more = try rules.run("add", "--to", "x", "--from", "12:00", "--to-time", "13:00")
        #expect(more.status == 1 && more.error.contains("editing schedules; see: soteria plan"))
        let removal = try rules.run("remove", "--schedule", "x")
        #expect(removal.status == 1)
        #expect(removal.error.contains("removing schedules; see: soteria plan"))
        #expect(rules.reloads == 1)
    }
}
