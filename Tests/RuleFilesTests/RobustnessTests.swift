import Foundation
import RuleFiles
import RuleModel
import SeededRandom
import Testing

/// Input that nobody writes on purpose gives a result and never a crash, in bounded time and
/// memory.
@Suite struct RobustnessTests {
    private static let examples =
        (try? FileManager.default.contentsOfDirectory(
            atPath: repository("rules/examples")))?.filter {
            $0.hasSuffix(".yaml") && !$0.hasSuffix(".test.yaml")
        }.sorted()
        ?? []

    private func text(_ example: String) throws -> String {
        try String(contentsOfFile: repository("rules/examples/\(example)"), encoding: .utf8)
    }

    /// An example where it lies: it may name lists beside it.
    private func source(_ example: String) throws -> RuleText {
        RuleText(
            path: repository("rules/examples/\(example)"), layer: 2, text: try text(example))
    }

    @Test func thereAreExamples() {
        #expect(
            Self.examples == [
                "active-now.yaml", "apps.yaml", "evening-guard.yaml", "everything.yaml",
                "gambling-list.yaml", "gambling.yaml",
                "games.yaml", "moods.yaml", "morning-check-in.yaml", "screen-budget.yaml",
                "shopping-nights.yaml", "social-media.yaml",
            ])
    }

    @Test(arguments: examples)
    func everyExampleLoadsWithoutAWord(example: String) throws {
        let loading = RuleLoader(zones: zones).load(sources: defaults + [try source(example)])
        #expect(loading.rendered(color: false) == "")
        let set = try #require(loading.ruleSet)
        #expect(!set.targets.isEmpty)
        #expect(!set.quietHours.isEmpty || !set.checkIns.isEmpty || !set.budgets.isEmpty)
        #expect(set.quietHours.allSatisfy { $0.isEnabled })
    }

    @Test func allExamplesGoTogether() throws {
        // That one says every key there is, `time_zone` and `plan` included.
        let texts = try Self.examples.filter { $0 != "everything.yaml" }.map(source)
        let loading = RuleLoader(zones: zones).load(sources: defaults + texts)
        #expect(loading.rendered(color: false) == "")
        #expect(
            loading.ruleSet?.targets.map(\.key) == [
                "arcade", "casinos", "chat", "distractions", "feeds", "gambling", "games",
                "shop_app",
                "shopping", "shopping_now", "shops", "social", "spending", "video",
            ])
    }

    @Test func activeNowRunsAtEveryMinute() throws {
        let schedule = try ruleSet(try text("active-now.yaml")).quietHours[0]
        #expect(schedule.ranges == [DailyRange(days: .daily, start: 0, end: 1440)])
        #expect(schedule.targets == ["shopping_now"] && !schedule.isStrict)
    }

    @Test func gamblingIsStrict() throws {
        #expect(try ruleSet(try text("gambling.yaml")).quietHours.allSatisfy(\.isStrict))
    }

    @Test(arguments: examples)
    func everyTruncationGivesAResult(example: String) throws {
        let bytes = Array(try text(example).utf8)
        // The long one is read at every fifth byte: else it takes as long as all others together.
        let step = example == "everything.yaml" ? 5 : 1
        var sets = 0
        for length in stride(from: 0, to: bytes.count, by: step) {
            let loading = load(String(decoding: bytes[..<length], as: UTF8.self), defaults: [])
            #expect((loading.ruleSet == nil) == (loading.errors > 0), "cut after \(length) bytes")
            sets += loading.ruleSet == nil ? 0 : 1
        }
        #expect(sets < bytes.count)
    }

    /// Nine levels of nine aliases each would be 387 million texts.
    @Test func anAliasBombIsRefusedNotExpanded() {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            bomb += "a\(level): &a\(level) [\(aliases)]\n"
            bomb += "? {*a\(level) : [\(aliases)]}\n: x\n"
        }
        let loading = load(bomb)
        #expect(loading.ruleSet == nil)
        #expect(
            lines(loading).contains {
                $0.contains(
                    "aliases (*name) are not allowed in rule files")
            })
    }

    @Test(arguments: [
        "[", "{", "{a: ", "- ", "? ", "[[{", "a: [", "\"", "'", "|\n ", "&a ", "*a ", "!a ",
    ])
    func nestingWithoutEnd(piece: String) {
        for count in [10, 40, 1000, 20_000] {
            let loading = load(String(repeating: piece, count: count))
            #expect(loading.ruleSet == nil, "\(count) times")
            #expect(loading.diagnostics.allSatisfy { $0.file == "a.yaml" })
        }
    }

    @Test func nestingBeyondReasonIsSaid() {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(
            lines(load("plan: \(deep)")) == [
                "a.yaml:1:7: error: expected a plan's key, found a list",
                "a.yaml:1:39: error: the file is nested deeper than 32 levels",
            ])
    }

    @Test func privateCharactersCannotForgeStandIns() {
        #expect(
            lines(load("plan: \u{E02A}x")) == [
                "a.yaml:1:7: error: U+E02A is a private-use character, which a rule file cannot "
                    + "contain"
            ])
    }

    @Test func oddLineBreaksKeepThePlaces() {
        for lineBreak in ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"] {
            let loading = load("plan: free\(lineBreak)\(lineBreak)tagets: {}\(lineBreak)")
            #expect(
                lines(loading) == [
                    "a.yaml:3:1: error: unknown key \"tagets\"; did you mean \"targets\"?"
                ], "\(lineBreak.unicodeScalars.map(\.value))")
        }
    }

    @Test func randomBytesGiveAResult() {
        var generator = SeededGenerator()
        print("random bytes from seed \(generator.seed)")
        let pieces = [
            "targets:", "quiet_hours:", "risk: ", "plan: ", "\n", "\n  ", "\n    ", "- ", "{", "}",
            "[",
            "]", ", ", ": ", "\"", "'", "#", " ", "a", "amazon.com", "22:30-06:30", "null", "&",
            "*a",
            "!", "|", ">", "%", "\\", "\t", "\r", "ä", "\u{2028}", "é", "\0", "ranges", "when: ",
            "local.hour >= ", "factors:", "features: ", "a: a", "<<: ", "? ", "---\n", "...\n",
        ]
        for round in 0..<3000 {
            var text = ""
            for _ in 0..<Int(generator.next() % 40) {
                text += pieces[Int(generator.next() % UInt64(pieces.count))]
            }
            let loading = load(text, defaults: [])
            #expect(
                (loading.ruleSet == nil) == (loading.errors > 0),
                "round \(round) of seed \(generator.seed)")
            for diagnostic in loading.diagnostics where diagnostic.line > 0 {
                #expect(diagnostic.column > 0 && diagnostic.excerpt != nil)
            }
        }
    }

    @Test func changedExamplesGiveAResult() throws {
        var generator = SeededGenerator()
        print("changed examples from seed \(generator.seed)")
        let original = Array(try text("shopping-nights.yaml").utf8)
        for round in 0..<1500 {
            var bytes = original
            for _ in 0...(generator.next() % 4) {
                let index = Int(generator.next() % UInt64(bytes.count))
                switch generator.next() % 3 {
                case 0: bytes[index] = UInt8(generator.next() % 128)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8(generator.next() % 128), at: index)
                }
            }
            let loading = load(String(decoding: bytes, as: UTF8.self), defaults: [])
            #expect(
                (loading.ruleSet == nil) == (loading.errors > 0),
                "round \(round) of seed \(generator.seed)")
        }
    }
}
