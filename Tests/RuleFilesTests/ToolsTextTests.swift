import Engine
import Foundation
import RuleFiles
import RuleModel
import Testing

/// Whatever a person types stands in the file as it was typed, or is refused at its field.
@Suite struct ToolsTextTests {
    private static let names = [
        "Shopping", "it's \"quoted\"", "a: b", "key: {x}", "# no comment", "a # b", "[list]",
        "{map}", "- item", "? key", "| text", "> text", "%TAG", "@at", "`tick`", "&anchor", "*star",
        "!tag", "yes", "No", "on", "OFF", "null", "~", "Null", "true", "False", "1e3", "0x10",
        "010",
        "22:30", "22:30-06:30", "1_000", ".5", ".inf", ".NaN", "-1", "+1", "2026-12-24", "=", "<<",
        " leading", "trailing ", "  both  ", "two  blanks", "back\\slash", "\\n", "tab\\t",
        "über", "日本語", "עברית", "مرحبا", "🎁", "👨‍👩‍👧‍👦 family", "e\u{301}", "\u{200F}rtl", "a\u{200D}b",
        "---", "...", "a,b", "a, b", "a]b", "a}b", "x:", ":x", "x :y", "'", "\"", "\\", "''",
        "\"\"",
        "<script>alert(1)</script>", "a & b", "&amp;", "{{ mustache }}", "$HOME", "`rm -rf`", "%s",
        "\u{10FFFD}", "\u{1F3F4}\u{E0067}\u{E0062}", "n", "y", "0", "-", "--", "a-", "a/b", "2h",
        "a\u{2029}b", "a\u{2028}", "\u{00A0}x", "\u{FFFD}", "\u{2060}",
    ]

    @Test(arguments: names)
    func namesComeOutAsTheyWentIn(name: String) throws {
        var file = try toolsFile()
        var target = try #require(file.target("shopping"))
        target.name = name
        try file.set(target)
        var schedule = try #require(file.schedule("nights"))
        schedule.name = name
        try file.set(schedule)
        let again = try ToolsFile(text: file.text)
        #expect(again == file)
        #expect(Array((again.target("shopping")?.name ?? "").utf8) == Array(name.utf8))
        let loading = load(file)
        #expect(loading.rendered(color: false) == "")
        let set = try #require(loading.ruleSet)
        #expect(set.targets.map { Array($0.name.utf8) } == [Array(name.utf8)])
        #expect(set.quietHours.map { Array($0.name.utf8) } == [Array(name.utf8)])
        #expect(set.quietHours.map(\.targets) == [["shopping"]])
    }

    private static let refused: [(name: String, words: String)] = [
        ("", "the name is blank"), ("\u{2028}", "the name is blank"), ("   ", "the name is blank"),
        ("two\nlines", "a name must be a single line without control characters"),
        ("carriage\rreturn", "a name must be a single line without control characters"),
        ("windows\r\nlines", "a name must be a single line without control characters"),
        ("nul\0", "a name must be a single line without control characters"),
        ("bell\u{7}", "a name must be a single line without control characters"),
        ("next\u{85}line", "a name must be a single line without control characters"),
        ("turn\u{202E}ed", "a name must be a single line without control characters"),
        ("\u{FEFF}mark", "U+FEFF is a control character, which a rule file cannot contain"),
        ("\u{FFFE}", "U+FFFE is a control character, which a rule file cannot contain"),
        ("é\u{E02A}x", "U+E02A is a private-use character, which a rule file cannot contain"),
        ("\u{E100}", "U+E100 is a private-use character, which a rule file cannot contain"),
        (String(repeating: "ä", count: 10_000), "a name can have at most 200 characters"),
        (String(repeating: "👨‍👩‍👧‍👦", count: 201), "a name can have at most 200 characters"),
    ]

    @Test(arguments: refused)
    func whatNoNameCanBeIsToldAtTheField(name: String, words: String) throws {
        var file = try toolsFile()
        var schedule = try #require(file.schedule("nights"))
        schedule.name = name
        try file.set(schedule)
        let errors = load(file).diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.message) == [words])
        let error = try #require(errors.first)
        #expect(
            file.place(line: error.line, column: error.column) == ["quiet_hours", "nights", "name"])
    }

    @Test func tenThousandCharactersAreWrittenAndReadBack() throws {
        for name in [
            String(repeating: "a", count: 10_000), String(repeating: "a b: \"c\" ", count: 1200),
            String(repeating: "👩🏽‍🚀", count: 2000), String(repeating: "\\\n\"", count: 4000),
        ] {
            var file = try toolsFile()
            try file.set(TargetEntry(key: "shopping", name: name, sites: ["a.example"]))
            #expect(try ToolsFile(text: file.text) == file)
        }
    }

    @Test func oddKeysAreRefusedAtTheirEntry() throws {
        for key in ["a b", "", "ü", "a:b", "-a", "a\nb", "🎁", String(repeating: "k", count: 65)] {
            var file = ToolsFile()
            try file.set(TargetEntry(key: key, sites: ["a.example"]))
            #expect(try ToolsFile(text: file.text) == file)
            let error = try #require(load(file).diagnostics.first)
            #expect(error.message.hasPrefix("a key can contain only letters, digits, "))
            #expect(file.place(line: error.line, column: error.column) == ["targets", key])
        }
    }

    @Test func keysThatYAMLWouldReadOtherwise() throws {
        for key in ["yes", "null", "true", "1", "0x1", "1e3", "22", "n", "_"] {
            var file = ToolsFile()
            try file.set(TargetEntry(key: key, sites: ["a.example"]))
            #expect(load(file).ruleSet?.targets.map(\.key) == [key])
        }
    }

    @Test(arguments: [
        "sun-thu", "mon", "daily", "weekends", "mon,wed", "fri-mon",
    ])
    func daysAreTexts(days: String) throws {
        var file = try toolsFile()
        try file.set(
            ScheduleEntry(
                key: "nights", block: ["shopping"],
                ranges: [
                    RangeEntry(days: [days], time: "01:00-02:00"),
                    RangeEntry(days: [days, "tue"], time: "03:00-04:00"),
                ]))
        #expect(load(file).ruleSet?.quietHours.first?.ranges.count == 2)
        #expect(file.schedule("nights")?.ranges.map(\.days) == [[days], [days, "tue"]])
    }
}
