import API
import Testing
import Varlink

@testable import soteria

/// `soteria events`.
@Suite struct EventTests {
    @Test func eventsComeOldestFirst() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        #expect(
            CommandRun("events", daemon: daemon).output == """
                    15  2026-11-21 22:59:58  riskAssessed       0.400 moderate: late_night
                    16  2026-11-21 23:00:00  quietHoursBegan    nights until 06:30
                    17  2026-11-21 23:00:00  decided            shopping blocked until 06:30 (schedule)

                """)
        #expect(
            CommandRun("events", "-n", "1", daemon: daemon).output.hasPrefix("    17  "))
        #expect(
            CommandRun("events", "--limit", "0", daemon: daemon).output
                == CommandRun("events", daemon: daemon).output)
        let kinds = CommandRun(
            "events", "--kind", "decided", "--kind", "riskAssessed", daemon: daemon)
        #expect(kinds.output.split(separator: "\n").count == 2)
        let json = CommandRun("events", "--json", "--after", "16", daemon: daemon)
        #expect(
            try JSON(parsing: json.output).decode(as: DaemonAPI.Event.self)
                == SampleReplies.events[2])
    }

    @Test func followingGoesOnWhereTheListEnds() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("events", "--follow", "--json", daemon: daemon)
        // The fake daemon ends the stream at once; no event comes twice.
        #expect(run.status == 69)
        #expect(run.output.split(separator: "\n").count == 3)
    }

    @Test func anUnknownKindIsAMistakeThatNamesTheKnownOnes() {
        let run = CommandRun("events", "--kind", "bogus")
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.contains("'bogus'"))
        for kind in ["daemonStarted", "clockJumped", "protectionEnded", "decided", "riskAssessed"] {
            #expect(run.error.contains("\n  - \(kind)\n"))
        }
    }

    @Test func theShellCompletesKinds() {
        let run = CommandRun("--generate-completion-script", "bash")
        #expect(run.output.contains("quietHoursBegan") && run.output.contains("riskAssessed"))
    }

    @Test func thatThereAreNoneIsSaidToAPersonOnly() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let none = ["events", "--after", "99"]
        let shown = CommandRun(arguments: none, daemon: daemon, isTerminal: true)
        #expect(shown.status == 0 && shown.output == "No events.\n")
        #expect(CommandRun(arguments: none, daemon: daemon).output.isEmpty)
        let json = CommandRun(arguments: none + ["--json"], daemon: daemon, isTerminal: true)
        #expect(json.status == 0 && json.output.isEmpty)
    }

    @Test func aRecordThatCannotBeReadIsANo() throws {
        let daemon = try FakeDaemon([
            "org.soteria.daemon.Events": .streaming { _ in
                throw DaemonAPI.StoreUnavailable(reason: "the disk is full").varlinkError
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("events", daemon: daemon)
        #expect(run.status == 1)
        #expect(run.error == "soteria: the record cannot be read: the disk is full\n")
    }

    @Test func aKindWithoutWordsIsShownAsItIs() {
        let event = DaemonAPI.Event(
            sequence: 1, at: SampleReplies.now, kind: "moonRose", fact: ["phase": "full"])
        #expect(EventText.words(event) == "{\"phase\":\"full\"}")
    }

    @Test func wordsKeepToTheirLine() {
        let event = DaemonAPI.Event(
            sequence: 1, at: SampleReplies.now, kind: "goalAdded", fact: [:], text: "a\nb\u{1b}")
        let line = EventText.line(event, Style())
        #expect(line.hasSuffix("\n") && line.filter(\.isNewline).count == 1)
        #expect(!line.contains("\u{1b}"))
    }
}
