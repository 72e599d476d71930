import API
import Testing
import Varlink

@testable import soteria

/// The doctor's findings about the agent and the notification service.
@Suite struct SessionDiagnosisTests {
    private func unit(_ changes: [String: String] = [:]) throws -> Unit {
        let runs = [
            "LoadState": "loaded", "ActiveState": "active", "SubState": "running",
            "UnitFileState": "enabled", "NRestarts": "0", "ExecMainStatus": "0",
        ]
        let text = runs.merging(changes) { $1 }.map { "\($0.key)=\($0.value)\n" }.joined()
        return try #require(Unit(showing: text))
    }

    private func found(
        _ agent: Unit?, subscribers: Int = 2,
        notifications: Installation.NotificationService = .unknown
    ) -> Diagnosis {
        var found = Installation(socket: .success("/run/s"))
        var status = SampleReplies.status
        status.subscribers = subscribers
        found.daemon = .status(status)
        found.agent = agent
        found.notifications = notifications
        return Diagnosis(found: found)
    }

    @Test func everyStateOfTheAgentHasItsAdvice() throws {
        let cases: [([String: String], Finding.State, String)] = [
            (["LoadState": "not-found"], .bad, "systemd/install"),
            (["LoadState": "masked"], .hint, "unmask"),
            (["ActiveState": "inactive"], .bad, "systemctl --user start soteria-agent"),
            (
                ["ActiveState": "inactive", "UnitFileState": "disabled"], .bad,
                "systemctl --user enable --now soteria-agent"
            ),
            (["UnitFileState": "disabled"], .bad, "systemctl --user enable soteria-agent"),
            (["ActiveState": "failed", "ExecMainStatus": "1"], .bad, "journalctl --user"),
            (["NRestarts": "3"], .hint, "journalctl --user"),
        ]
        for (changes, state, advice) in cases {
            let finding = try #require(found(unit(changes)).agent)
            #expect(finding.state == state)
            #expect(finding.advice?.contains(advice) == true, "\(finding)")
        }
    }

    @Test func asItShouldBeItSaysWhatTheAgentSays() throws {
        #expect(
            try found(unit()).agent == .good("Agent", "soteria-agent.service is running."))
        #expect(
            try found(unit(["StatusText": "2 apps are frozen\u{1b}"])).agent
                == .good("Agent", "soteria-agent.service is running (2 apps are frozen\u{FFFD})."))
    }

    @Test func aSecondAgentIsNamed() throws {
        let failed = try unit(["ActiveState": "failed", "ExecMainStatus": "78"])
        #expect(found(failed).agent?.text.contains("78: another agent is running") == true)
    }

    @Test func anAgentThatIsNotConnectedIsSeen() throws {
        let finding = try #require(found(unit(), subscribers: 0).agent)
        #expect(finding.state == .hint && finding.text.contains("not connected"))
    }

    @Test func withoutAManagerNothingIsSaid() {
        #expect(found(nil).agent == nil && found(nil).notifications == nil)
    }

    @Test func theNotificationServiceMatters() throws {
        let agent = try unit()
        func finding(_ service: Installation.NotificationService) -> Finding? {
            found(agent, notifications: service).notifications
        }
        #expect(finding(.unknown) == nil)
        #expect(finding(.runs)?.state == .good && finding(.startable)?.state == .good)
        #expect(finding(.missing)?.state == .hint)
        #expect(finding(.missing)?.advice?.contains("soteria prompts --follow") == true)
    }

    @Test func withoutAnAgentNobodyAsksForNotifications() throws {
        let stopped = try unit(["ActiveState": "inactive"])
        #expect(found(stopped, notifications: .missing).notifications == nil)
    }

    // MARK: What is looked at

    /// State and text of what a doctor whose bus answers so finds of notifications.
    private func examined(_ bus: @escaping @Sendable (String) -> String?) throws -> [String] {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun(
            "doctor", "--json", daemon: daemon, environment: ["HOME": "/nowhere"],
            run: { program, arguments in
                if program == "busctl" {
                    let answer = bus(arguments[5])
                    return ProgramResult(status: answer == nil ? 1 : 0, output: answer ?? "")
                }
                return ProgramResult(
                    status: 0,
                    output: "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\n")
            })
        let findings = try JSON(parsing: run.output.utf8)["findings"]?.arrayValue ?? []
        return findings.filter { $0["area"]?.stringValue == "Notifications" }.map {
            "\($0["state"]?.stringValue ?? "") \($0["text"]?.stringValue ?? "")"
        }
    }

    @Test func theBusIsAsked() throws {
        #expect(try examined { _ in "b true\n" } == ["good A notification service is running."])
        let startable = try examined { question in
            question == "NameHasOwner" ? "b false\n" : "as 1 \"org.freedesktop.Notifications\"\n"
        }
        #expect(startable == ["good A notification service will be started when it is needed."])
        let missing = try examined { $0 == "NameHasOwner" ? "b false\n" : "as 1 \"x.y\"\n" }
        #expect(missing.count == 1 && missing[0].hasPrefix("hint This desktop has no"))
        #expect(try examined { _ in nil } == [])
        #expect(try examined { _ in "no\n" } == [])
    }
}
