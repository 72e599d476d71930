import API
import Testing
import Varlink

@testable import soteria

/// `soteria events`.
@Suite struct EventTests {
    private func words(_ kind: String, _ fact: JSONObject) -> String {
        EventText.words(.init(sequence: 1, at: Household.now, kind: kind, fact: fact))
    }

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
                == Household.events[2])
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

    @Test func everyKindHasWords() {
        #expect(words("daemonStarted", ["version": "0.1.0"]) == "version 0.1.0")
        #expect(words("daemonStopped", [:]) == "")
        #expect(words("storeReplaced", ["setAside": "/a"]) == "the old record lies at /a")
        #expect(
            words("storeFailed", ["refused": "switched"])
                == "switched could not be written, so it did not happen")
        #expect(
            words(
                "rulesLoaded",
                ["fingerprint": "0123456789abcdef", "files": ["/x/a.yaml", "b.yaml"]])
                == "0123456789ab from a.yaml, b.yaml")
        #expect(words("clockJumped", ["seconds": -36_000]) == "by −10 h")
        #expect(
            words("clockAdopted", ["seconds": 60, "reason": "synchronised"])
                == "by 1 min, synchronised")
        #expect(
            words("zoneChanged", ["from": "UTC", "to": "Asia/Tokyo"]) == "from UTC to Asia/Tokyo")
        #expect(words("quietHoursEnded", ["schedule": "nights"]) == "nights")
        #expect(
            words(
                "protectionStarted",
                [
                    "id": 18, "kind": "manual_protection", "name": "An hour", "strict": false,
                    "targets": ["shopping", "social"], "seconds": 3600,
                ]) == "An hour (18) on shopping, social for 1 h")
        #expect(words("protectionEnded", ["id": 18]) == "18")
        #expect(words("switched", ["schedule": "nights", "on": false]) == "nights off")
        #expect(words("switched", ["target": "games", "on": true]) == "games on")
        #expect(words("switched", ["autoProtection": "risk", "on": false]) == "risk off")
        #expect(words("switchCleared", ["schedule": "nights"]) == "nights")
        #expect(words("switchCleared", ["autoProtection": "risk"]) == "risk")
        #expect(
            words("decided", ["target": "a", "verdict": "unblock", "cause": "clock"])
                == "a open (clock)")
        #expect(
            words("decided", ["target": "a", "verdict": "update", "cause": "clock"])
                == "a stays blocked (clock)")
    }

    @Test func whatIsNotKnownOrNotWholeIsShownAsItIs() {
        #expect(words("moonRose", ["phase": "full"]) == "{\"phase\":\"full\"}")
        #expect(words("decided", [:]) == "  ()")
        #expect(words("clockJumped", ["seconds": "x"]) == "by 0 s")
    }
}
