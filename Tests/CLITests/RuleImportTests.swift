import Foundation
import RuleFiles
import Testing

@testable import soteria

/// `soteria import leechblock` and `soteria import selfcontrol` write a rule file that loads.
@Suite struct RuleImportTests {
    private static let options = """
        setName1=Social media
        sites1=reddit.com +reddit.com/r/swift ~cats
        times1=0900-1700
        limitMins1=45
        limitPeriod1=86400
        days1=127
        blockURL1=delayed.html?$S&$U
        delaySecs1=30

        """

    private func file(_ rules: FakeRules, _ name: String, _ bytes: some Sequence<UInt8>) throws
        -> String
    {
        try FileManager.default.createDirectory(
            atPath: rules.home, withIntermediateDirectories: true)
        let path = "\(rules.home)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func saved(_ rules: FakeRules, _ name: String) -> String? {
        try? String(contentsOfFile: "\(rules.directory)/\(name)", encoding: .utf8)
    }

    @Test func aRuleFileIsWritten() throws {
        let rules = try FakeRules()
        let path = try file(rules, "options.txt", Self.options.utf8)
        let run = try rules.run("import", "leechblock", path)
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output == """
                Saved in \(rules.directory)/leechblock.yaml
                  Social media (social_media): 1 site, 1 exception, quiet hours, a budget
                Not imported:
                  line 2: sites1=~cats: rules cannot contain keywords

                """)
        #expect(
            saved(rules, "leechblock.yaml") == """
                # Imported from LeechBlock. This file is yours: Soteria never changes it again.
                version: 1

                targets:
                  social_media:
                    name: Social media
                    sites: [reddit.com]
                    except_sites: [reddit.com/r/swift]
                    wait: {planned: 30s, impulse: 30s}

                quiet_hours:
                  social_media:
                    name: Social media
                    block: [social_media]
                    ranges: [{days: daily, time: "09:00-17:00"}]

                budgets:
                  social_media: {name: Social media, target: social_media, limit: 45m, per: day}

                """, "\(saved(rules, "leechblock.yaml") ?? "")")
        #expect(rules.reloads == 1 && rules.toolsText == nil)
    }

    /// The first import stays as it is, and so do the person's own entries.
    @Test func aSecondImportOverwritesNothing() throws {
        let rules = try FakeRules([
            "10-mine.yaml": "targets: {social_media: {sites: [example.com]}}\n"
        ])
        let path = try file(rules, "options.txt", Self.options.utf8)
        #expect(try rules.run("import", "leechblock", path).status == 0)
        let first = saved(rules, "leechblock.yaml")
        #expect(first?.contains("social_media_2:") == true)
        let again = try rules.run("import", "leechblock", path)
        #expect(again.status == 1)
        #expect(
            again.error == "soteria: \(rules.directory)/leechblock.yaml already exists from an "
                + "earlier import; to import again, remove or rename that file first\n")
        #expect(saved(rules, "leechblock.yaml") == first && rules.reloads == 1)
    }

    @Test func aDryRunWritesNothing() throws {
        let rules = try FakeRules()
        let path = try file(rules, "options.txt", Self.options.utf8)
        let run = try rules.run("import", "leechblock", "--dry-run", path)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("\(rules.directory)/leechblock.yaml would be:\n\n# Imported"))
        #expect(run.output.contains("line 2: sites1=~cats"))
        #expect(saved(rules, "leechblock.yaml") == nil && rules.reloads == 0)
        let json = try rules.run("import", "leechblock", "--dry-run", "--json", path)
        #expect(json.output.contains(#""saved":false"#) && json.output.contains(#""line":2"#))
    }

    @Test func aBlocklistIsImported() throws {
        let rules = try FakeRules()
        let bytes = try SelfControlTests.file(["HostBlacklist": ["a.example.com", "10.0.0.0/8"]])
        let run = try rules.run("import", "selfcontrol", try file(rules, "list", bytes))
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output.contains(
                "No rule blocks SelfControl yet. To block it for a while: soteria protect "
                    + "selfcontrol\n"))
        #expect(run.output.contains("  HostBlacklist=10.0.0.0/8: "))
        #expect(saved(rules, "selfcontrol.yaml")?.contains("sites: [a.example.com]") == true)
    }

    @Test func badInputHasAClearError() throws {
        let rules = try FakeRules(["10-mine.yaml": "plans: {one: {entries: 1}}\nplan: one\n"])
        func error(_ words: String...) throws -> String {
            let run = try rules.run(["import"] + words)
            #expect(run.status != 0 && run.output.isEmpty)
            return run.error
        }
        let none = "\(rules.home)/none"
        #expect(try error("leechblock", none) == "soteria: \(none): No such file or directory\n")
        #expect(try error("leechblock", "/dev/null").contains("not a regular file"))
        let empty = try file(rules, "empty", [])
        #expect(try error("leechblock", empty).contains("no line begins with sites1= or the like"))
        #expect(try error("selfcontrol", empty).contains("is not a blocklist of SelfControl"))
        let large = try file(rules, "large", Array(repeating: 0x61, count: (1 << 20) + 1))
        #expect(try error("selfcontrol", large).contains("larger than 1 MiB"))
        let keywords = try file(rules, "keywords", "sites1=~cats".utf8)
        #expect(
            try error("leechblock", keywords).contains(
                "names no site that a rule can block\n  ~cats: rules cannot contain keywords"))
        let two = try file(rules, "two", "sites1=a.com b.com".utf8)
        #expect(try error("leechblock", two).contains("does not allow more than 1 site or app"))
        let allowed = try SelfControlTests.file([
            "HostBlacklist": ["a.com"], "BlockAsWhitelist": true,
        ])
        #expect(
            try error("selfcontrol", file(rules, "allowed", allowed))
                .contains("lists the sites that stay open"))
    }

    /// `soteria import FILE` still imports a record.
    @Test func recordIsTheDefault() throws {
        let run = CommandRun("import", "/nowhere/events.jsonl")
        #expect(run.status == 1 && run.error.contains("/nowhere/events.jsonl"))
        let named = CommandRun("import", "record", "/nowhere/events.jsonl")
        #expect(named.error == run.error)
    }
}
