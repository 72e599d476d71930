import API
import Synchronization
import Testing
import Varlink

@testable import soteria

/// A daemon that stops once a text was shown, and another that may come in its place.
private final class Restart: Sendable {
    let path: String
    private let running: Mutex<FakeDaemon?>
    private let text: String
    private let next: @Sendable (String) throws -> FakeDaemon?
    private let waits = Mutex<[Duration]>([])

    init(
        _ first: FakeDaemon, after text: String,
        then next: @escaping @Sendable (String) throws -> FakeDaemon?
    ) {
        path = first.path
        self.text = text
        running = Mutex(first)
        self.next = next
    }

    /// How long was waited in all.
    var waited: Duration { waits.withLock { $0.reduce(.zero, +) } }

    /// Stops the first daemon when the text is shown.
    @Sendable func show(_ output: String) {
        guard output.contains(text), waits.withLock({ $0.isEmpty }) else { return }
        stop()
    }

    /// The third attempt finds the next daemon.
    @Sendable func wait(_ length: Duration) {
        let count = waits.withLock { waits in
            waits.append(length)
            return waits.count
        }
        guard count == 3 else { return }
        let daemon = try? next(path)
        running.withLock { $0 = daemon }
    }

    /// Stops whichever daemon runs.
    func stop() {
        let daemon = running.withLock { running in
            defer { running = nil }
            return running
        }
        daemon?.stop()
    }
}

/// `watch` and `events --follow` across a restart of the daemon.
@Suite struct DaemonFollowerTests {
    /// Follows until the test stops it.
    private static let monitor: Method = .streaming { call in
        call.reply(
            ProtectionAPI.Monitor.Reply(targets: SampleReplies.list.targets, sequence: 17),
            continues: true)
    }
    private static let events: Method = .streaming { call in
        let asked = try call.decode(DaemonAPI.Events.Parameters.self)
        var event = SampleReplies.events[2]
        if asked.follow == true { event.sequence = 18 }
        call.reply(
            DaemonAPI.Events.Reply(events: [event]), continues: asked.follow == true)
    }

    @Test func watchShowsWhatChangedMeanwhile() throws {
        let first = try FakeDaemon(["org.soteria.protection.Monitor": Self.monitor])
        let restart = Restart(first, after: "Social") { path in
            var targets = SampleReplies.list.targets
            targets[0].blocked = false
            targets[0].until = nil
            targets[0].restrictions = []
            let reply = ProtectionAPI.Monitor.Reply(targets: targets, sequence: 18)
            return try FakeDaemon(
                ["org.soteria.protection.Monitor": .streaming { $0.reply(reply) }], at: path)
        }
        defer { restart.stop() }
        let run = CommandRun(
            "watch", environment: ["SOTERIA_SOCKET": restart.path], onOutput: restart.show,
            wait: restart.wait)
        // The second daemon ends the stream itself.
        #expect(run.status == 69)
        #expect(run.error.hasPrefix("the daemon is restarting…\nsoteria: the daemon closed"))
        #expect(
            run.output == """
                now       Shopping      blocked until 06:30 (in 7 h 12 min)  Financial quiet mode \
                (quiet hours, strict)
                now       Social media  open
                now       Shopping      open

                """)
        #expect(restart.waited == .milliseconds(1500))
    }

    @Test func aDaemonThatDoesNotComeBackIsGivenUp() throws {
        let first = try FakeDaemon(["org.soteria.protection.Monitor": Self.monitor])
        let restart = Restart(first, after: "Social") { _ in nil }
        let run = CommandRun(
            "watch", "--json", environment: ["SOTERIA_SOCKET": restart.path],
            onOutput: restart.show, wait: restart.wait)
        #expect(run.status == 69)
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(
            run.error.hasPrefix(
                "the daemon is restarting…\nsoteria: the daemon is not running"))
        #expect(run.error.split(separator: "restarting").count == 2)
        #expect(restart.waited == .seconds(30))
    }

    @Test(arguments: [(18, 18), (3, 0)])
    func eventsGoOnAfterTheLastOneSeen(sequence: Int, after: Int) throws {
        let first = try FakeDaemon(["org.soteria.daemon.Events": Self.events])
        let restart = Restart(first, after: "\"sequence\":18") { path in
            var list = SampleReplies.list
            list.sequence = sequence
            let state = list
            return try FakeDaemon(
                [
                    "org.soteria.protection.List": Method { $0.reply(state) },
                    "org.soteria.daemon.Events": .streaming { call in
                        let asked = try call.decode(DaemonAPI.Events.Parameters.self)
                        // The number asked for comes back as that of the next event.
                        let event = DaemonAPI.Event(
                            sequence: (asked.after ?? 0) + 1, at: SampleReplies.now,
                            kind: "daemonStopped", fact: [:])
                        call.reply(DaemonAPI.Events.Reply(events: [event]))
                    },
                ], at: path)
        }
        defer { restart.stop() }
        let run = CommandRun(
            "events", "--follow", "--json", environment: ["SOTERIA_SOCKET": restart.path],
            onOutput: restart.show, wait: restart.wait)
        #expect(run.status == 69 && run.error.hasPrefix("the daemon is restarting…\n"))
        let numbers = try run.output.split(separator: "\n").map {
            try JSON(parsing: $0.utf8)["sequence"]?.intValue
        }
        #expect(numbers == [17, 18, Int64(after) + 1])
    }

    @Test func whatWasRefusedIsNotTriedAgain() throws {
        let daemon = try FakeDaemon([
            "org.soteria.protection.Monitor": .streaming { call in
                call.reply(
                    ProtectionAPI.Monitor.Reply(targets: [], sequence: 1), continues: true)
                throw VarlinkError("org.example.Broken", [:])
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("watch", daemon: daemon)
        #expect(run.status == 1 && run.error.contains("org.example.Broken"))
        #expect(!run.error.contains("restarting"))
    }
}
