import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria doctor` from end to end, in a home of the test's own.
@Suite struct DoctorTests {
    private struct Answer: Decodable { var findings: [Finding] }

    private func home() throws -> String {
        let home = NSTemporaryDirectory() + "soteria-home-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: home + "/.local/state/soteriad", withIntermediateDirectories: true)
        return home
    }

    private static let service: @Sendable (String, [String]) -> ProgramResult = { program, _ in
        program == "systemctl"
            ? ProgramResult(
                status: 0,
                output: "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\n")
            : ProgramResult(status: 0, output: "no\n")
    }

    @Test func allIsWell() throws {
        let home = try home()
        let daemon = try FakeDaemon()
        defer {
            daemon.stop()
            try? FileManager.default.removeItem(atPath: home)
        }
        let run = CommandRun(
            "doctor", daemon: daemon, environment: ["HOME": home], run: Self.service)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("\nNo problems found.\n"))
        #expect(
            run.output.contains("✓  Service    soteriad.service is running and starts at login."))
        let json = CommandRun(
            "doctor", "--json", daemon: daemon, environment: ["HOME": home], run: Self.service)
        let answer = try JSONDecoder().decode(Answer.self, from: Data(json.output.utf8))
        #expect(answer.findings.count >= 7)
    }

    @Test func withoutADaemonItStillAnswers() throws {
        let home = try home()
        defer { try? FileManager.default.removeItem(atPath: home) }
        let run = CommandRun("doctor", environment: ["HOME": home])
        #expect(run.status == 1)
        #expect(run.output.contains("✗  Socket   There is no socket at /nowhere/soteria."))
        #expect(run.output.contains("!  Service"))
        #expect(run.output.hasSuffix("1 problem found.\n"))
    }

    @Test func aSocketThatNobodyListensOnIsSeen() throws {
        let home = try home()
        let path = home + "/left-behind"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let daemon = try FakeDaemon()
        // A hard link keeps the socket's file when its server removes the name it knows.
        try FileManager.default.linkItem(atPath: daemon.path, toPath: path)
        daemon.stop()
        let run = CommandRun("doctor", "--socket", path, environment: ["HOME": home])
        #expect(run.status == 1)
        let words = run.unwrappedOutput
        #expect(words.contains("exists, but nothing is listening there."))
    }

    @Test func leftoversAreNamed() throws {
        let home = try home()
        let state = home + "/.local/state/soteriad"
        let old = home + "/.config/soteriad"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        for path in [
            state + "/soteria.sqlite", state + "/soteria.sqlite.damaged-20261121T221500Z",
            old + "/soteria.sqlite",
        ] {
            try Data().write(to: URL(fileURLWithPath: path))
        }
        var status = SampleReplies.status
        status.store.path = state + "/soteria.sqlite"
        let reply = status
        let daemon = try FakeDaemon(["org.soteria.daemon.GetStatus": Method { $0.reply(reply) }])
        defer {
            daemon.stop()
            try? FileManager.default.removeItem(atPath: home)
        }
        let run = CommandRun(
            "doctor", daemon: daemon, environment: ["HOME": home], style: Style(width: 200),
            run: Self.service)
        #expect(run.status == 0)
        #expect(run.output.contains("\(state)/soteria.sqlite.damaged-20261121T221500Z"))
        #expect(run.output.contains("Another record was found at \(old)/soteria.sqlite."))
    }

    @Test func rulesWithErrorsAreAProblem() throws {
        let home = try home()
        let rules = home + "/.config/soteria/rules.d"
        try FileManager.default.createDirectory(atPath: rules, withIntermediateDirectories: true)
        try Data("targets: [\n".utf8).write(to: URL(fileURLWithPath: rules + "/a.yaml"))
        let daemon = try FakeDaemon()
        defer {
            daemon.stop()
            try? FileManager.default.removeItem(atPath: home)
        }
        let run = CommandRun(
            "doctor", daemon: daemon, environment: ["HOME": home], run: Self.service)
        #expect(run.status == 1)
        #expect(run.output.contains("✗  Rules") && run.output.contains("soteria rules check"))
    }
}
