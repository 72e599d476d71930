import Foundation
import RuleFiles
import RuleModel
import Testing

/// The rules with the defaults below and the tools' file on top.
func load(_ file: ToolsFile) -> RuleLoadResult {
    RuleLoader(zones: zones).load(
        sources: defaults + [RuleText(path: ToolsFile.name, layer: 2, text: file.text)])
}

/// A target and a schedule that blocks it, both in order.
func toolsFile() throws -> ToolsFile {
    var file = ToolsFile()
    try file.set(TargetEntry(key: "shopping", name: "Shopping", sites: ["amazon.com", "ebay.com"]))
    try file.set(
        ScheduleEntry(
            key: "nights", name: "Nights", block: ["shopping"],
            ranges: [RangeEntry(days: ["sun-thu"], time: "22:30-06:30", except: ["2026-12-24"])]))
    return file
}

/// The tools' file as a value: what goes in comes out, and nothing else is lost.
@Suite struct ToolsFileTests {
    @Test func aFileWithoutEntriesIsInOrder() throws {
        let file = ToolsFile()
        #expect(load(file).rendered(color: false) == "")
        #expect(load(file).ruleSet?.targets == [])
        #expect(
            file.text == """
                # Soteria's tools write this file: the dashboard, soteria add and soteria remove.
                # Rules that you add here are kept, but comments are lost: put your own rules in
                # another file in this directory.

                version: 1

                """)
        #expect(try ToolsFile(text: file.text) == file)
    }

    @Test func theTextIsWhatAPersonWouldWrite() throws {
        let text = try toolsFile().text
        #expect(
            text.hasSuffix(
                """
                version: 1

                targets:
                  shopping: {name: Shopping, sites: [amazon.com, ebay.com]}

                quiet_hours:
                  nights:
                    name: Nights
                    block: [shopping]
                    ranges: [{days: sun-thu, time: "22:30-06:30", except: ["2026-12-24"]}]

                """))
        #expect(try ToolsFile(text: text).text == text)
        #expect(try ToolsFile(text: text) == toolsFile())
    }

    @Test func theLoaderReadsWhatWasSet() throws {
        let loading = load(try toolsFile())
        #expect(loading.rendered(color: false) == "")
        let set = try #require(loading.ruleSet)
        let target = try #require(set.targets.first)
        #expect(target.key == "shopping" && target.name == "Shopping")
        #expect(target.sites == ["amazon.com", "ebay.com"])
        let schedule = try #require(set.quietHours.first)
        #expect(schedule.key == "nights" && schedule.targets == ["shopping"])
        #expect(schedule.isEnabled && !schedule.isStrict && schedule.timeZone == nil)
        let range = try #require(schedule.ranges.first)
        #expect(range.start == 22 * 60 + 30 && range.end == 6 * 60 + 30)
        #expect(range.days == .through(7, 4) && range.except.count == 1)
    }

    @Test func everyPartOfAScheduleIsWrittenAndRead() throws {
        var file = try toolsFile()
        let entry = ScheduleEntry(
            key: "nights", name: "Late", block: ["shopping"],
            ranges: [
                RangeEntry(time: "13:00-14:00"),
                RangeEntry(days: ["fri", "sat"], time: "23:30-24:00", except: ["2027-01-01"]),
            ], timeZone: "Europe/London", isStrict: true, isEnabled: false)
        try file.set(entry)
        #expect(file.schedule("nights") == entry && file.schedules == [entry])
        #expect(try ToolsFile(text: file.text).schedule("nights") == entry)
        let schedule = try #require(load(file).ruleSet?.quietHours.first)
        #expect(schedule.timeZone?.name == "Europe/London")
        #expect(schedule.isStrict && !schedule.isEnabled && schedule.ranges.count == 2)
        #expect(schedule.ranges[1].days == Weekdays(rawValue: 0b11_0000))
    }

    @Test func everyPartOfATargetIsWrittenAndRead() throws {
        var file = ToolsFile()
        let entry = TargetEntry(
            key: "play", name: "Play", sites: ["münchen.de"], apps: ["com.valvesoftware.Steam"],
            executables: ["/usr/games/a b"], onBlock: "stop", kill: true)
        try file.set(entry)
        #expect(try ToolsFile(text: file.text).targets == [entry])
        let target = try #require(load(file).ruleSet?.targets.first)
        #expect(target.sites == ["xn--mnchen-3ya.de"] && target.apps == ["com.valvesoftware.Steam"])
        #expect(target.executables == ["/usr/games/a b"])
        #expect(target.enforcement == .stop && target.kill)
    }

    @Test func whatIsNilIsLeftOut() throws {
        var file = try toolsFile()
        try file.set(TargetEntry(key: "shopping", apps: ["firefox"]))
        try file.set(
            ScheduleEntry(
                key: "nights", block: ["shopping"], ranges: [RangeEntry(time: "01:00-02:00")]))
        for key in ["name", "sites", "strict", "enabled", "time_zone", "days", "except", "kill"] {
            #expect(!file.text.contains(key + ":"), "\(key)")
        }
        let set = try #require(load(file).ruleSet)
        #expect(set.targets.map(\.name) == ["shopping"])
        #expect(set.quietHours.map(\.ranges) == [[DailyRange(days: .daily, start: 60, end: 120)]])
    }

    @Test func timesAreNeverNumbers() throws {
        var file = try toolsFile()
        for time in ["22:30-06:30", "00:00-24:00", "01:00-02:00", "12:34-12:35"] {
            try file.set(
                ScheduleEntry(key: "n", block: ["shopping"], ranges: [RangeEntry(time: time)]))
            #expect(file.text.contains("time: \"\(time)\""))
            #expect(load(file).rendered(color: false) == "")
        }
    }

    // MARK: - Taking away

    @Test func removalTakesTheEntryAndAnEmptySection() throws {
        var file = try toolsFile()
        #expect(file.keys(of: .quietHours) == ["nights"] && file.keys(of: .targets) == ["shopping"])
        let removed = [
            file.remove("nights", from: .targets), file.remove("nights", from: .quietHours),
            file.remove("nights", from: .quietHours),
        ]
        #expect(removed == [false, true, false])
        #expect(!file.text.contains("quiet_hours"))
        try file.set(TargetEntry(key: "other", sites: ["b.example"]))
        file.remove("shopping", from: .targets)
        #expect(load(file).ruleSet?.targets.map(\.key) == ["other"])
        file.remove("other", from: .targets)
        #expect(file == ToolsFile() && load(file).ruleSet != nil)
    }

    @Test func placesComeAndGo() throws {
        var file = try toolsFile()
        let added = [
            file.add(.site("etsy.com"), to: "shopping"), file.add(.app("firefox"), to: "shopping"),
            file.add(.executable("/usr/bin/shop"), to: "shopping"),
            file.add(.app("a b"), to: "shopping"),
        ]
        #expect(added == [true, true, true, true])
        #expect(file.target("shopping")?.sites == ["amazon.com", "ebay.com", "etsy.com"])
        // Two ways of writing one place; what is no application id is compared as it is written.
        let again = [
            file.add(.site("ETSY.com."), to: "shopping"),
            file.add(.app("firefox.desktop"), to: "shopping"),
            file.add(.app("a b"), to: "shopping"),
            file.add(.site("etsy.com"), to: "nothing"),
        ]
        #expect(again == [false, false, false, false])
        let removed = [
            file.remove(.app("a b"), from: "shopping"),
            file.remove(.site("Amazon.com"), from: "shopping"),
        ]
        #expect(removed == [true, true])
        #expect(load(file).ruleSet?.targets.first?.apps == ["firefox"])
        let gone = [
            file.remove(.site("amazon.com"), from: "shopping"),
            file.remove(.site("ebay.com"), from: "nothing"),
            file.remove(.executable("/usr/bin"), from: "shopping"),
        ]
        #expect(gone == [false, false, false])
        file.remove(.app("firefox"), from: "shopping")
        file.remove(.executable("/usr/bin/shop"), from: "shopping")
        #expect(!file.text.contains("apps") && !file.text.contains("executables"))
        #expect(file.target("shopping")?.sites == ["ebay.com", "etsy.com"])
    }

    @Test func aTargetWithoutPlacesIsTheChecksToRefuse() throws {
        var file = try toolsFile()
        file.remove(.site("amazon.com"), from: "shopping")
        file.remove(.site("ebay.com"), from: "shopping")
        #expect(
            lines(load(file)).contains {
                $0.contains("target \"shopping\" has no sites, apps or executables")
            })
    }
}
