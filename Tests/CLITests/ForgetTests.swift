import API
import Synchronization
import Testing
import Varlink

@testable import soteria

/// `soteria events forget`.
@Suite struct ForgetTests {
    private func run(
        _ arguments: String..., person: Person = .nobody,
        reply: DaemonAPI.Forget.Reply = .init(removed: 1204, before: "2026-06-01")
    ) throws -> (run: CommandRun, asked: [String]) {
        let days = Days()
        let daemon = try FakeDaemon([
            "org.soteria.daemon.Forget": Method { call in
                let day = try call.decode(DaemonAPI.Forget.Parameters.self).before
                days.asked.withLock { $0.append(day) }
                call.reply(reply)
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun(
            arguments: ["events", "forget"] + arguments, daemon: daemon, person: person)
        return (run, days.asked.withLock { $0 })
    }

    /// The days that the daemon was asked about.
    private final class Days: Sendable {
        let asked = Mutex([String]())
    }

    @Test func withoutQuestionsItSaysWhatStays() throws {
        let (run, asked) = try run("--before", "2026-06-01", "--yes")
        #expect(run.status == 0 && asked == ["2026-06-01"] && run.error.isEmpty)
        #expect(
            run.output == """
                Removed 1204 events from before 2026-06-01.
                The figures of those days stay, and so do streaks, goals, names, your last mood \
                and the last two answers to each check-in.
                Backups and exports that you made earlier still contain the events.

                """)
        let (late, _) = try self.run("--before", "2026-11-20", "--yes")
        #expect(late.output.contains("Later events stay, because Soteria always keeps the last"))
        let (json, _) = try self.run("--before", "2026-06-01", "--yes", "--json")
        #expect(json.output.filter { !$0.isWhitespace }.contains(#""removed":1204"#))
    }

    @Test(arguments: [("y", true), ("yes", true), ("n", false), ("", false)])
    func atATerminalItAsks(answer: String, isSure: Bool) throws {
        let (run, asked) = try run("--before", "2026-06-01", person: .typing(answer))
        #expect(run.error.contains("Permanently remove all events from before 2026-06-01?"))
        #expect(run.status == (isSure ? 0 : 1) && asked.isEmpty != isSure)
        #expect(run.error.hasSuffix("Nothing was removed.\n") != isSure)
    }

    @Test func aPipeNeedsYes() throws {
        let (run, asked) = try run("--before", "2026-06-01")
        #expect(run.status == 64 && asked.isEmpty && run.output.isEmpty)
        #expect(run.error.contains("to remove the events anyway, pass --yes"))
    }

    @Test(arguments: ["last spring", "2026-02-30", "2026-6-1", ""])
    func onlyADateIsADate(day: String) throws {
        let (run, asked) = try run("--before", day, "--yes")
        #expect(run.status == 64 && asked.isEmpty)
        #expect(run.error.contains("--before must be a date, such as 2026-06-01"))
    }
}
