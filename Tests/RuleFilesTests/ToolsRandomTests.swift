import RuleFiles
import RuleModel
import SeededRandom
import Testing

/// Random edits, each followed by a reading of the text by the real loader.
@Suite struct ToolsRandomTests {
    /// Text that a person could type into a field; the loader accepts all of it.
    private struct Person {
        var random: SeededGenerator

        mutating func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        mutating func chance(_ one: Int) -> Bool { number(one) == 0 }

        mutating func pick<Item>(_ items: [Item]) -> Item { items[number(items.count)] }

        mutating func name() -> String? {
            if chance(5) { return nil }
            let pieces = [
                "a", "B", "yes", ": ", " #", "'", "\"", "\\", "{", "}", "[", "]", ",", "&", "*",
                "!",
                "|", ">", "%", "@", "`", "🎁", "é", "ע", "1e3", "~", "-", "?", " ", "x", "日",
            ]
            let text = (0...number(12)).map { _ in pick(pieces) }.joined()
            return text.allSatisfy(\.isWhitespace) ? "x" : text
        }

        mutating func date() -> String { "20\(26 + number(4))-0\(1 + number(9))-1\(number(10))" }

        mutating func time() -> String {
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            let start = number(1440)
            let end = (start + 1 + number(1438)) % 1440
            return "\(two(start / 60)):\(two(start % 60))-\(two(end / 60)):\(two(end % 60))"
        }

        mutating func range() -> RangeEntry {
            RangeEntry(
                days: chance(4)
                    ? nil
                    : (0...number(2)).map { _ in
                        pick(["mon", "tue", "sun-thu", "fri-mon", "daily", "weekends", "mon,wed"])
                    },
                time: time(), except: (0..<number(3)).map { _ in date() })
        }

        mutating func schedule(_ key: String, _ targets: [String]) -> ScheduleEntry {
            ScheduleEntry(
                key: key, name: name(), block: [pick(targets)],
                ranges: (0...number(3)).map { _ in range() },
                timeZone: pick([nil, "Europe/London", "America/New_York", "local"]),
                isStrict: pick([nil, true, false]), isEnabled: pick([nil, true, false]))
        }

        mutating func target(_ key: String) -> TargetEntry {
            TargetEntry(
                key: key, name: name(),
                sites: ["s\(number(100)).example", "münchen\(number(9)).de"],
                apps: (0..<number(3)).map { "org.example.App\($0)" },
                executables: (0..<number(2)).map { "/opt/a b/\($0)'\"" },
                onBlock: pick([nil, "freeze", "stop", "notify"]))
        }
    }

    private let foreign = """
        plan: premium
        risk:
          factors: {mine: {weight: 0.10, when: "local.hour >= 22 && mood.last == 'sad'"}}
        targets: {base: {sites: [base.example], name: "Base: \\u00e9"}}
        check_ins: {morning: {question: "Slept?", blocks: [base]}}
        """

    @Test func whatWasSetIsWhatTheLoaderReads() throws {
        var person = Person(random: SeededGenerator())
        let seed = person.random.seed
        print("edits of the tools' file from seed \(seed)")
        var file = try ToolsFile(text: foreign)
        var targets: [String: TargetEntry] = [:]
        var schedules: [String: ScheduleEntry] = [:]
        for round in 0..<150 {
            let key = "k\(person.number(6))"
            switch person.number(5) {
            case 0, 1:
                targets[key] = person.target(key)
                try file.set(try #require(targets[key]))
            case 2, 3:
                let known = ["base"] + targets.keys.sorted()
                schedules[key] = person.schedule(key, known)
                try file.set(try #require(schedules[key]))
            default:
                if schedules.values.allSatisfy({ !$0.block.contains(key) }) {
                    #expect(
                        file.remove(key, from: .targets)
                            == (targets.removeValue(forKey: key) != nil))
                } else {
                    schedules[key] = nil
                    file.remove(key, from: .quietHours)
                }
            }
            // Half the time the file was closed meanwhile.
            if person.chance(2) { file = try ToolsFile(text: file.text) }
            let where_ = "round \(round) of seed \(seed)"
            #expect(Set(file.schedules) == Set(schedules.values), "\(where_)")
            #expect(
                Set(file.targets.filter { $0.key != "base" }) == Set(targets.values), "\(where_)")
            try hold(file, targets, schedules, where_)
        }
    }

    private func hold(
        _ file: ToolsFile, _ targets: [String: TargetEntry],
        _ schedules: [String: ScheduleEntry], _ place: String
    ) throws {
        let loading = load(file)
        try #require(loading.errors == 0, "\(place): \(lines(loading))\n\(file.text)")
        let set = try #require(loading.ruleSet)
        #expect(set.targets.map(\.key) == (targets.keys + ["base"]).sorted(), "\(place)")
        for target in set.targets where target.key != "base" {
            let meant = try #require(targets[target.key])
            #expect(target.name == meant.name ?? meant.key, "\(place)")
            #expect(target.apps == meant.apps && target.executables == meant.executables)
            #expect(target.sites.count == meant.sites.count)
            #expect(target.enforcement.rawValue == meant.onBlock ?? "freeze")
        }
        #expect(set.quietHours.map(\.key) == schedules.keys.sorted(), "\(place)")
        for schedule in set.quietHours {
            let meant = try #require(schedules[schedule.key])
            #expect(schedule.name == meant.name ?? meant.key && schedule.targets == meant.block)
            #expect(schedule.isStrict == meant.isStrict ?? false)
            #expect(schedule.isEnabled == meant.isEnabled ?? true)
            #expect(
                schedule.ranges.map(ToolsRandomTests.time) == meant.ranges.map(\.time), "\(place)")
            #expect(
                schedule.ranges.map(\.except.count) == meant.ranges.map { Set($0.except).count })
        }
        #expect(set.checkIns.map(\.question) == ["Slept?"])
        #expect(set.risk.factors.contains { $0.key == "mine" })
        #expect(set.targets.first { $0.key == "base" }?.name == "Base: é")
    }

    private static func time(_ range: DailyRange) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        func clock(_ minute: Int) -> String { "\(two(minute / 60)):\(two(minute % 60))" }
        return "\(clock(range.start))-\(clock(range.end))"
    }

    /// Any bytes are a file or a typed error, and what is a file is one again.
    @Test func textsOfAnyKind() throws {
        var person = Person(random: SeededGenerator())
        let seed = person.random.seed
        print("texts of the tools' file from seed \(seed)")
        let pieces = [
            "targets:", "quiet_hours:", " a:", "\n", "\n  ", "\n    ", "- ", "{", "}", "[", "]",
            ", ",
            ": ", "\"", "'", " #", " ", "null", "~", "true", "1.5", "version: 1", "version: 2",
            "&x ",
            "*x", "!t ", "| ", "> ", "? ", "---", "...", "é", "🎁", "\t", "\r", "\u{2028}", "\\x41",
            "\\uE100", "<<: ", "sites", "\u{E000}", "\0",
        ]
        var read = 0
        for round in 0..<4000 {
            let text = (0..<person.number(25)).map { _ in person.pick(pieces) }.joined()
            guard let file = try? ToolsFile(text: text) else { continue }
            read += 1
            let again = try? ToolsFile(text: file.text)
            #expect(again == file, "round \(round) of seed \(seed): \(text)")
            let (before, after) = (load(text).errors, load(file).errors)
            let isBlank = file == ToolsFile()
            #expect(isBlank || before == after, "round \(round) of seed \(seed): \(text)")
        }
        #expect(read > 100)
    }
}
