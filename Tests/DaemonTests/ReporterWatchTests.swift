import API
import Engine
import Foundation
import RuleModel
import Testing

@testable import soteriad

/// A reporter that stays away while something is blocked.
@Suite struct ReporterWatchTests {
    private let directory = NSTemporaryDirectory() + "soteria-" + UUID().uuidString

    private func evening() throws -> (harness: Harness, agent: Reporter) {
        let harness = try Harness(rules: nights)
        let agent = try Reporter(harness)
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false))
        // 22:45, a quarter of an hour into the night.
        try harness.pass(minutes: 165)
        return (harness, agent)
    }

    /// Time passes, minute tick by minute tick.
    private func wait(_ harness: Harness, minutes: Int) throws {
        for _ in 0..<minutes { try harness.pass(minutes: 1) }
    }

    /// The first tick misses the reporter, the sixth has missed it for five minutes.
    @Test func itIsRecordedOnce() throws {
        let (harness, agent) = try evening()
        defer { harness.remove() }
        try agent.die()
        try wait(harness, minutes: 5)
        #expect(try harness.facts("reporterLost").isEmpty)
        try wait(harness, minutes: 30)
        let lost = try harness.facts("reporterLost")
        #expect(lost.map(\.fact) == [["seconds": 300]])
        #expect(lost.first?.text == "for 5 min")
        let incident = try #require(
            try harness.call(DaemonAPI.GetStatus.self, .init()).incidents.first)
        #expect(incident.kind == .reporterLost && incident.what == [])
        let entry = try #require(harness.entries.of(.reporterLost).first)
        #expect(entry.fields["SOTERIA_SECONDS"] == "300")
        // One that comes back and goes again is another absence.
        let again = try Reporter(harness)
        try again.call(UsageAPI.SetIdle.self, .init(idle: false))
        try wait(harness, minutes: 1)
        try again.die()
        try wait(harness, minutes: 30)
        #expect(try harness.facts("reporterLost").count == 2)
        try harness.stop()
    }

    @Test func aRestartOfTheReporterIsNone() throws {
        let (harness, agent) = try evening()
        defer { harness.remove() }
        try agent.die()
        try wait(harness, minutes: 4)
        let again = try Reporter(harness)
        try again.call(UsageAPI.SetIdle.self, .init(idle: false))
        try wait(harness, minutes: 30)
        #expect(try harness.facts("reporterLost").isEmpty)
        try harness.stop()
    }

    @Test func whatNeverReportedOrIsGoneWhileAllIsOpenIsNotMissed() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try wait(harness, minutes: 300)
        #expect(try harness.facts("reporterLost").isEmpty)
        try harness.stop()

        let open = try Harness(rules: "")
        defer { open.remove() }
        let agent = try Reporter(open)
        try agent.call(UsageAPI.SetIdle.self, .init(idle: false))
        try wait(open, minutes: 1)
        try agent.die()
        try wait(open, minutes: 60)
        #expect(try open.facts("reporterLost").isEmpty)
        try open.stop()
    }

    @Test func theTimeIsCountedFromTheBlock() {
        var watch = ReporterWatch()
        func see(_ isThere: Bool, _ isBlocking: Bool, _ minutes: Int64) -> TimeSpan? {
            watch.observe(isThere: isThere, isBlocking: isBlocking, elapsed: .minutes(minutes))
        }
        #expect(see(false, true, 0) == nil)
        #expect(see(true, false, 60) == nil)
        #expect(see(false, false, 61) == nil)
        #expect(see(false, false, 90) == nil)
        #expect(see(false, true, 91) == nil)
        #expect(see(false, true, 95) == nil)
        #expect(see(false, true, 96) == .minutes(5))
        watch.stopExpecting()
        #expect(see(false, true, 200) == nil)
    }

    @Test(arguments: [
        ("STATE=active\n", true), ("# x\nNAME=a\nSTATE=online\n", true),
        ("STATE=lingering\nNAME=a", false), ("STATE=closing", false), ("STATE=offline", false),
        ("", true),
    ])
    func aPersonWhoLoggedOutHasNoSession(text: String, hasSession: Bool) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try text.write(toFile: directory + "/1000", atomically: true, encoding: .utf8)
        #expect(LoginState(path: directory + "/1000").hasSession == hasSession)
        #expect(LoginState(path: directory + "/none").hasSession)
    }

    /// The sessions that are left after the desktop's was closed.
    @Test(
        arguments: [
            (["TYPE=wayland\nCLASS=user\nREMOTE=0"], true), (["TYPE=x11\nREMOTE=1"], true),
            (["TYPE=tty\nCLASS=user\nREMOTE=1\nSERVICE=sshd"], false),
            (["TYPE=tty\nCLASS=user\nREMOTE=0"], true), (["TYPE=unspecified\nCLASS=user"], false),
            (["TYPE=unspecified\nCLASS=manager"], false), (["TYPE=wayland\nSTATE=closing"], false),
            (["TYPE=tty\nREMOTE=1", "TYPE=wayland\nCLASS=user"], true), ([], true), ([nil], true),
        ] as [([String?], Bool)])
    func aLoginFromElsewhereHasNoDesktop(sessions: [String?], hasSession: Bool) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (id, text) in sessions.enumerated() {
            try text?.write(toFile: "\(directory)/\(id)", atomically: true, encoding: .utf8)
        }
        let ids = sessions.indices.map(String.init).joined(separator: " ")
        try "STATE=active\nSESSIONS=\(ids)\n".write(
            toFile: directory + "/user", atomically: true, encoding: .utf8)
        let login = LoginState(path: directory + "/user", sessions: directory)
        #expect(login.hasSession == hasSession)
    }

    @Test func afterALogoutNobodyIsMissed() throws {
        let (harness, agent) = try evening()
        defer { harness.remove() }
        let file = harness.directory + "/login"
        try "STATE=lingering\n".write(toFile: file, atomically: true, encoding: .utf8)
        try agent.die()
        try wait(harness, minutes: 30)
        #expect(try harness.facts("reporterLost").isEmpty)
        try harness.stop()
    }
}
