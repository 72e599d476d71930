import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Those who follow what belongs to the targets.
@Suite struct PlacesMonitorTests {
    private static let games = """
        targets:
          games: {name: Games, sites: [games.example], apps: [org.game.App]}
          shopping: {name: Shopping, sites: [amazon.com, ebay.com]}

        """

    /// Follows until `body`, which is given each whole telling, says that it is enough.
    private func follow(
        _ harness: Harness, siteLimit: Int? = nil,
        _ body: ([TargetsAPI.Places], Int) throws -> VarlinkClient.Continuation
    ) throws {
        var collected: [TargetsAPI.Places] = []
        var tellings = 0
        try harness.client().callMore(
            TargetsAPI.Monitor.method, TargetsAPI.Monitor.Parameters(siteLimit: siteLimit)
        ) { reply in
            let piece = try JSON.object(reply).decode(as: TargetsAPI.Monitor.Reply.self)
            if piece.begins { collected = [] }
            collected += piece.places
            guard piece.complete else { return .continue }
            tellings += 1
            return try body(collected, tellings)
        }
    }

    @Test func whatIsToldFirstAndAtEachChange() throws {
        let harness = try Harness(rules: Self.games)
        defer { harness.remove() }
        var told: [[TargetsAPI.Places]] = []
        try follow(harness) { places, number in
            told.append(places)
            switch number {
            case 1:
                // Neither an edit that changes nothing of it nor the time is told.
                try harness.edit(Self.games + "unblock: {grant: 5m}\n")
                try harness.pass(minutes: 10, tick: [0, 1, 2])
                try harness.edit(
                    Self.games.replacing(
                        "org.game.App]", with: "org.game.App], executables: [/usr/games/a]"))
            case 2:
                try harness.edit(
                    Self.games.replacing(
                        "org.game.App]", with: "org.game.App], on_block: stop, kill: true"))
            case 3:
                _ = try harness.call(
                    TargetsAPI.SetMonitored.self, .init(target: "games", monitored: false))
            case 4:
                _ = try harness.call(
                    TargetsAPI.SetMonitored.self, .init(target: "games", monitored: true))
            case 5: try harness.edit("targets: {}\n")
            default: return .stop
            }
            return .continue
        }
        let shopping = TargetsAPI.Places(
            target: "shopping", name: "Shopping", enforcement: .freeze, kill: false,
            sites: ["amazon.com", "ebay.com"], siteCount: 2, apps: [], executables: [])
        let games = TargetsAPI.Places(
            target: "games", name: "Games", enforcement: .freeze, kill: false,
            sites: ["games.example"], siteCount: 1, apps: ["org.game.App"], executables: [])
        var more = games
        more.executables = ["/usr/games/a"]
        var stopped = games
        (stopped.enforcement, stopped.kill) = (.stop, true)
        #expect(told[0] == [games, shopping])
        #expect(told[1] == [more, shopping])
        #expect(told[2] == [stopped, shopping])
        #expect(told[3] == [shopping])
        #expect(told[4] == [stopped, shopping])
        #expect(told[5] == [] && told.count == 6)
        try harness.stop()
    }

    @Test func whenAPersonCountsAsAwayIsToldFirstAndAtEachChange() throws {
        let harness = try Harness(rules: Self.games)
        defer { harness.remove() }
        var told: [Int?] = []
        let waits = "edits: {weakening_waits: 1d}\n"
        try harness.client().callMore(
            TargetsAPI.Monitor.method, TargetsAPI.Monitor.Parameters()
        ) { reply in
            let piece = try JSON.object(reply).decode(as: TargetsAPI.Monitor.Reply.self)
            #expect(piece.begins && piece.complete && piece.places.count == 2)
            told.append(piece.awayAfter)
            switch told.count {
            case 1: try harness.edit(Self.games + "usage: {away_after: 10m}\n")
            case 2: try harness.edit(Self.games + "usage: {away_after: 15m}\n" + waits)
            case 3:
                // A shorter one waits.
                try harness.edit(Self.games + "usage: {away_after: 2m}\n" + waits)
                try harness.pass(minutes: 1439)
                #expect(try harness.inside { $0.engine.rules.awayAfter } == .minutes(15))
                try harness.pass(minutes: 1)
            default: return .stop
            }
            return .continue
        }
        #expect(told == [180, 600, 900, 120])
        try harness.stop()
    }

    @Test func sitesBeyondTheLimitAreLeftOut() throws {
        let harness = try Harness(rules: Self.games)
        defer { harness.remove() }
        for (limit, sites) in [(0, [nil, nil]), (1, [1, nil]), (2, [1, 2])] as [(Int, [Int?])] {
            try follow(harness, siteLimit: limit) { places, _ in
                #expect(places.map { $0.sites?.count } == sites)
                #expect(places.map(\.siteCount) == [1, 2])
                return .stop
            }
        }
        #expect(
            try harness.refusal(
                TargetsAPI.Monitor.self, .init(siteLimit: 0)
            ).name == "org.varlink.service.ExpectedMore")
        let error = #expect(throws: VarlinkError.self) {
            try follow(harness, siteLimit: -1) { _, _ in .stop }
        }
        #expect(error == .invalidParameter("siteLimit"))
        try harness.stop()
    }

    @Test func followersAreCountedAndForgotten() throws {
        let harness = try Harness(rules: Self.games)
        defer { harness.remove() }
        try follow(harness) { _, _ in
            let count = try harness.call(DaemonAPI.GetStatus.self, .init()).subscribers
            #expect(count == 1)
            return .stop
        }
        // A later connection is served after the end of the earlier one was seen.
        var count = 1
        for _ in 0..<1000 where count > 0 {
            count = try harness.call(DaemonAPI.GetStatus.self, .init()).subscribers
        }
        #expect(count == 0)
        #expect(try harness.inside { $0.places.sent.isEmpty })
        // Who follows later is told all the same.
        try follow(harness) { places, _ in
            #expect(places.count == 2)
            return .stop
        }
        try harness.stop()
    }

    private static func list(_ count: Int, _ domain: String) -> String {
        "targets: {list: {apps: [org.a.B], sites: ["
            + (0..<count).map { "s\($0).\(domain)" }.joined(separator: ", ") + "]}}\n"
    }

    /// Whoever takes a long list slowly holds nobody up; what changes meanwhile is told from its
    /// beginning, and only that is whole.
    @Test func aLongListThatIsReadSlowly() throws {
        let harness = try Harness(rules: Self.list(20_000, "old.example"))
        defer { harness.remove() }
        var pieces: [TargetsAPI.Monitor.Reply] = []
        try harness.client().callMore(
            TargetsAPI.Monitor.method, TargetsAPI.Monitor.Parameters()
        ) { reply in
            let piece = try JSON.object(reply).decode(as: TargetsAPI.Monitor.Reply.self)
            pieces.append(piece)
            if pieces.count == 1 {
                // Nothing is read meanwhile; others are answered.
                for _ in 0..<20 {
                    _ = try harness.call(ProtectionAPI.List.self, .init())
                }
                try harness.edit(Self.list(3000, "new.example"))
                #expect(
                    try harness.call(
                        ProtectionAPI.Check.self, .init(site: "s7.new.example")
                    ).targets == ["list"])
            }
            let isNew = piece.places.contains { $0.siteCount == 3000 }
            return piece.complete && isNew ? .stop : .continue
        }
        let last = try #require(pieces.lastIndex { $0.begins })
        let whole = pieces[last...].flatMap(\.places)
        #expect(whole.flatMap { $0.sites ?? [] } == (0..<3000).map { "s\($0).new.example" })
        #expect(whole.flatMap(\.apps) == ["org.a.B"])
        #expect(pieces[..<last].allSatisfy { $0.places.allSatisfy { $0.siteCount == 20_000 } })
        try harness.stop()
    }

    /// All who take the same are told the same, whenever they came.
    @Test func severalFollowers() throws {
        let harness = try Harness(rules: Self.list(2500, "old.example"))
        defer { harness.remove() }
        try follow(harness) { first, _ in
            try follow(harness, siteLimit: 100) { second, number in
                if number == 1 {
                    try harness.edit(Self.list(50, "new.example"))
                    return .continue
                }
                #expect(second.flatMap { $0.sites ?? [] }.count == 50)
                return .stop
            }
            #expect(first.flatMap { $0.sites ?? [] }.count == 2500)
            return .stop
        }
        try harness.stop()
    }
}
