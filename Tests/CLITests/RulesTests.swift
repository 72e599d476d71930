import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria rules check`, `cat` and `vars`, which work without a daemon.
@Suite struct RulesTests {
    private static let good = """
        version: 1
        targets:
          shopping: {name: Shopping, sites: [amazon.com]}
        quiet_hours:
          nights: {name: Nights, block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}
        """
    private static let bad = """
        version: 1
        tagets: {}
        quiet_hours:
          nights: {block: [shopping], ranges: [{days: daily, time: "22:30-22:30"}]}
        """

    @Test func goodRulesEndIn0() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.good]) { directory in
            for path in [directory, directory + "/a.yaml"] {
                let run = CommandRun("rules", "check", path)
                #expect(run.status == 0, "\(run.output)\(run.error)")
                #expect(run.output == "1 file (and 4 shipped), no errors.\n")
            }
            let json = try JSON(
                parsing: CommandRun("rules", "check", directory, "--json").output)
            #expect(json["valid"]?.boolValue == true && json["errors"]?.intValue == 0)
        }
    }

    @Test func badRulesEndIn1WithEveryError() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.bad]) { directory in
            let run = CommandRun("rules", "check", directory)
            #expect(run.status == 1 && !run.output.contains("\u{1b}"))
            #expect(run.output.contains("\(directory)/a.yaml:2:1"))
            #expect(run.output.contains("targets") && run.output.contains("a.yaml:4:"))
            let colored = CommandRun("rules", "check", directory, style: Style(color: true))
            #expect(colored.output.contains("\u{1b}["))
            let json = CommandRun("rules", "check", directory, "--json")
            #expect(json.status == 1)
            let reply = try JSON(parsing: json.output)
            #expect(reply["valid"]?.boolValue == false)
            #expect(
                reply["diagnostics"]?.arrayValue?.contains { $0["line"]?.intValue == 2 } == true)
        }
    }

    /// In the shape of the Language Server Protocol, beside what is said in the plain form.
    @Test func editorsGetTheirDocuments() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.bad, "b.yaml": "plan: premium\n"]) { directory in
            let reply = try JSON(
                parsing: CommandRun("rules", "check", directory, "--json").output)
            let documents = try #require(reply["documents"]?.arrayValue)
            let first = try #require(
                documents.first { $0["uri"]?.stringValue == "file://\(directory)/a.yaml" })
            let found = try #require(first["diagnostics"]?.arrayValue)
            #expect(Int64(found.count) == reply["errors"]?.intValue)
            let range = try #require(found.first?["range"])
            #expect(range["start"]?["line"]?.intValue == 1)
            #expect(range["start"]?["character"]?.intValue == 0)
            #expect(range["end"]?["character"]?.intValue == 6)
            #expect(found.first?["severity"]?.intValue == 1)
            #expect(found.first?["data"]?["suggestion"]?.stringValue == "targets")
            let last = try #require(documents.last)
            #expect(last["uri"]?.stringValue == "file://\(directory)/b.yaml")
            #expect(last["diagnostics"]?.arrayValue?.isEmpty == true)
        }
    }

    @Test func theStandardDirectoriesAreThePersonsOwn() throws {
        try RuleFilesOnDisk.with([:]) { home in
            let rules = home + "/soteria/rules.d"
            try FileManager.default.createDirectory(
                atPath: rules, withIntermediateDirectories: true)
            try Data(Self.bad.utf8).write(to: URL(fileURLWithPath: rules + "/mine.yaml"))
            let run = CommandRun("rules", "check", environment: ["XDG_CONFIG_HOME": home])
            #expect(run.status == 1 && run.output.contains("\(rules)/mine.yaml"))
        }
    }

    @Test func aPathThatIsNotThereIsAnError() {
        let run = CommandRun("rules", "check", "/nowhere/a.yaml")
        #expect(run.status == 1 && run.output.contains("/nowhere/a.yaml"))
    }

    @Test func filesAndDirectoriesDoNotMix() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.good]) { directory in
            let run = CommandRun("rules", "check", directory, directory + "/a.yaml")
            #expect(run.status == 64 && run.error.contains("files or directories"))
        }
    }

    @Test func catShowsTheMergedRulesWithTheirFiles() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.good]) { directory in
            let run = CommandRun("rules", "cat", directory)
            #expect(run.status == 0)
            #expect(run.output.contains("amazon.com"))
            #expect(run.output.contains("\(directory)/a.yaml"))
            // The output is a rule file with the same rules.
            let copy = directory + "/copy.yaml"
            try Data(run.output.utf8).write(to: URL(fileURLWithPath: copy))
            #expect(CommandRun("rules", "check", copy).status == 0)
            let json = try JSON(parsing: CommandRun("rules", "cat", directory, "--json").output)
            #expect(json["rules"]?["targets"]?["shopping"]?["name"]?.stringValue == "Shopping")
        }
    }

    @Test func catOfBadRulesEndsIn1() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.bad]) { directory in
            let run = CommandRun("rules", "cat", directory)
            #expect(run.status == 1 && run.error.contains("a.yaml:2:1"))
        }
    }

    @Test func varsAreKnownWithoutADaemon() throws {
        let run = CommandRun("rules", "vars")
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(run.output.hasPrefix("NAME "))
        #expect(!run.output.contains("NOW"))
        #expect(run.output.contains("local.hour") && run.output.contains("timestamp"))
        let json = try JSON(parsing: CommandRun("rules", "vars", "--json").output)
        let reply = try json.decode(as: RulesAPI.Variables.Reply.self)
        #expect(reply.variables.contains { $0.name == "now" && $0.value == nil })
    }

    @Test func varsHaveValuesWhereADaemonAnswers() throws {
        let daemon = try FakeDaemon([
            "org.soteria.rules.Variables": Method { call in
                call.reply(
                    RulesAPI.Variables.Reply(variables: [
                        .init(
                            name: "local.hour", type: "int", kind: .automatic,
                            summary: "The hour on the local clock.", value: "23"),
                        .init(
                            name: "now", type: "timestamp", kind: .automatic,
                            summary: "Trusted time.",
                            value: "timestamp(\"2026-11-21T15:27:23.831Z\")"),
                        .init(
                            name: "mood.last", type: "string", kind: .reported,
                            summary: "The last mood."),
                    ]))
            }
        ])
        defer { daemon.stop() }
        #expect(
            CommandRun("rules", "vars", daemon: daemon, style: Style(width: 100)).output == """
                NAME        TYPE       KIND       NOW                   MEANING
                local.hour  int        automatic  23                    The hour on the local clock.
                now         timestamp  automatic  2026-11-21T15:27:23Z  Trusted time.
                mood.last   string     reported   –                     The last mood.

                """)
    }
}
