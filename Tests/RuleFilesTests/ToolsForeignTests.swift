import Foundation
import RuleFiles
import RuleModel
import Testing

/// The tools' file with entries that a person wrote by hand.
@Suite struct ToolsForeignTests {
    private static let examples =
        (try? FileManager.default.contentsOfDirectory(atPath: repository("rules/examples")))?
        .filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".test.yaml") }.sorted() ?? []

    /// Fingerprints too: a switch is forgotten when the text of its entry changes.
    @Test(arguments: examples)
    func everyExampleMeansTheSameWhenWrittenAgain(example: String) throws {
        let path = repository("rules/examples/\(example)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        func load(_ text: String) -> RuleLoadResult {
            RuleLoader(zones: zones).load(
                sources: defaults + [RuleText(path: path, layer: 2, text: text)])
        }
        let file = try ToolsFile(text: text)
        let (before, after) = (load(text), load(file.text))
        #expect(after.rendered(color: false) == before.rendered(color: false))
        let set = try #require(after.ruleSet)
        let old = try #require(before.ruleSet)
        #expect(set.targets == old.targets && set.quietHours == old.quietHours)
        #expect(set.checkIns == old.checkIns && set.budgets == old.budgets)
        #expect(set.autoProtections.map(\.fingerprint) == old.autoProtections.map(\.fingerprint))
        #expect(set.wording == old.wording)
        #expect(try ToolsFile(text: file.text) == file)
        // All that is a rule of the example can be taken out through the tools.
        #expect(file.keys(of: .targets) == Set(old.targets.map(\.key)))
    }

    @Test func otherSectionsAndTheirOrderStay() throws {
        let text = """
            # Mine.
            plan: free
            risk: {factors: {late_night: null, mine: {weight: 0.10, when: "local.hour >= 22"}}}
            budgets:
              social: {target: a, limit: 1h30m, per: day, resets: "04:00"}
            targets:
              a: {sites: [a.example], sites_from: lists/casinos.txt, name: "yes"}
            check_ins:
              morning:
                question: |
                  Have you slept?
                  Really?
                blocks: [a]
            """
        var file = try ToolsFile(text: text)
        try file.set(TargetEntry(key: "b", sites: ["b.example"]))
        let written = file.text
        #expect(!written.contains("Mine."))
        let order = ["plan:", "risk:", "budgets:", "targets:", "check_ins:"].map {
            written.firstRange(of: $0)?.lowerBound
        }
        #expect(order.compactMap(\.self).count == 5)
        #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
        #expect(written.contains("late_night: null"))
        #expect(written.contains("limit: 1h30m") && written.contains("resets: \"04:00\""))
        #expect(written.contains("weight: 0.10"))
        #expect(written.contains("\"Have you slept?\\nReally?"))
        #expect(try ToolsFile(text: written).text == written)
    }

    @Test func whatTheEntryTypeDoesNotKnowStays() throws {
        var file = try ToolsFile(
            text: "targets: {a: {sites_from: [lists/a.txt], sites: [a.example], odd: {x: [1]}}}\n")
        var entry = try #require(file.target("a"))
        entry.sites = []
        entry.name = "A"
        try file.set(entry)
        #expect(file.text.contains("a: {sites_from: [lists/a.txt], odd: {x: [1]}, name: A}"))
    }

    @Test func anEntryThatRemovesADefaultIsSeenAndReplaced() throws {
        var file = try ToolsFile(text: "quiet_hours: {nights: null, other: [1]}\n")
        #expect(file.schedules.isEmpty && file.schedule("nights") == nil)
        #expect(file.keys(of: .quietHours) == ["nights", "other"])
        #expect(file.text.contains("nights: null"))
        try file.set(
            ScheduleEntry(key: "nights", block: ["a"], ranges: [RangeEntry(time: "01:00-02:00")]))
        #expect(file.schedules.map(\.key) == ["nights"])
    }

    @Test(arguments: ["targets: null\n", "targets: [a]\n", "targets: x\n", "targets:\n"])
    func aSectionThatIsNoMapIsNotOverwritten(text: String) throws {
        var file = try ToolsFile(text: text)
        let before = file
        #expect(throws: ToolsFileError.section("targets")) {
            try file.set(TargetEntry(key: "a", sites: ["a.example"]))
        }
        #expect(file == before && file.targets.isEmpty && file.keys(of: .targets).isEmpty)
        let changed = [
            file.remove("a", from: .targets), file.add(.site("a.example"), to: "a"),
        ]
        #expect(changed == [false, false])
        // The loader says of it what it said before.
        #expect(
            load(file).diagnostics.map(\.message)
                == load(text).diagnostics.map(\.message))
    }

    @Test(arguments: [
        "targets: {a: {name: , sites: [a.example]}}\n", "targets: {a: {sites: [a.example, ~]}}\n",
        "targets:\n  a:\n    sites:\n      - \n      - a.example\n",
        "quiet_hours: {n: {strict: yes, block: [], ranges: [{time: 1}]}}\n",
        "quiet_hours: {n: {strict: \"true\", block: x, ranges: []}}\n",
        "plan: 1.5\n", "plan: .5\n", "plan: 1.2.3\n", "plan: -1\n", "plan: 0x1F\n", "plan: True\n",
        "debug: \"true\"\n", "debug: true\n", "keep: {record: 90d}\n", "nope: {}\n",
    ])
    func whatIsWrongStaysWrongInTheSameWay(text: String) throws {
        let file = try ToolsFile(text: text)
        func messages(_ loading: RuleLoadResult) -> [String] { loading.diagnostics.map(\.message) }
        let before = messages(load(text)).map { $0.replacing("found nothing", with: "found null") }
        let after = messages(load(file)).map { $0.replacing("found nothing", with: "found null") }
        #expect(after == before)
        #expect(try ToolsFile(text: file.text) == file)
    }

    // MARK: - Files that are not taken

    @Test(arguments: [
        "", "\n\n", "# a comment\n", "#\u{301} x\n", "  # one\n\n\t# two", "\r\n# x\r\n", " ",
    ])
    func blankFilesHaveNoEntries(text: String) throws {
        #expect(try ToolsFile(text: text) == ToolsFile())
    }

    @Test(arguments: [
        ("targets: [\n", 2, 1), ("a\n", 1, 1), ("- a\n- b\n", 1, 1), ("version: 2\n", 1, 10),
        ("targets:\n  a: &x {sites: [a.example]}\n", 2, 6), ("a: *x\n", 1, 4),
        ("a: !x y\n", 1, 4), ("a: 1\na: 2\n", 2, 1), ("a:\n\t- b\n", 2, 1),
        ("plan: \u{1}\n", 1, 7), ("plan: \u{E000}\n", 1, 7), ("a: 1\n---\nb: 2\n", 2, 1),
        ("? [a]\n: b\n", 1, 3), ("<<: {a: b}\n", 1, 1),
        ("# é\nname: é é\n é: \"x\n", 3, 3),
    ])
    func whatCannotBeWrittenAgainIsRefusedWithItsPlace(
        text: String, line: Int, column: Int
    ) throws {
        let error = #expect(throws: ToolsFileError.self) { try ToolsFile(text: text) }
        guard case .unreadable(let fault) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.line == line && fault.column == column, "\(fault)")
        #expect(!fault.message.isEmpty)
        let words = try #require(error).description
        #expect(words.hasPrefix("90-tools.yaml cannot be read (line \(line), column \(column)): "))
        #expect(words.hasSuffix("Correct the file, or move it out of the way, then try again."))
    }

    @Test func keysTooLongForTheirLineAreRefused() throws {
        let key = String(repeating: "k", count: 1100)
        #expect(throws: ToolsFileError.self) {
            try ToolsFile(text: "targets:\n  ? \"\(key)\"\n  : {sites: [a.example]}\n")
        }
        let long = String(repeating: "k", count: 900)
        let file = try ToolsFile(text: "targets:\n  \(long): {sites: [a.example]}\n")
        #expect(try ToolsFile(text: file.text) == file)
    }
}
