import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria rules diff`.
@Suite struct RulesDiffTests {
    private static let old = """
        version: 1
        targets:
          shopping: {sites: [amazon.com, ebay.com]}
        quiet_hours:
          nights: {block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}
        risk:
          factors: {late_night: {weight: 0.4, when: local.hour >= 22}}
        unblock: {wait: {planned: 10s, impulse: 30s}}

        """
    private static let new =
        old.replacing("22:30-06:30", with: "23:00-06:30")
        .replacing("[amazon.com, ebay.com]", with: "[amazon.com, ebay.com, etsy.com]")
        .replacing(
            "local.hour >= 22", with: "local.hour >= 22 && unblocks.today * 2 > 1"
        )
        .replacing("impulse: 30s", with: "impulse: 1m")

    @Test func groupsWithWitnesses() throws {
        try RuleFilesOnDisk.with(["old.yaml": Self.old, "new.yaml": Self.new]) { directory in
            let run = CommandRun(
                "rules", "diff", directory + "/old.yaml", directory + "/new.yaml",
                style: Style(width: 76))
            #expect(run.status == 1 && run.error.isEmpty)
            #expect(
                run.output == """
                    Weaker
                      quiet_hours.nights       shopping is no longer blocked; for example Monday
                                               22:30
                      risk.factors.late_night  the condition is no longer true; for example with
                                               local.hour = 22, unblocks.today = 0

                    Stricter
                      targets.shopping  a site was added; for example etsy.com
                      unblock.wait      the wait before an impulse unblock is 1m instead of 30s

                    """)
            // The other way about nothing but the condition and the site is lost.
            let back = CommandRun(
                "rules", "diff", directory + "/new.yaml", directory + "/old.yaml")
            #expect(back.status == 1 && back.output.contains("a site was removed"))
        }
    }

    @Test func whatCannotBeComparedEndsIn1() throws {
        let other = Self.old.replacing("{planned", with: "{planned")
            .replacing("local.hour >= 22", with: "local.hour >= 22 || unblocks.today * 2 > 1")
        try RuleFilesOnDisk.with(["old.yaml": other, "new.yaml": Self.old + "time_zone: UTC\n"]) {
            directory in
            let run = CommandRun(
                "rules", "diff", directory + "/new.yaml", directory + "/old.yaml")
            #expect(run.status == 1)
            #expect(run.output.hasPrefix("Counted as weaker\n  time_zone "))
            let words = run.unwrappedOutput
            #expect(words.contains("cannot be compared: the time zones differ (UTC and"))
            #expect(words.contains("a condition calculates with unblocks.today"))
        }
    }

    @Test func stricterAloneEndsIn0() throws {
        let stricter = Self.old.replacing("22:30-06:30", with: "22:00-06:30")
        try RuleFilesOnDisk.with(["old.yaml": Self.old, "new.yaml": stricter]) { directory in
            let run = CommandRun(
                "rules", "diff", directory + "/old.yaml", directory + "/new.yaml")
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("Stricter\n  quiet_hours.nights  shopping is now blocked"))
            let same = CommandRun(
                "rules", "diff", directory + "/old.yaml", directory + "/old.yaml")
            #expect(same.status == 0 && same.output == "Both sets of rules have the same effect.\n")
        }
    }

    @Test func json() throws {
        try RuleFilesOnDisk.with(["old.yaml": Self.old, "new.yaml": Self.new]) { directory in
            let run = CommandRun(
                "rules", "diff", directory + "/old.yaml", directory + "/new.yaml", "--json")
            let json = try JSON(parsing: run.output)
            #expect(json["weaker"]?.intValue == 2 && json["stricter"]?.intValue == 2)
            #expect(json["undecided"]?.intValue == 0 && json["neutral"]?.intValue == 0)
            let differences = try #require(json["differences"]?.arrayValue)
            #expect(differences.count == 4)
            #expect(differences[0]["kind"]?.stringValue == "weaker")
            #expect(differences[0]["path"]?.stringValue == "quiet_hours.nights")
            #expect(differences[0]["witness"]?.stringValue == "Monday 22:30")
            #expect(differences[1]["values"]?["local.hour"]?.stringValue == "22")
        }
    }

    /// The daemon's own texts against a file, and against what is on disk.
    @Test func whatTheDaemonAccepted() throws {
        let daemon = try FakeDaemon([
            "org.soteria.rules.Sources": Method { call in
                try call.noParameters()
                call.reply(
                    RulesAPI.Sources.Reply(
                        fingerprint: "1",
                        sources: [.init(path: "/a/old.yaml", layer: 2, text: Self.old)]))
            }
        ])
        defer { daemon.stop() }
        try RuleFilesOnDisk.with(["new.yaml": Self.new]) { directory in
            let run = CommandRun("rules", "diff", directory + "/new.yaml", daemon: daemon)
            #expect(run.status == 1 && run.output.contains("example Monday"), "\(run.error)")
        }
        try RuleFilesOnDisk.with([:]) { home in
            // Nothing of one's own is left on disk.
            let run = CommandRun(
                "rules", "diff", daemon: daemon, environment: ["XDG_CONFIG_HOME": home])
            #expect(
                run.status == 1 && run.output.contains("the target was removed"), "\(run.error)")
        }
    }

    @Test func withoutTheDaemonItIsSaid() throws {
        try RuleFilesOnDisk.with(["new.yaml": Self.new]) { directory in
            let run = CommandRun("rules", "diff", directory + "/new.yaml")
            #expect(run.status == 69 && run.output.isEmpty && !run.error.isEmpty)
        }
    }

    @Test func rulesWithErrorsEndIn2() throws {
        try RuleFilesOnDisk.with(["old.yaml": Self.old, "bad.yaml": "targets: {}\ntagets: 1\n"]) {
            directory in
            for order in [["old", "bad"], ["bad", "old"]] {
                let run = CommandRun(
                    arguments: ["rules", "diff"] + order.map { "\(directory)/\($0).yaml" })
                #expect(run.status == 2 && run.output.isEmpty)
                #expect(run.error.contains("bad.yaml:2:1"))
                #expect(run.error.hasSuffix("soteria: rules with errors cannot be compared\n"))
            }
        }
        let missing = CommandRun("rules", "diff", "/nowhere/a.yaml", "/nowhere/b.yaml")
        #expect(missing.status == 2)
        #expect(CommandRun("rules", "diff", "a", "b", "c").status == 64)
    }
}
