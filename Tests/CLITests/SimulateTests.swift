import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria rules simulate`.
@Suite struct SimulateTests {
    private static let rules = """
        version: 1
        time_zone: Europe/Berlin
        targets:
          shopping: {name: Shopping, sites: [amazon.com]}
          social: {name: Social media, sites: [social.example]}
        quiet_hours:
          nights:
            name: Nights
            block: [shopping, social]
            ranges: [{days: daily, time: "22:30-06:30"}]

        """

    private func with(_ text: String = Self.rules, _ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "soteria-sim-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/10-own.yaml"))
        try body(directory)
    }

    private func run(
        _ words: String..., style: Style = Style(), isUTF8: Bool = true, person: Person = .nobody
    ) -> CommandRun {
        CommandRun(
            arguments: ["rules", "simulate"] + words,
            environment: ["LANG": isUTF8 ? "en_GB.UTF-8" : "C"], style: style, person: person)
    }

    @Test func aZoneThatCannotBeReadIsTold() throws {
        let said =
            "soteria: $TZ is \"Europe/Berln\": there is no such file; Soteria uses UTC for "
            + "local times\n"
        let local = Self.rules.replacing("time_zone: Europe/Berlin\n", with: "")
        for (text, error) in [(local, said), (Self.rules, "")] {
            try with(text) { rules in
                for words in [["simulate", "--days", "1", "--rules"], ["check"]] {
                    let run = CommandRun(
                        arguments: ["rules"] + words + [rules],
                        environment: ["LANG": "C.UTF-8", "TZ": "Europe/Berln"])
                    #expect(run.status == 0 && run.error == error, "\(words)")
                }
            }
        }
    }

    @Test func aRuleInTheEnvironmentIsTheZone() throws {
        try with(Self.rules.replacing("time_zone: Europe/Berlin\n", with: "")) { rules in
            let run = CommandRun(
                arguments: [
                    "rules", "simulate", "--rules", rules, "--target", "shopping", "--from",
                    "2026-07-01T12:00:00Z", "--to", "2026-07-02T12:00:00Z",
                ], environment: ["LANG": "C.UTF-8", "TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
            #expect(run.error.isEmpty && run.output.hasPrefix("Wed 2026-07-01\n22:30:00  Shopping"))
            #expect(run.output.contains("\nThu 2026-07-02\n06:30:00  Shopping  open again"))
        }
    }

    @Test func aNightInWordsAndInAPicture() throws {
        try with { rules in
            let run = run(
                "--rules", rules, "--from", "2026-11-23T12:00:00+01:00", "--to",
                "2026-11-24T12:00:00+01:00")
            #expect(run.status == 0 && run.error.isEmpty)
            #expect(
                run.output == """
                    Mon 2026-11-23
                    22:30:00  Shopping      blocked until 06:30 (in 8 h)  Nights (quiet hours)
                    22:30:00  Social media  blocked until 06:30 (in 8 h)  Nights (quiet hours)
                    Tue 2026-11-24
                    06:30:00  Shopping      open again
                    06:30:00  Social media  open again

                    Shopping, Social media
                               00    03    06    09    12    15    18    21
                    Mon 23 Nov                         ·····················███
                    Tue 24 Nov █████████████···········

                    █ blocked  ▒ partly  · open

                    Shopping          blocked 8 h, once
                    Social media      blocked 8 h, once
                    Requests          none
                    Auto-protections  0
                    Highest risk      0.400

                    """)
        }
    }

    @Test func daysOf23And25HoursOnANarrowTerminalWithoutUTF8() throws {
        try with { rules in
            let spring = run(
                "--rules", rules, "--from", "2026-03-28T23:00:00Z", "--days", "1", "--summary",
                style: Style(width: 40), isUTF8: false)
            #expect(spring.output.contains("\nSun 29 Mar ## ###+...............+#  23 h\n"))
            let autumn = run(
                "--rules", rules, "--from", "2026-10-24T22:00:00Z", "--to",
                "2026-10-25T23:00:00Z", "--summary", style: Style(width: 40), isUTF8: false)
            #expect(autumn.output.contains("\nSun 25 Oct ######+...............+#  25 h\n"))
            #expect(autumn.output.contains("blocked 9 h, 2 times"))
            let isPlain = (spring.output + autumn.output).utf8.allSatisfy { $0 < 128 }
            #expect(isPlain)
            let widths = autumn.output.split(separator: "\n").map(\.count)
            #expect(widths.allSatisfy { $0 <= 46 })
        }
    }

    @Test func daysWhoseClockChangesByHalfAnHour() throws {
        let text = Self.rules.replacing("Europe/Berlin", with: "Australia/Lord_Howe")
        for (from, length) in [
            ("2026-04-04T13:00:00Z", "24 h 30 min"),
            ("2026-10-03T13:30:00Z", "23 h 30 min"),
        ] {
            try with(text) { rules in
                let run = run("--rules", rules, "--from", from, "--days", "1", "--summary")
                let line = run.output.split(separator: "\n").first { $0.hasPrefix("Sun ") }
                #expect(line?.hasSuffix("  " + length) == true, "\(run.output)")
            }
        }
    }

    @Test func longSpansAreShownByWeeksAndOnATerminalHowFarTheyAre() throws {
        try with { rules in
            let run = run(
                "--rules", rules, "--from", "2026-01-05T00:00:00+01:00", "--days", "140",
                "--summary", person: Person([]))
            #expect(run.output.contains("\n2026-01-05 █████████████"))
            #expect(run.output.contains("on some days"))
            #expect(run.error.contains(" 50%"))
            #expect(run.error.hasSuffix("\r"))
        }
    }

    @Test func colourOnATerminalAlone() throws {
        try with { rules in
            let words = ["--rules", rules, "--from", "2026-11-23T00:00:00+01:00", "--days", "1"]
            func output(color: Bool) -> String {
                CommandRun(
                    arguments: ["rules", "simulate"] + words, environment: ["LANG": "C.UTF-8"],
                    style: Style(color: color)
                ).output
            }
            #expect(output(color: true).contains("\u{1b}[31m█"))
            #expect(!output(color: false).contains("\u{1b}"))
        }
    }

    @Test func asJSON() throws {
        try with { rules in
            let run = run(
                "--rules", rules, "--from", "2026-11-23T12:00:00+01:00", "--days", "1",
                "--target", "social", "--json")
            let data = Data(run.output.utf8)
            let object = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(
                object.keys.sorted() == [
                    "decisions", "from", "history", "summary", "targets", "timeZone", "to",
                ])
            #expect(object["timeZone"] as? String == "Europe/Berlin")
            #expect(object["history"] as? String == "none")
            let decisions = try #require(object["decisions"] as? [[String: Any]])
            #expect(decisions.compactMap { $0["verdict"] as? String } == ["block", "unblock"])
            #expect(decisions.allSatisfy { $0["target"] as? String == "social" })
        }
    }

    @Test(arguments: [
        (
            ["--from", "2026-11-23", "--to", "2026-11-22"], "the end must be after the start", 64
        ),
        (
            ["--from", "2026-11-23", "--to", "2037-11-22"],
            "a simulation can cover at most ten years", 64
        ),
        (["--from", "1960-11-23", "--to", "1960-11-24"], "the years 1970 to 9998", 64),
        (["--days", "0"], "--days must be between 1 and 3653", 64),
        (["--days", "1", "--from", "2026-11-23", "--to", "2026-11-24"], "give at most two of", 64),
        (["--history", "/nowhere/at/all"], "/nowhere/at/all does not exist", 1),
        (["--target", "cars"], "the rules have no target \"cars\"", 1),
        (["--history", "real"], "soteria", 69),
    ])
    func refusals(words: [String], message: String, status: Int) throws {
        try with { rules in
            let run = CommandRun(arguments: ["rules", "simulate", "--rules", rules] + words)
            #expect(Int(run.status) == status)
            #expect(run.error.contains(message), "\(run.error)")
            #expect(run.output.isEmpty)
        }
    }

    @Test func rulesWithErrorsAreShown() throws {
        try with("version: 1\ntargets: 3\n") { rules in
            let run = run("--rules", rules, "--days", "1")
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.error.contains("10-own.yaml:2:"))
        }
    }

    @Test func theDaemonGoesThroughItsRecord() throws {
        let daemon = try FakeDaemon([
            RulesAPI.Simulate.method: .streaming { call in
                let asked = try call.decode(RulesAPI.Simulate.Parameters.self)
                guard asked.history == .real, asked.files == nil else {
                    return call.fail(RulesAPI.Busy().varlinkError)
                }
                call.reply(
                    RulesAPI.Simulate.Reply(
                        at: "2026-11-23T00:00:00+01:00", decisions: [],
                        timeZone: "Europe/Berlin",
                        targets: [.init(target: "shopping", name: "Shopping", blocked: true)]),
                    continues: true)
                call.reply(
                    RulesAPI.Simulate.Reply(
                        at: "2026-11-24T00:00:00+01:00",
                        decisions: [
                            .init(
                                at: "2026-11-23T06:00:00+01:00", target: "shopping",
                                name: "Shopping", verdict: .unblock, restrictions: [],
                                cause: "grant", grantedUntil: "2026-11-23T06:15:00+01:00")
                        ],
                        summary: .init(
                            targets: [
                                .init(
                                    target: "shopping", name: "Shopping", seconds: 21_600, times: 0)
                            ], requests: 2, kept: 1, unblocked: 1, attempts: 4, autoProtections: 0,
                            highestRisk: FixedPoint(thousandths: 550))))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun(
            "rules", "simulate", "--history", "real", "--from", "2026-11-23", "--days", "1",
            daemon: daemon, environment: ["LANG": "C"])
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(run.output.contains("06:00:00  Shopping  open until 06:15 (in 15 min)"))
        #expect(run.output.contains("Mon 23 Nov ############...................................."))
        #expect(run.output.contains("Shopping          blocked 6 h, from the beginning"))
        #expect(run.output.contains("Requests          2, 1 kept, 1 unblocked"))
        #expect(run.output.contains("Attempts          4"))
    }

    @Test(arguments: [
        (
            RulesAPI.NoHistory(since: "2026-11-23T06:00:00+01:00") as any TypedError,
            "the record begins on 2026-11-23 at 06:00"
        ), (RulesAPI.NoHistory() as any TypedError, "nothing has been recorded yet"),
        (RulesAPI.Busy() as any TypedError, "running other simulations"),
        (RulesAPI.NoSuchTarget(target: "cars") as any TypedError, "no target \"cars\""),
        (RulesAPI.InvalidSpan(problem: .tooLong) as any TypedError, "at most ten years"),
    ])
    func whatTheDaemonRefuses(error: any TypedError, words: String) throws {
        let daemon = try FakeDaemon([
            RulesAPI.Simulate.method: .streaming { $0.fail(error.varlinkError) }
        ])
        defer { daemon.stop() }
        let run = CommandRun("rules", "simulate", "--history", "real", daemon: daemon)
        #expect(run.status != 0 && run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
    }
}
