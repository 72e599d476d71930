import Foundation
import RuleFiles
import RuleModel
import SeededRandom
import Testing

/// One rule set written as one file, or spread by chance over files and directories.
@Suite struct SplitFilesTests {
    /// The parts of a set, each a path of keys and a value on one line.
    private static let parts: [(path: [String], value: String)] = [
        (["targets", "shopping", "name"], "Shopping"),
        (["targets", "shopping", "sites"], "[amazon.com, ebay.com]"),
        (["targets", "shopping", "apps"], "[com.valvesoftware.Steam]"),
        (["targets", "games", "sites"], "[twitch.tv]"),
        (["quiet_hours", "nights", "name"], "Quiet nights"),
        (["quiet_hours", "nights", "block"], "[shopping, games]"),
        (["quiet_hours", "nights", "ranges"], "[{days: sun-thu, time: 22:30-06:30}]"),
        (["quiet_hours", "nights", "strict"], "true"),
        (["quiet_hours", "days", "block"], "[games]"),
        (["quiet_hours", "days", "ranges"], "[{time: 09:00-12:00, except: [2026-12-24]}]"),
        (["quiet_hours", "days", "time_zone"], "Europe/Berlin"),
        (["features", "late"], "local.hour >= 22"),
        (["features", "tired"], "late && local.weekday < 6"),
        (["risk", "levels", "high"], "0.65"),
        (["risk", "factors", "night", "weight"], "0.6"),
        (["risk", "factors", "night", "when"], "tired || local.hour < 2"),
        (["risk", "factors", "off", "weight"], "0.125"),
        (["risk", "factors", "off", "when"], "quiet_hours.switched_off"),
        (["auto_protection", "guard", "name"], "Guard"),
        (["auto_protection", "guard", "when"], "tired && risk.automatic >= 0.5"),
        (["auto_protection", "guard", "block"], "[games]"),
        (["auto_protection", "guard", "for"], "90m"),
        (["auto_protection", "guard", "again_after"], "10m"),
        (["auto_protection", "guard", "strict"], "true"),
        (["auto_protection", "any", "when"], "unblocks.today > 3"),
        (["unblock", "grant"], "10m"),
        (["unblock", "wait", "impulse"], "45s"),
        (["unblock", "moods"], "[calm, tired]"),
        (["plans", "family", "entries"], "100"),
        (["plans", "family", "auto_protections"], "3"),
        (["plan"], "family"),
        (["time_zone"], "America/New_York"),
    ]

    /// A map of the parts as block YAML.
    private func yaml(_ parts: [(path: [String], value: String)], indent: Int = 0) -> String {
        var text = ""
        var seen: Set<String> = []
        for part in parts {
            let blanks = String(repeating: " ", count: indent)
            if part.path.count == 1 {
                text += "\(blanks)\(part.path[0]): \(part.value)\n"
            } else if seen.insert(part.path[0]).inserted {
                let inner = parts.filter { $0.path.count > 1 && $0.path[0] == part.path[0] }
                    .map { (path: Array($0.path.dropFirst()), value: $0.value) }
                text += "\(blanks)\(part.path[0]):\n" + yaml(inner, indent: indent + 2)
            }
        }
        return text
    }

    private func loading(_ files: [(layer: Int, text: String)]) -> RuleLoadResult {
        RuleLoader(zones: zones).load(
            sources: files.enumerated().map {
                RuleText(path: "file\($0).yaml", layer: $1.layer, text: $1.text)
            })
    }

    private func expectSame(_ left: RuleLoadResult, _ right: RuleLoadResult, _ context: String)
        throws
    {
        #expect(left.rendered(color: false) == "", "\(context)")
        let left = try #require(left.ruleSet, "\(context)")
        let right = try #require(right.ruleSet, "\(context)")
        #expect(left.targets == right.targets, "\(context)")
        #expect(left.quietHours == right.quietHours, "\(context)")
        #expect(left.risk.levels == right.risk.levels, "\(context)")
        #expect(left.risk.factors.map(\.key) == right.risk.factors.map(\.key), "\(context)")
        #expect(left.risk.factors.map(\.weight) == right.risk.factors.map(\.weight), "\(context)")
        #expect(left.risk.factors.map(\.text) == right.risk.factors.map(\.text), "\(context)")
        #expect(summaries(left) == summaries(right), "\(context)")
        #expect(left.unblock == right.unblock, "\(context)")
        #expect(left.plan == right.plan && left.timeZone == right.timeZone, "\(context)")
    }

    private func summaries(_ set: RuleSet) -> [String] {
        set.autoProtections.map { rule in
            "\(rule.key) \(rule.name) \(rule.text) \(rule.targets ?? ["every"]) "
                + "\(rule.length.seconds) \(rule.againAfter.seconds) \(rule.isEnabled) "
                + "\(rule.isStrict) \(rule.fingerprint)"
        }
    }

    @Test func theWholeIsAsWritten() throws {
        let set = try #require(loading([(0, yaml(Self.parts))]).ruleSet)
        #expect(set.targets.map(\.key) == ["games", "shopping"])
        #expect(set.quietHours.map(\.isStrict) == [false, true])
        #expect(set.risk.levels.high == Score(thousandths: 650))
        #expect(set.unblock.grant == .minutes(10) && set.unblock.impulseWait == .seconds(45))
        #expect(
            set.plan == Plan(key: "family", entries: 100, schedules: nil, autoProtections: 3))
        #expect(
            summaries(set).map { $0.split(separator: " ").dropLast().joined(separator: " ") } == [
                #"any any unblocks.today > 3 ["every"] 7200 1800 true false"#,
                #"guard Guard tired && risk.automatic >= 0.5 ["games"] 5400 600 true true"#,
            ])
        #expect(set.timeZone?.name == "America/New_York")
    }

    @Test func anySplitOverFilesOfADirectoryGivesTheSameSet() throws {
        var generator = SeededGenerator()
        print("split files from seed \(generator.seed)")
        let whole = loading([(0, yaml(Self.parts))])
        for round in 0..<60 {
            var files: [[(path: [String], value: String)]] = Array(repeating: [], count: 4)
            for part in Self.parts.shuffled(using: &generator) {
                files[Int(generator.next() % 4)].append(part)
            }
            let split = files.filter { !$0.isEmpty }.map { (layer: 0, text: yaml($0)) }
            try expectSame(loading(split), whole, "round \(round) of seed \(generator.seed)")
        }
    }

    @Test func whatALowerDirectorySaidOtherwiseIsReplaced() throws {
        var generator = SeededGenerator()
        print("replaced parts from seed \(generator.seed)")
        let whole = loading([(0, yaml(Self.parts))])
        let others: [String: String] = [
            "name": "Other", "sites": "[other.com]", "apps": "[o.o]", "strict": "false",
            "ranges": "[{time: 01:00-02:00}]", "when": "\"true\"", "grant": "1m", "weight": "1",
            "for": "1h", "again_after": "0s", "block": "[]",
        ]
        for round in 0..<60 {
            let lower = Self.parts.filter { _ in generator.next() % 2 == 0 }.compactMap { part in
                part.path.last.flatMap { others[$0] }.map { (path: part.path, value: $0) }
            }
            let text = lower.isEmpty ? "version: 1" : yaml(lower)
            try expectSame(
                loading([(0, text), (1, yaml(Self.parts))]), whole,
                "round \(round) of seed \(generator.seed)")
        }
    }

    @Test func removedAndWrittenAgainIsTheSame() throws {
        let whole = loading([(0, yaml(Self.parts))])
        let removals = "targets: null\nquiet_hours: {nights: null}\nrisk: {factors: ~}\n"
        let again = Self.parts.filter { part in
            part.path[0] == "targets" || part.path.contains("nights")
                || part.path.contains("factors")
        }
        try expectSame(
            loading([(0, yaml(Self.parts)), (1, removals), (2, yaml(again))]), whole, "removed")
    }

    @Test func theMergedTextOfAnySplitLoadsToTheSameSet() throws {
        var generator = SeededGenerator()
        print("merged texts from seed \(generator.seed)")
        let whole = loading([(0, yaml(Self.parts))])
        for round in 0..<30 {
            let cut = Int(generator.next() % UInt64(Self.parts.count))
            let shuffled = Self.parts.shuffled(using: &generator)
            let split = loading([
                (0, yaml(Array(shuffled[..<cut])) + "version: 1\n"),
                (1, "version: 1\n" + yaml(Array(shuffled[cut...]))),
            ])
            try expectSame(
                loading([(0, split.merged.rendered())]), whole,
                "round \(round) of seed \(generator.seed)")
            let json = try JSONSerialization.jsonObject(with: Data(split.merged.json().utf8))
            let object = try #require(json as? [String: Any])
            #expect(Set(object.keys) == ["rules", "from"])
        }
    }

    @Test func anEntrysOriginIsFound() {
        let merged = load("targets: {a: {sites: [a.com]}}\nplan: free\n").merged
        #expect(merged.origin(of: "targets.a") == "a.yaml:1")
        #expect(merged.origin(of: "plan") == "a.yaml:2")
        #expect(merged.origin(of: "unblock.grant") == "default/unblock.yaml:6")
        #expect(merged.origin(of: "targets.b") == nil)
        #expect(merged.origin(of: "") == nil)
    }

    @Test func directoriesToWatchHaveTheirLayers() {
        let sources = RuleDirectories.standard(prefix: "/usr", environment: ["HOME": "/home/a"])
            .sources
        #expect(sources.map(\.layer) == [0, 1, 2])
        #expect(sources.map(\.path).last == "/home/a/.config/soteria/rules.d")
        #expect(RuleDirectories(overriding: ["/x", "/y"]).sources.map(\.layer) == [1, 2])
        #expect(RuleDirectories(files: ["/x/a.yaml"]).sources.isEmpty)
    }
}
