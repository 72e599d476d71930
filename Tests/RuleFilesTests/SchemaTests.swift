import Engine
import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// The JSON Schema for editors says what the decoder does.
@Suite struct SchemaTests {
    private let rules: BareRules
    private let schema = RuleSchema.schema

    init() throws { rules = try BareRules() }

    /// The part of the schema for a key of the description.
    private func part(for key: DescribedKey) -> Literal? { part(at: key.path) }

    private func part(at path: [String]) -> Literal? {
        var part = schema
        for step in path {
            // An anyOf's list comes second.
            if case .list(let choices) = part["anyOf"], choices.count > 1 { part = choices[1] }
            if let inner = part["properties"]?[step] {
                part = inner
            } else if let items = part["items"], Int(step) != nil {
                part = items
            } else if let entries = part["additionalProperties"], entries != false {
                part = entries
            } else {
                return nil
            }
        }
        return part
    }

    @Test(arguments: DescribedKey.all)
    func everyKeyIsInIt(key: DescribedKey) throws {
        let part = try #require(self.part(for: key), "\(key)")
        guard case .text(let words)? = part["description"] else {
            Issue.record("\(key) has no description")
            return
        }
        #expect(words.hasPrefix(key.field.summary))
        #expect(part["examples"] == .list([key.field.example]))
        if case .standard(let standard) = key.field.presence {
            #expect(part["default"] == standard)
        }
    }

    /// The keys of each map are those that the decoder names as known, and no others.
    @Test func itsKeysAreThoseOfTheDecoder() throws {
        for owner in Set(DescribedKey.all.map(\.owner)) {
            guard case .map(let properties) = part(at: owner)?["properties"] else {
                Issue.record("\(owner) is not in the schema")
                continue
            }
            #expect(part(at: owner)?["additionalProperties"] == false, "\(owner)")
            let last = try #require(DescribedKey.all.last { $0.owner == owner })
            let file = RuleFile.shape.example.changed(at: last.path) {
                [$0, .init("zzzzzzzzz", 1)]
            }
            let message = try rules.errors(file).first {
                $0.hasPrefix("unknown key \"zzzzzzzzz\"")
            }
            let known = try #require(message?.components(separatedBy: "; the known keys are ").last)
            #expect(
                properties.map(\.key).filter { $0 != "version" }
                    == known.components(separatedBy: ", "), "\(owner)")
        }
    }

    /// Merged maps can be null and need no key; maps in a list are complete.
    @Test(arguments: DescribedKey.all)
    func whatCanBeRemovedMayBeNull(key: DescribedKey) throws {
        let part = try #require(self.part(for: key))
        let isInList = key.path.contains("0")
        let isRemovable = !isInList && key.field.key != "version"
        #expect(part.takesNull == isRemovable, "\(key)")
        #expect((self.part(at: key.owner)?["required"] != nil) == isInList, "\(key)")
    }

    @Test func aPartOfTheDefaultsCanBeRemovedInEachMap() throws {
        // As the schema says, and as the decoder merges.
        let text = """
            auto_protection: {high_risk: null}
            risk: {factors: {weekend: null, late_night: {weight: 0.3}}, levels: {high: null}}
            unblock: {wait: null, moods: null}
            """
        #expect(load(text).rendered(color: false) == "")
    }

    @Test func itIsOneThatEditorsKnow() throws {
        #expect(schema["$schema"] == "http://json-schema.org/draft-07/schema#")
        #expect(RuleSchema.text.hasSuffix("}\n"))
        #expect(!RuleSchema.text.contains("\\u00"))
        let json = try JSONSerialization.jsonObject(with: Data(RuleSchema.text.utf8))
        #expect((json as? NSDictionary)?["type"] as? String == "object")
    }

    /// Patterns accept what the loader accepts; checks that no pattern can express are left to the
    /// loader.
    @Test(arguments: [
        ("budgets.shopping.resets", ["00:00", "04:00", "23:59"]),
        ("check_ins.morning.reminder", ["09:30", "19:05"]),
        ("budgets.shopping.limit", ["1m", "45m", "1h30m", "1d", "7d", "60s", "1h1s"]),
        ("keep.events", ["2y", "90d", "1y180d"]),
        ("quiet_hours.nights.ranges.0.time", ["22:30-06:30", "00:00-24:00", "12:00-13:00"]),
        ("quiet_hours.nights.ranges.0.days", ["mon", "sun-thu", "daily", "mon, wed", "weekends"]),
        ("targets.shopping.name", ["Shopping", "Einkäufe", "买东西", " x "]),
        ("time_zone", ["local", "Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"]),
    ])
    func patternsTakeWhatIsRight(path: String, texts: [String]) throws {
        for text in texts {
            #expect(try fits(text, path), "\(path): \(text)")
            #expect(try isTaken(text, path), "\(path): \(text)")
        }
    }

    @Test(arguments: [
        ("budgets.shopping.resets", ["4:00", "24:00", "04:60", "noon", "04:00:00", "4am", ""]),
        ("budgets.shopping.limit", ["45", "m45", "45 m", "30m1h", "1w", "1.5h", "-1h", ""]),
        ("keep.events", ["2", "180d1y", "3w", "24h"]),
        (
            "quiet_hours.nights.ranges.0.time",
            ["22:30..06:30", "22-06", "24:00-06:00", "22:30", "22:30-06:30 ", "22:30-25:00"]
        ),
        ("quiet_hours.nights.ranges.0.days", ["monday", "Mon", "mo-fr", "mon-wed-fri", ""]),
        ("targets.shopping.name", ["", "  ", "a\u{7}b", "two\nlines"]),
        ("time_zone", ["Europe Berlin", ""]),
    ])
    func patternsRefuseWhatIsWrong(path: String, texts: [String]) throws {
        for text in texts {
            #expect(try !fits(text, path), "\(path): \(text)")
            #expect(try !isTaken(text, path), "\(path): \(text)")
        }
    }

    @Test func itemsHavePatternsToo() throws {
        let items: [(String, String, Bool)] = [
            ("targets.shopping.sites", "https://amazon.com/", false),
            ("targets.shopping.sites", "amazon.com", true),
            ("targets.shopping.sites", "bücher.de", true),
            ("targets.shopping.sites", "youtube.com/shorts", true),
            ("targets.shopping.sites", "youtube.com/shorts?x", false),
            ("targets.shopping.sites", "youtube.com/shorts/*", false),
            ("targets.shopping.sites", "*.amazon.com", false),
            ("targets.shopping.apps", "/usr/bin/steam", false),
            ("targets.shopping.apps", "com.valvesoftware.Steam", true),
            ("targets.shopping.executables", "supertux2", false),
            ("targets.shopping.executables", "/usr/games/", false),
            ("targets.shopping.executables", "/usr/games/*", false),
            ("targets.shopping.executables", "/usr/games/supertux2", true),
            ("unblock.moods", " tired", false), ("unblock.moods", "tired", true),
            ("unblock.moods", "so tired", true),
            ("quiet_hours.nights.ranges.0.except", "24.12.2026", false),
            ("quiet_hours.nights.ranges.0.except", "2026-12-24", true),
            ("quiet_hours.nights.ranges.0.except", "2026-12-24..2026-12-31", true),
            ("quiet_hours.nights.ranges.0.dates", "2026-12-27..2026-12-31", true),
            ("quiet_hours.nights.ranges.0.dates", "2026-12-24...2026-12-31", false),
            ("quiet_hours.nights.ranges.0.dates", "2026-12-24..", false),
        ]
        for (path, text, isRight) in items {
            let key = try #require(DescribedKey.all.first { $0.description == path })
            let pattern = part(for: key)?["items"]?["pattern"]
            #expect(try matches(text, pattern) == isRight, "\(path): \(text)")
            let file = key.example.setting(key.path, to: .list([.text(text)]))
            #expect(try rules.errors(file).isEmpty == isRight, "\(path): \(text)")
        }
        // Every site does not go with the example's other keys, so only the pattern is checked.
        let sites = try #require(
            DescribedKey.all.first { $0.description == "targets.shopping.sites" })
        #expect(try matches("*", part(for: sites)?["items"]?["pattern"]))
    }

    private func isTaken(_ text: String, _ path: String) throws -> Bool {
        let key = try #require(DescribedKey.all.first { $0.description == path })
        return try rules.errors(RuleFile.shape.example.setting(key.path, to: .text(text)))
            .isEmpty
    }

    private func fits(_ text: String, _ path: String) throws -> Bool {
        let part = try #require(
            self.part(at: path.components(separatedBy: ".")), "\(path)")
        if case .list(let choices) = part["anyOf"] {
            return try matches(text, choices.first?["pattern"])
        }
        return try matches(text, part["pattern"])
    }

    private func matches(_ text: String, _ pattern: Literal?) throws -> Bool {
        guard case .text(let pattern) = pattern else { return true }
        return try Regex(pattern).firstMatch(in: text) != nil
    }
}

extension Literal {
    /// Whether a part of a schema takes null.
    fileprivate var takesNull: Bool {
        if case .list(let types) = self["type"] { return types.contains("null") }
        if case .list(let words) = self["enum"] { return words.contains(.null) }
        if case .list(let choices) = self["anyOf"] {
            return choices.contains { $0["type"] == "null" }
        }
        return false
    }
}
