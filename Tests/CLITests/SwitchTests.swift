import API
import Testing
import Varlink

@testable import soteria

/// The commands that change something, as seen by the daemon and by the person.
@Suite struct SwitchTests {
    /// A daemon that answers one method only if it is asked exactly this.
    private func daemon(_ method: String, expecting: JSONObject, _ reply: JSON) throws -> FakeDaemon
    {
        try FakeDaemon([
            method: Method { call in
                guard call.parameters == expecting else {
                    throw VarlinkError("org.example.Unexpected", call.parameters)
                }
                call.reply(reply)
            }
        ])
    }

    @Test(arguments: [("enable", true), ("disable", false)])
    func schedules(command: String, enabled: Bool) throws {
        var schedule = SampleReplies.schedule
        schedule.enabled = enabled
        schedule.switched = true
        schedule.active = false
        let daemon = try daemon(
            "org.soteria.quiethours.SetEnabled",
            expecting: ["schedule": "nights", "enabled": .bool(enabled)],
            JSON(encoding: QuietHoursAPI.SetEnabled.Reply(schedule: schedule)))
        defer { daemon.stop() }
        let run = CommandRun("quiet-hours", command, "nights", daemon: daemon)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("○ Financial quiet mode (nights, strict)\n"))
        #expect(run.output.contains("switched off by you") == !enabled)
    }

    @Test(arguments: [("enable", true), ("disable", false)])
    func autoProtections(command: String, enabled: Bool) throws {
        var rule = SampleReplies.autoProtection
        rule.enabled = enabled
        rule.switched = true
        rule.until = nil
        let daemon = try daemon(
            "org.soteria.protection.SetAutoProtection",
            expecting: ["rule": "high_risk", "enabled": .bool(enabled)],
            JSON(encoding: ProtectionAPI.SetAutoProtection.Reply(rule: rule)))
        defer { daemon.stop() }
        let run = CommandRun("auto-protection", command, "high_risk", daemon: daemon)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("○ Auto-Protection: High Risk Detected (high_risk)\n"))
        #expect(run.output.hasSuffix(enabled ? "  watching\n" : "  switched off by you\n"))
    }

    @Test(arguments: [("monitor", true), ("ignore", false)])
    func targets(command: String, monitored: Bool) throws {
        var target = SampleReplies.target
        target.monitored = monitored
        target.blocked = false
        let daemon = try daemon(
            "org.soteria.targets.SetMonitored",
            expecting: ["target": "shopping", "monitored": .bool(monitored)],
            JSON(encoding: TargetsAPI.SetMonitored.Reply(target: target)))
        defer { daemon.stop() }
        let run = CommandRun("targets", command, "shopping", daemon: daemon)
        #expect(run.status == 0, "\(run.error)")
        let state = monitored ? "open" : "not monitored"
        #expect(run.output.hasPrefix("○ Shopping (shopping) \(state)\n"))
    }

    @Test(
        arguments: [
            ([], ["seconds": 3600]),
            (["shopping"], ["target": "shopping", "seconds": 3600]),
            (["--for", "45m"], ["seconds": 2700]),
            (["--strict"], ["seconds": 3600, "strict": true]),
            (
                ["shopping", "--for", "1d", "--name", "A day off"],
                ["target": "shopping", "seconds": 86_400, "name": "A day off"]
            ),
        ] as [([String], JSONObject)])
    func protections(arguments: [String], expecting: JSONObject) throws {
        let daemon = try daemon(
            "org.soteria.protection.Start", expecting: expecting,
            ["id": 18, "targets": ["shopping", "social"], "until": .string(SampleReplies.until)])
        defer { daemon.stop() }
        let run = CommandRun(arguments: ["protect"] + arguments, daemon: daemon)
        #expect(run.status == 0, "\(run.error)")
        // How each target stands comes from the list, whatever was asked for.
        for name in ["Shopping", "Social media"] { #expect(run.output.contains(name)) }
        #expect(
            run.output.hasSuffix(
                "blocked until 06:30 (in 7 h 12 min)\n"
                    + (arguments.contains("--strict")
                        ? "The protection is strict: you cannot unblock anything before it ends\n"
                        : "To end the protection early: soteria unblock --protection 18\n")))
    }

    @Test func explanationsAskForTheInstantThatWasNamed() throws {
        let at = "2026-12-24T22:30:00+01:00"
        let reply = ProtectionAPI.Explain.Reply(
            target: "shopping", name: "Shopping", at: at, blocked: false, monitored: true,
            rules: [])
        let daemon = try daemon(
            "org.soteria.protection.Explain",
            expecting: ["target": "shopping", "at": .string(at)], JSON(encoding: reply))
        defer { daemon.stop() }
        let run = CommandRun("explain", "shopping", "--at", at, daemon: daemon)
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output
                == "On 24 Dec 2026 at 22:30: Shopping is open\nNo rule affects this target.\n")
    }

    @Test func eventsAskForWhatWasNamed() throws {
        let daemon = try FakeDaemon([
            "org.soteria.daemon.Events": .streaming { call in
                let expected: JSONObject = [
                    "after": 3, "from": "2026-11-21T00:00:00Z", "to": "2026-11-22T00:00:00Z",
                    "kinds": ["decided"], "limit": 7, "newestFirst": true,
                ]
                guard call.parameters == expected else {
                    throw VarlinkError("org.example.Unexpected", call.parameters)
                }
                call.reply(DaemonAPI.Events.Reply(events: []))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun(
            "events", "--after", "3", "--from", "2026-11-21T00:00:00Z", "--to",
            "2026-11-22T00:00:00Z", "--kind", "decided", "-n", "7", daemon: daemon)
        #expect(run.status == 0 && run.output.isEmpty, "\(run.error)")
    }
}
