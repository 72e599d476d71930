import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// On the socket an executable is an app, by its path as the rules name it.
@Suite struct ExecutableTests {
    private static let path = "/usr/games/supertux2"
    private static let rules = """
        targets:
          games:
            name: Games
            apps: [org.game.App]
            executables: [\(path), /opt/other/run]
            on_block: stop
            kill: true
        quiet_hours:
          nights: {block: [games], ranges: [{days: daily, time: "22:30-06:30"}]}
        unblock: {wait: {planned: 20s, impulse: 20s}}
        """

    /// In the night, at 23:00.
    private func night() throws -> Harness {
        let harness = try Harness(rules: Self.rules)
        try harness.pass(minutes: 180)
        return harness
    }

    @Test func whatBelongsToATarget() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let target = try #require(try harness.call(TargetsAPI.List.self, .init()).targets.first)
        #expect(target.apps == ["org.game.App"] && target.appCount == 1)
        #expect(target.executables == [Self.path, "/opt/other/run"])
        #expect(target.executableCount == 2)
        #expect(target.enforcement == .stop && target.kill)
        let state = try #require(try harness.call(ProtectionAPI.List.self, .init()).targets.first)
        #expect(state.apps == 3 && state.sites == 0)
        try harness.stop()
    }

    @Test func aLongListIsCutShort() throws {
        let paths = (0..<150).map { "/opt/\($0)" }
        let harness = try Harness(
            rules: "targets: {a: {executables: [\(paths.joined(separator: ", "))]}}")
        defer { harness.remove() }
        let target = try #require(try harness.call(TargetsAPI.List.self, .init()).targets.first)
        #expect(target.executables == Array(paths.prefix(100)) && target.executableCount == 150)
        try harness.stop()
    }

    @Test func itIsCheckedAndAttempted() throws {
        let harness = try night()
        defer { harness.remove() }
        let check = try harness.call(ProtectionAPI.Check.self, .init(app: Self.path))
        #expect(check.blocked && check.targets == ["games"])
        #expect(check.until == "2026-11-19T06:30:00+01:00")
        for other in ["supertux2", "/usr/games/supertux", "/usr/games/supertux2/", "/"] {
            let check = try harness.call(ProtectionAPI.Check.self, .init(app: other))
            #expect(!check.blocked && check.targets.isEmpty, "\(other)")
        }
        let attempt = try harness.call(UnblockAPI.Attempt.self, .init(app: Self.path))
        #expect(attempt.blocked && attempt.targets == ["games"])
        let prompt = try #require(try harness.prompts().first { $0.kind == .blockedOpened })
        #expect(prompt.app == Self.path && prompt.site == nil)
        // People are shown the program, not where it lies.
        #expect(prompt.text.hasPrefix("supertux2 belongs to Games"))
        try harness.stop()
    }

    /// The record says that it was thawed, and so does the journal, without a name.
    @Test func itIsThawedByHand() throws {
        let harness = try night()
        defer { harness.remove() }
        let attempt = try harness.call(
            UnblockAPI.Attempt.self, .init(app: "org.game.App", thawed: true))
        #expect(attempt.blocked)
        var events: [DaemonAPI.Event] = []
        try harness.client().callMore(
            DaemonAPI.Events.method, DaemonAPI.Events.Parameters(kinds: ["attempted"])
        ) { reply in
            events += try JSON.object(reply).decode(as: DaemonAPI.Events.Reply.self).events
            return .continue
        }
        let event = try #require(events.last)
        #expect(event.text == "org.game.App (games), thawed")
        #expect(event.fact["thawed"] == .bool(true))
        #expect(
            harness.entries.of(.attempted).map(\.message) == [
                "Somebody thawed a frozen app of Games."
            ])
        try harness.stop()
    }

    @Test func aThawIsObeyedAsTheRulesSay() throws {
        let harness = try Harness(
            rules: Self.rules.replacingOccurrences(
                of: "on_block: stop\n    kill: true", with: "on_thaw: stop"))
        defer { harness.remove() }
        let target = try #require(try harness.call(TargetsAPI.List.self, .init()).targets.first)
        #expect(target.enforcement == .freeze && target.onThaw == .stop)
        try harness.stop()
    }

    @Test func itHasANameOfItsOwn() throws {
        let harness = try night()
        defer { harness.remove() }
        let named = try harness.call(
            TargetsAPI.SetName.self, .init(app: Self.path, name: "The penguin")
        ).targets
        #expect(named.map(\.target) == ["games"])
        _ = try harness.call(TargetsAPI.SetName.self, .init(app: "org.game.App", name: "The game"))
        #expect(
            try harness.call(TargetsAPI.List.self, .init()).targets.first?.names == [
                .init(app: "org.game.App", name: "The game"),
                .init(app: Self.path, name: "The penguin"),
            ])
        _ = try harness.call(UnblockAPI.Attempt.self, .init(app: Self.path))
        #expect(try harness.prompts().first?.text.hasPrefix("The penguin belongs") == true)
        #expect(
            try harness.refusal(TargetsAPI.SetName.self, .init(app: "/usr/bin/x", name: "x"))
                == TargetsAPI.NoSuchPlace(place: "/usr/bin/x").varlinkError)
        try harness.stop()
    }

    @Test func itIsAskedForAndOpened() throws {
        let harness = try night()
        defer { harness.remove() }
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(app: Self.path), intent: .init(purpose: .planned))
        ).request
        #expect(request.place == .init(app: Self.path) && request.targets == ["games"])
        try harness.pass(seconds: 20)
        let grant = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        #expect(grant.grant?.targets == ["games"])
        #expect(try !harness.isBlocked("games"))
        try harness.stop()
    }

    @Test func itsUseIsCounted() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let reporter = try harness.client()
        let opened = try reporter.call(
            UsageAPI.Opened.method, UsageAPI.Opened.Parameters(app: Self.path),
            as: UsageAPI.Opened.Reply.self)
        #expect(opened.targets == ["games"])
        try harness.pass(seconds: 60)
        _ = try reporter.call(
            UsageAPI.Closed.method, UsageAPI.Closed.Parameters(use: opened.use),
            as: NoMembers.self)
        try harness.settle()
        var sessions: [UsageAPI.Session] = []
        try harness.client().callMore(
            UsageAPI.Sessions.method, UsageAPI.Sessions.Parameters()
        ) { reply in
            sessions += try JSON.object(reply).decode(as: UsageAPI.Sessions.Reply.self).sessions
            return .continue
        }
        #expect(sessions.map(\.places) == [[.init(app: Self.path)]])
        #expect(sessions.map(\.seconds) == [60])
        #expect(
            try harness.refusal(UsageAPI.Opened.self, .init(app: "/usr/bin/other"))
                == UsageAPI.NotTracked(targets: []).varlinkError)
        try harness.stop()
    }

    /// A place in no monitored target is not blocked, and an attempt at it is not counted.
    @Test func whatIsNotMonitored() throws {
        let harness = try night()
        defer { harness.remove() }
        _ = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "games", monitored: false))
        let attempt = try harness.call(UnblockAPI.Attempt.self, .init(app: Self.path))
        #expect(!attempt.blocked && attempt.targets.isEmpty)
        #expect(try harness.prompts().isEmpty)
        #expect(
            try harness.refusal(UsageAPI.Opened.self, .init(app: Self.path))
                == UsageAPI.NotTracked(targets: ["games"]).varlinkError)
        let refusal = try harness.refusal(
            UnblockAPI.Request.self, .init(place: .init(app: Self.path)))
        #expect(refusal == UnblockAPI.NotBlocked(targets: ["games"]).varlinkError)
        try harness.stop()
    }

    @Test(arguments: [
        ("/" + String(repeating: "a", count: 1023), true),
        ("/" + String(repeating: "a", count: 1024), false),
        (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
        ("", false),
    ])
    func length(app: String, isTaken: Bool) throws {
        let harness = try night()
        defer { harness.remove() }
        if isTaken {
            #expect(try !harness.call(UnblockAPI.Attempt.self, .init(app: app)).blocked)
        } else {
            #expect(
                try harness.refusal(UnblockAPI.Attempt.self, .init(app: app))
                    == .invalidParameter("app"))
        }
        try harness.stop()
    }
}
