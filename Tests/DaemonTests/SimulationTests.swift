import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `rules.Simulate`: what the rules would do, asked of a daemon that goes on meanwhile.
@Suite struct SimulationTests {
    private static let rules = """
        version: 1
        targets:
          shopping: {name: Shopping, sites: [shop.example]}
          games: {name: Games, sites: [games.example]}
        quiet_hours:
          nights: {name: Nights, block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}

        """

    private func simulate(
        _ harness: Harness, _ asked: RulesAPI.Simulate.Parameters
    ) throws -> [RulesAPI.Simulate.Reply] {
        try harness.stream(RulesAPI.Simulate.self, asked)
    }

    private func asked(
        from: String = "2026-11-18T00:00:00+01:00", to: String = "2026-11-20T00:00:00+01:00",
        _ history: RulesAPI.SimulatedHistory = .none, files: [RulesAPI.RuleFile]? = nil,
        target: String? = nil
    ) -> RulesAPI.Simulate.Parameters {
        .init(from: from, to: to, history: history, files: files, target: target)
    }

    private func refusal(
        _ harness: Harness, _ asked: RulesAPI.Simulate.Parameters
    ) throws -> VarlinkError? {
        do {
            _ = try simulate(harness, asked)
            return nil
        } catch let error as VarlinkError {
            return error
        }
    }

    @Test func nightsOverNothing() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let before = try harness.inside { $0.engine.state.lastSequence }
        let replies = try simulate(harness, asked())
        #expect(replies.first?.timeZone == (try harness.inside { $0.engine.zone.name }))
        #expect(replies.first?.targets?.map(\.target) == ["games", "shopping"])
        let decisions = replies.flatMap(\.decisions)
        #expect(
            decisions.map { "\($0.at) \($0.verdict) \($0.target)" } == [
                "2026-11-18T00:00:00+01:00 block shopping",
                "2026-11-18T06:30:00+01:00 unblock shopping",
                "2026-11-18T22:30:00+01:00 block shopping",
                "2026-11-19T06:30:00+01:00 unblock shopping",
                "2026-11-19T22:30:00+01:00 block shopping",
            ])
        #expect(decisions.first?.restrictions.map(\.name) == ["Nights"])
        let summary = try #require(replies.last?.summary)
        #expect(summary.targets.map(\.seconds) == [0, 16 * 3600])
        #expect(replies.dropLast().allSatisfy { $0.summary == nil })
        #expect(try harness.inside { $0.engine.state.lastSequence } == before)
        try harness.stop()
    }

    @Test func theRecordIsGoneThroughAgain() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        try harness.pass(minutes: 30)
        _ = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 7200, name: "By hand"))
        try harness.pass(minutes: 240)
        let replies = try simulate(
            harness,
            asked(from: "2026-11-18T20:10:00+01:00", to: "2026-11-19T00:00:00+01:00", .real))
        let games = replies.flatMap(\.decisions).filter { $0.target == "games" }
        #expect(
            games.map { "\($0.at) \($0.verdict)" } == [
                "2026-11-18T20:30:00+01:00 block", "2026-11-18T22:30:00+01:00 unblock",
            ])
        // The effect of the protection counts even if the span begins in the middle of it.
        let late = try simulate(
            harness,
            asked(from: "2026-11-18T21:30:00+01:00", to: "2026-11-19T00:00:00+01:00", .real))
        #expect(late.first?.targets?.map(\.blocked) == [true, false])
        #expect(late.last?.summary?.targets.map(\.seconds) == [3600, 5400])
        try harness.stop()
    }

    @Test func listsLieBesideTheFileThatNamesThem() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let directory = NSTemporaryDirectory() + "soteria-lists-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Data("one.example\n".utf8).write(to: URL(fileURLWithPath: directory + "/list.txt"))
        let listed = Self.rules.replacing("shopping: {", with: "shopping: {sites_from: list.txt, ")
        func replies(_ name: String) throws -> [RulesAPI.Simulate.Reply] {
            try simulate(harness, asked(files: [.init(name: name, text: listed)]))
        }
        #expect(try replies(directory + "/10-rules.yaml").last?.summary != nil)
        let elsewhere = [RulesAPI.RuleFile(name: "10-rules.yaml", text: listed)]
        #expect(try refusal(harness, asked(files: elsewhere))?.name == RulesAPI.RulesRefused.name)
        try harness.stop()
    }

    @Test func otherFilesAndOneTarget() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let text = Self.rules.replacing("22:30-06:30", with: "12:00-13:00")
        let file = RulesAPI.RuleFile(name: "10-other.yaml", text: text)
        let replies = try simulate(harness, asked(files: [file], target: "shopping"))
        #expect(
            replies.flatMap(\.decisions).map(\.at) == [
                "2026-11-18T12:00:00+01:00", "2026-11-18T13:00:00+01:00",
                "2026-11-19T12:00:00+01:00", "2026-11-19T13:00:00+01:00",
            ])
        #expect(replies.last?.summary?.targets.map(\.target) == ["shopping"])
        // The rules in force do not change.
        #expect(
            try harness.inside { $0.engine.rules.quietHours.first?.ranges.first?.start } == 1350)
        try harness.stop()
    }

    @Test func manyDecisionsComeInPieces() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        let replies = try simulate(
            harness, asked(from: "2026-01-01T00:00:00+01:00", to: "2028-01-01T00:00:00+01:00"))
        let decisions = replies.flatMap(\.decisions)
        #expect(decisions.count == 2 * 730 + 1)
        #expect(replies.count > 3 && replies.allSatisfy { $0.decisions.count <= 501 })
        #expect(decisions.map(\.at) == decisions.map(\.at).sorted())
        #expect(replies.filter { $0.summary != nil }.count == 1)
        try harness.stop()
    }

    @Test func whatIsRefused() throws {
        let harness = try Harness(rules: Self.rules)
        defer { harness.remove() }
        #expect(try harness.refusal(RulesAPI.Simulate.self, asked()) == .expectedMore)
        func refused(_ asked: RulesAPI.Simulate.Parameters) throws -> VarlinkError? {
            try refusal(harness, asked)
        }
        let day = "2026-11-18T00:00:00Z"
        #expect(
            try refused(asked(from: day, to: day))
                == RulesAPI.InvalidSpan(problem: .empty).varlinkError)
        #expect(
            try refused(asked(from: day, to: "2037-01-01T00:00:00Z"))
                == RulesAPI.InvalidSpan(problem: .tooLong).varlinkError)
        #expect(
            try refused(asked(from: "1950-01-01T00:00:00Z", to: day))
                == RulesAPI.InvalidSpan(problem: .outOfReach).varlinkError)
        #expect(
            try refused(asked(target: "nothing"))
                == RulesAPI.NoSuchTarget(target: "nothing").varlinkError)
        #expect(try refused(asked(from: "today")) == .invalidParameter("from"))
        #expect(
            try refused(asked(files: [.init(name: "../a.yaml", text: "")]))
                == .invalidParameter("files"))
        let broken = try refused(asked(files: [.init(name: "a.yaml", text: "targets: 3")]))
        #expect(broken?.name == RulesAPI.RulesRefused.name)
        // Refusals leave room for the next one.
        #expect(try harness.inside { $0.work.simulations } == 0)
        #expect(try simulate(harness, asked()).last?.summary != nil)
        try harness.stop()
    }
}
