import RuleFiles
import RuleModel
import Testing

/// Where in the tools' file a diagnostic stands.
@Suite struct ToolsPlaceTests {
    private func places(_ file: ToolsFile) -> [String] {
        load(file).diagnostics.map { diagnostic in
            file.place(line: diagnostic.line, column: diagnostic.column)?
                .joined(separator: ".") ?? "nowhere"
        }
    }

    @Test func everyFieldOfAScheduleIsFound() throws {
        var file = try toolsFile()
        try file.set(
            ScheduleEntry(
                key: "nights", name: " ", block: ["shoping"],
                ranges: [
                    RangeEntry(days: ["moon"], time: "22:30..06:30", except: ["24.12.2026"]),
                    RangeEntry(days: ["mon", "tues"], time: "", except: ["2026-02-30"]),
                ], timeZone: "Europe/Lundun"))
        let path = "quiet_hours.nights"
        #expect(
            places(file).sorted() == [
                "\(path).block.0", "\(path).name", "\(path).ranges.0.days",
                "\(path).ranges.0.except.0", "\(path).ranges.0.time", "\(path).ranges.1.days.1",
                "\(path).ranges.1.except.0", "\(path).ranges.1.time", "\(path).time_zone",
            ])
    }

    @Test func everyFieldOfATargetIsFound() throws {
        var file = ToolsFile()
        try file.set(
            TargetEntry(
                key: "a", name: "two\nlines", sites: ["ok.example", "https://x.example/", "a..b"],
                apps: ["a b"], executables: ["/usr/bin/ok", "game"], onBlock: "melt", kill: true))
        #expect(
            places(file).sorted() == [
                "targets.a.apps.0", "targets.a.executables.1", "targets.a.name",
                "targets.a.on_block", "targets.a.sites.1", "targets.a.sites.2",
            ])
    }

    @Test func emptyListsAreFoundAtTheirField() throws {
        var file = try toolsFile()
        try file.set(ScheduleEntry(key: "nights", block: [], ranges: []))
        #expect(
            places(file).sorted() == ["quiet_hours.nights.block", "quiet_hours.nights.ranges"])
    }

    @Test func whatIsMissingIsFoundAtTheEntry() throws {
        var file = ToolsFile()
        try file.set(TargetEntry(key: "a", name: "A"))
        #expect(places(file) == ["targets.a"])
        let hand = try ToolsFile(text: "quiet_hours: {n: {block: [a], ranges: [{days: mon}]}}\n")
        #expect(places(hand).contains("quiet_hours.n.ranges.0"))
        #expect(places(try ToolsFile(text: "quiet_hours: {n: {}}\n")).contains("quiet_hours.n"))
    }

    @Test func warningsHaveAPlaceToo() throws {
        var file = try toolsFile()
        file.add(.site("router"), to: "shopping")
        #expect(places(file) == ["targets.shopping.sites.2"])
    }

    /// Columns count characters; the tree counts scalars.
    @Test func charactersOfManyScalarsBeforeThePlace() throws {
        for name in ["👨‍👩‍👧‍👦", "e\u{301}e\u{301}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "עברית", "a\u{200D}b"] {
            var file = ToolsFile()
            try file.set(TargetEntry(key: "a", name: name, sites: ["ok.example", "a..b"]))
            #expect(file.text.contains("a: {name:"), "all on one line")
            #expect(places(file) == ["targets.a.sites.1"], "\(name)")
        }
    }

    @Test func aVeryLongLineBeforeThePlace() throws {
        var file = ToolsFile()
        let long = String(repeating: "👩🏽‍🚀x", count: 6000)
        // In a list of ranges the maps stand on one line each.
        try file.set(
            ScheduleEntry(
                key: "n", block: ["a"], ranges: [RangeEntry(days: [long], time: "nonsense")]))
        try file.set(TargetEntry(key: "a", sites: ["a.example"]))
        #expect(
            places(file) == ["quiet_hours.n.ranges.0.days", "quiet_hours.n.ranges.0.time"])
    }

    @Test func placesOutsideTheEntriesAreNone() throws {
        let file = try toolsFile()
        let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
        for (line, column) in [
            (0, 0), (0, 1), (1, 0), (-1, -1), (1, 1), (2, 40), (4, 1), (5, 1), (5, 10), (6, 1),
            (count + 1, 1), (Int.max, Int.max), (Int.min, Int.min), (6, 0),
        ] {
            #expect(file.place(line: line, column: column) == nil, "\(line):\(column)")
        }
        #expect(ToolsFile().place(line: 1, column: 1) == nil)
        // Past the end of its line a place belongs to what the line holds.
        #expect(
            file.place(line: 8, column: Int.max) == ["targets", "shopping", "sites", "1"])
        #expect(file.place(line: 7, column: 1) == ["targets"])
    }

    @Test func everyPlaceOfTheTextGivesAResult() throws {
        let file = try toolsFile()
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        var found: Set<[String]> = []
        for (index, line) in lines.enumerated() {
            for column in 0...line.count + 2 {
                if let path = file.place(line: index + 1, column: column) { found.insert(path) }
            }
        }
        #expect(
            found == [
                ["targets"], ["targets", "shopping"], ["targets", "shopping", "name"],
                ["targets", "shopping", "sites"], ["targets", "shopping", "sites", "0"],
                ["targets", "shopping", "sites", "1"], ["quiet_hours"], ["quiet_hours", "nights"],
                ["quiet_hours", "nights", "name"], ["quiet_hours", "nights", "block"],
                ["quiet_hours", "nights", "block", "0"], ["quiet_hours", "nights", "ranges"],
                ["quiet_hours", "nights", "ranges", "0"],
                ["quiet_hours", "nights", "ranges", "0", "days"],
                ["quiet_hours", "nights", "ranges", "0", "time"],
                ["quiet_hours", "nights", "ranges", "0", "except"],
                ["quiet_hours", "nights", "ranges", "0", "except", "0"],
            ])
    }

    @Test func twoFilesThatSetOneKeyAreTold() throws {
        let file = try toolsFile()
        let loading = RuleLoader(zones: zones).load(
            sources: defaults + [
                RuleText(
                    path: "10-mine.yaml", layer: 2,
                    text: "targets: {shopping: {sites: [b.example]}}\n"),
                RuleText(path: ToolsFile.name, layer: 2, text: file.text),
            ])
        let error = try #require(loading.diagnostics.first)
        #expect(error.file == ToolsFile.name && error.message.contains("in two files"))
        #expect(
            file.place(line: error.line, column: error.column)
                == ["targets", "shopping", "sites"])
    }
}
