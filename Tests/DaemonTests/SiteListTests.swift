import API
import Engine
import Foundation
import RuleFiles
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Targets whose sites are in list files.
@Suite struct SiteListTests {
    private static let rules = """
        targets:
          casinos: {name: Casinos, sites: [bets.example], sites_from: ../casinos.txt}
        quiet_hours:
          nights: {block: [casinos], ranges: [{days: daily, time: "00:00-24:00"}]}

        """

    /// A directory for a harness, with the rules and their list.
    private func directory(list: String) throws -> String {
        let directory = NSTemporaryDirectory() + "soteria-lists-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory + "/rules", withIntermediateDirectories: true)
        try Self.rules.write(
            toFile: directory + "/rules/10-own.yaml", atomically: true, encoding: .utf8)
        try write(list, directory)
        return directory
    }

    private func write(_ list: String, _ directory: String) throws {
        try list.write(toFile: directory + "/casinos.txt", atomically: true, encoding: .utf8)
    }

    private func blocked(_ host: String, _ harness: Harness) throws -> Bool {
        try harness.call(ProtectionAPI.Check.self, .init(site: host)).blocked
    }

    private func copies(_ directory: String) -> Int {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: directory + "/state/lists")
        return names?.count ?? 0
    }

    @Test func hostsOfAList() throws {
        let directory = try directory(list: "0.0.0.0 one.example\n||two.example^\n*.three.example")
        let harness = try Harness(directory: directory)
        defer { harness.remove() }
        for host in [
            "one.example", "WWW.one.example.", "a.b.two.example", "x.three.example", "bets.example",
        ] {
            #expect(try blocked(host, harness), "\(host)")
        }
        for host in ["three.example", "example", "xone.example", "four.example"] {
            #expect(try !blocked(host, harness), "\(host)")
        }
        let target = try #require(
            harness.call(TargetsAPI.List.self, .init()).targets.first { $0.target == "casinos" })
        #expect(target.siteCount == 4)
        #expect(
            Set(target.sites) == ["bets.example", "one.example", "two.example", "*.three.example"])
        let files = try harness.call(RulesAPI.List.self, .init()).files.map(\.path)
        #expect(files.contains(directory + "/rules/../casinos.txt"))
        try harness.stop()
    }

    /// A host is found however its letters are written, in a check and in an attempt.
    @Test(arguments: [
        "münchen.example", "WWW.MÜNCHEN.EXAMPLE.", "mu\u{308}nchen.example",
        "xn--mnchen-3ya.example",
    ])
    func lettersOutsideASCII(host: String) throws {
        let directory = try directory(list: "münchen.example\n")
        let harness = try Harness(directory: directory)
        defer { harness.remove() }
        #expect(try blocked(host, harness))
        #expect(try !blocked("munchen.example", harness))
        let asked = Place(host: host)
        guard case .site(let name) = asked else {
            Issue.record("no site")
            return
        }
        #expect(name.hasSuffix("xn--mnchen-3ya.example"))
        try harness.stop()
    }

    @Test func aChangedListIsAnEdit() throws {
        let directory = try directory(list: "one.example\ntwo.example\n")
        let harness = try Harness(directory: directory)
        defer { harness.remove() }
        let before = try harness.call(RulesAPI.List.self, .init()).fingerprint
        try write("two.example\nthree.example\n", directory)
        let reply = try harness.call(RulesAPI.Reload.self, .init())
        #expect(reply.changed && reply.fingerprint != before)
        #expect(try !blocked("one.example", harness) && blocked("three.example", harness))
        let loaded = harness.entries.of(.rulesLoaded).count
        // Nothing was changed since, so nothing is recorded.
        #expect(try !harness.call(RulesAPI.Reload.self, .init()).changed)
        #expect(harness.entries.of(.rulesLoaded).count == loaded)
        try harness.stop()
    }

    /// Where no watch tells of it, the look each minute does.
    @Test func theLookEachMinute() throws {
        let directory = try directory(list: "one.example\n")
        let harness = try Harness(directory: directory)
        defer { harness.remove() }
        try write("two.example\n", directory)
        try harness.pass(minutes: 1)
        try harness.finishReading()
        try harness.inside { _ in }
        try harness.finishReading()
        try harness.settle()
        #expect(try blocked("two.example", harness) && !blocked("one.example", harness))
        try harness.stop()
    }

    /// A lost or damaged list weakens nothing, now or after a restart.
    @Test(arguments: [nil, "", "<html>not found</html>\n"])
    func aRestartWithALostList(left: String?) throws {
        let directory = try directory(list: "one.example\n")
        let first = try Harness(directory: directory)
        #expect(copies(directory) == 1)
        if let left {
            try write(left, directory)
        } else {
            try FileManager.default.removeItem(atPath: directory + "/casinos.txt")
        }
        #expect(
            try first.refusal(RulesAPI.Reload.self, .init()).name
                == "org.soteria.rules.RulesRefused")
        #expect(try blocked("one.example", first))
        try first.stop()
        let second = try Harness(directory: directory, time: first.time)
        defer { second.remove() }
        #expect(try blocked("one.example", second))
        #expect(try second.call(RulesAPI.Diagnostics.self, .init()).refused)
        try second.inside { $0.pruneLists(grace: -60) }
        try second.finishReading()
        #expect(copies(directory) == 1)
        // Once it is back the files are in force again.
        try write("two.example\n", directory)
        _ = try second.call(RulesAPI.Reload.self, .init())
        #expect(try blocked("two.example", second) && !blocked("one.example", second))
        try second.inside { $0.pruneLists(grace: -60) }
        try second.finishReading()
        #expect(copies(directory) == 1)
        try second.stop()
    }

    /// Whoever follows the places is told no more than wanted, and asks of each host instead.
    @Test(arguments: [(0, nil), (2, nil), (3, 3), (nil, 3)] as [(Int?, Int?)])
    func whoFollowsThePlaces(limit: Int?, told: Int?) throws {
        let directory = try directory(list: "one.example\ntwo.example\n")
        let harness = try Harness(directory: directory)
        defer { harness.remove() }
        try harness.client().callMore(
            TargetsAPI.Monitor.method, TargetsAPI.Monitor.Parameters(siteLimit: limit)
        ) { reply in
            let piece = try JSON.object(reply).decode(as: TargetsAPI.Monitor.Reply.self)
            #expect(piece.complete && piece.places.map(\.siteCount) == [3])
            #expect(piece.places.map { $0.sites?.count } == [told])
            return .stop
        }
        try harness.stop()
    }
}

/// The pieces in which a long list is told.
@Suite struct ListPiecesTests {
    private func target(_ entries: [String], below: [String] = []) -> Target {
        var builder = SiteListBuilder()
        for entry in entries { builder.add(entry) }
        for entry in below { builder.add(entry, isSubdomainsOnly: true) }
        return Target(
            key: "a", name: "A", sites: (0..<10).map { "s\($0).example" },
            lists: [builder.list(digest: "1"), builder.list(digest: "2")], apps: ["org.a"],
            fingerprint: "")
    }

    @Test func allOfItInPieces() throws {
        let entries = (0..<2500).map { "n\($0).example" }
        let pieces = Array(PlacePieces([target(entries)], siteLimit: nil, awayAfter: .minutes(3)))
        #expect(pieces.count == 6 && pieces.map(\.complete).firstIndex(of: true) == 5)
        let places = pieces.flatMap(\.places)
        #expect(places.allSatisfy { $0.siteCount == 5010 })
        let told = places.flatMap { $0.sites ?? [] }
        #expect(told.count == 5010 && Set(told).count == 2510)
        #expect(places.flatMap(\.apps) == ["org.a"])
    }

    @Test func beyondTheLimitAndBelowAlone() {
        for (entries, below, limit) in [
            ((0..<5).map { "n\($0).example" }, [], 19), (["a.example"], ["b.example"], nil),
        ] as [([String], [String], Int?)] {
            let pieces = Array(
                PlacePieces(
                    [target(entries, below: below)], siteLimit: limit, awayAfter: .minutes(3)))
            #expect(pieces.count == 1 && pieces[0].complete)
            #expect(pieces[0].places.map(\.sites) == [nil])
            #expect(pieces[0].places.map(\.apps) == [["org.a"]])
        }
    }
}
