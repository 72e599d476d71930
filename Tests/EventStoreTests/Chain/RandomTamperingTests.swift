import Engine
import GRDB
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

/// Any change of any event, drawn at random: the first link that it touches is named.
struct RandomTamperingTests {
    @Test("A random change of a random event is found at that event", arguments: 1...25)
    func changed(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let directory = TestDirectory()
        var history = SampleHistory(seed: seed &+ 390)
        let count = Int.random(in: 2...80, using: &random)
        let head = try #require(try await directory.record(history.events(count)))
        let place = Int64.random(in: 1...Int64(count), using: &random)
        let bit = 1 << Int64.random(in: 0..<40, using: &random)
        let sign = Int.random(in: 1...20, using: &random)
        let changes = [
            "at = at + \(bit)", "elapsed = elapsed + \(bit)", "offset = offset - \(bit)",
            "fact = substr(fact, 1, \(sign)) || '~' || substr(fact, \(sign + 1))",
            "fact = substr(fact, 1, \(sign)) || substr(fact, \(sign + 2))",
            "kind = kind || 's'", "hash = zeroblob(32)", "hash = CAST(hash || x'00' AS BLOB)",
        ]
        let change = try #require(changes.randomElement(using: &random))
        try await directory.change("UPDATE events SET \(change) WHERE sequence = \(place)")
        let report = try EventStore.verify(path: directory.database, heads: [head])
        #expect(report.broken == ChainBreak(sequence: place, reason: .changed), "\(change)")
        #expect(report.events == place - 1 && report.compared == 0)
    }

    @Test("Of several changes the first is named", arguments: 1...8)
    func several(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let directory = TestDirectory()
        var history = SampleHistory(seed: seed &+ 420)
        _ = try await directory.record(history.events(60))
        let places = Set((0..<4).map { _ in Int64.random(in: 1...60, using: &random) })
        let first = try #require(places.min())
        let isMissing = Bool.random(using: &random)
        for place in places where place != first || !isMissing {
            try await directory.change("UPDATE events SET at = at + 1 WHERE sequence = \(place)")
        }
        if isMissing {
            try await directory.change("DELETE FROM events WHERE sequence = \(first)")
        }
        let report = try EventStore.verify(path: directory.database, heads: [])
        #expect(
            report.broken
                == ChainBreak(sequence: first, reason: isMissing ? .missing : .changed))
    }
}
