import API
import Foundation
import Synchronization
import Testing
import Varlink

@testable import soteria

/// `soteria status --waybar`.
@Suite struct BarLineTests {
    private static func list(_ targets: ProtectionAPI.TargetState...)
        -> ProtectionAPI.List.Reply
    {
        .init(now: SampleReplies.now, sequence: 17, targets: targets)
    }

    private static func target(
        _ name: String, until: String? = nil, strict: Bool? = nil, granted: String? = nil,
        monitored: Bool = true
    ) -> ProtectionAPI.TargetState {
        .init(
            target: name.lowercased(), name: name, blocked: strict != nil, strict: strict ?? false,
            until: until,
            restrictions: strict.map {
                [.init(kind: .budget, rule: "b", name: "Enough", until: until, strict: $0)]
            } ?? [], monitored: monitored, sites: 1, apps: 1, grantedUntil: granted)
    }

    @Test func oneBlockedTargetIsNamed() {
        let line = BarLine(SampleReplies.list)
        #expect(line.text == "Shopping until 06:30" && line.shortText == "1")
        #expect(line.class == "strict" && line.alt == "strict" && line.state == "Info")
        #expect(line.percentage == 50)
        #expect(
            line.tooltip == """
                Shopping: blocked until 06:30, Financial quiet mode (quiet hours, strict)
                Social media: open
                """)
    }

    @Test func severalAreCountedUntilTheFirstEnd() {
        let line = BarLine(
            Self.list(
                Self.target("A", until: "2026-11-22T06:30:00+01:00", strict: false),
                Self.target("B", until: "2026-11-22T01:00:00+01:00", strict: true)))
        #expect(line.text == "2 targets until 01:00" && line.class == "blocked")
        #expect(line.percentage == 100 && line.shortText == "2")
    }

    @Test func anEndThatIsNotKnownIsNotSaid() {
        let line = BarLine(
            Self.list(
                Self.target("A", until: SampleReplies.until, strict: false),
                Self.target("B", strict: false)))
        #expect(line.text == "2 targets")
        #expect(line.tooltip.hasSuffix("B: blocked, Enough (budget used up)"))
    }

    @Test func aPermissionIsMorePressingThanABlock() {
        let line = BarLine(
            Self.list(
                Self.target("A", strict: true),
                Self.target("B", granted: "2026-11-21T23:33:00+01:00")))
        #expect(line.text == "B open until 23:33" && line.class == "granted")
        #expect(line.state == "Warning" && line.percentage == 50)
        #expect(line.tooltip.hasSuffix("B: open until 23:33"))
    }

    @Test func whatIsNotMonitoredDoesNotCount() {
        let line = BarLine(
            Self.list(
                Self.target("A"), Self.target("B", granted: SampleReplies.until, monitored: false)))
        #expect(line.text == "open" && line.class == "open" && line.percentage == 0)
        #expect(line.tooltip == "A: open\nB: not monitored" && line.state == "Idle")
    }

    @Test func withoutTargetsThatIsSaid() {
        let line = BarLine(Self.list())
        #expect(line.text == "open" && line.tooltip == "No rule file defines a target.")
    }

    @Test func markupIsMadeHarmless() {
        let line = BarLine(
            Self.list(Self.target("<b>R&D</b> \"x\" 'y'\n\u{1b}[2J", strict: false)))
        let safe = "&lt;b&gt;R&amp;D&lt;/b&gt; &quot;x&quot; &#39;y&#39;"
        #expect(line.text.hasPrefix(safe) && line.tooltip.hasPrefix(safe))
        #expect(line.fullText == line.text)
        #expect(!line.text.contains("\u{1b}") && !line.text.contains("\n"))
    }

    @Test func theObjectHasTheMembersThatBarsKnow() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("status", "--waybar", daemon: daemon)
        #expect(run.status == 0 && run.output.filter { $0 == "\n" }.count == 1)
        let json = try JSON(parsing: run.output.utf8)
        for name in ["text", "alt", "tooltip", "class", "full_text", "short_text", "state"] {
            #expect(json[name]?.stringValue != nil, "\(name)")
        }
        #expect(json["percentage"]?.intValue == 50 && json["markup"]?.stringValue == "pango")
        #expect(CommandRun("status", "--i3status", daemon: daemon).output == run.output)
        #expect(CommandRun("--waybar", daemon: daemon).output == run.output)
    }

    @Test func aBarIsToldThatTheDaemonIsGone() throws {
        let run = CommandRun("status", "--waybar")
        #expect(run.status == 0 && run.error == "")
        let json = try JSON(parsing: run.output.utf8)
        #expect(json["class"]?.stringValue == "gone" && json["state"]?.stringValue == "Critical")
    }

    @Test func followingGoesOnUntilSomethingElseIsWrong() throws {
        let path = NSTemporaryDirectory() + "soteria-bar-\(UUID().uuidString.prefix(8))"
        let waits = Waits()
        let run = CommandRun(
            "status", "--waybar", "--follow", environment: ["SOTERIA_SOCKET": path],
            wait: { length in
                waits.add(length) {
                    // The third attempt finds a daemon that says two things, and then fails.
                    try? FakeDaemon(
                        [
                            "org.soteria.protection.Monitor": .streaming { call in
                                let decision = ProtectionAPI.Monitor.Reply(
                                    decision: SampleReplies.decision)
                                call.reply(decision, continues: true)
                                call.reply(decision, continues: true)
                                throw VarlinkError("org.example.Broken", [:])
                            }
                        ], at: path)
                }
            })
        waits.stop()
        #expect(run.status == 1 && run.error.contains("org.example.Broken"))
        let classes = try run.output.split(separator: "\n").map {
            try JSON(parsing: $0.utf8)["class"]?.stringValue
        }
        // An unchanged line is not shown again.
        #expect(classes == ["gone", "strict"])
        #expect(waits.all == [.milliseconds(500), .seconds(1), .seconds(2)])
    }

    @Test(arguments: [["status", "--follow"], ["--follow"]])
    func mistakesAreRefused(arguments: [String]) {
        #expect(CommandRun(arguments: arguments).status == 64)
    }
}

/// The waits of a run, the third of which something is begun in.
private final class Waits: Sendable {
    private let state = Mutex<(all: [Duration], daemon: FakeDaemon?)>(([], nil))

    var all: [Duration] { state.withLock { $0.all } }

    func add(_ length: Duration, third: () -> FakeDaemon?) {
        let count = state.withLock { state in
            state.all.append(length)
            return state.all.count
        }
        guard count == 3 else { return }
        let daemon = third()
        state.withLock { $0.daemon = daemon }
    }

    func stop() { state.withLock { $0.daemon }?.stop() }
}
