import Foundation
import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// A tally as JSON text, keys in order.
func json(_ tally: Tally) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(tally), as: UTF8.self)
}

private func tally(_ json: String) throws -> Tally {
    try JSONDecoder().decode(Tally.self, from: Data(json.utf8))
}

/// How a tally stands in the record, and what is refused there.
struct TallyRecordTests {
    /// Fixed for good: each number is a figure's place, and a checkpoint outlives the program.
    @Test func wordForWord() throws {
        var all = Tally()
        all.request(day: 3, hour: 0, isQuiet: true, isPause: true)
        all.attempt(day: 3)
        for outcome in UnblockRequest.Ending.allCases { all.closed(day: 3, outcome: outcome) }
        for purpose in Purpose.allCases {
            all.keep(
                day: 3, hour: 23, purpose: purpose, category: "gift", mood: "sad or \"so\"",
                amount: Money(thousandths: 5, currency: "EUR"))
            all.unblock(
                day: 3, hour: 1, at: Instant(milliseconds: 7), purpose: purpose,
                category: "gift", mood: "sad", isQuiet: true, intendedMinutes: 9,
                amount: Money(thousandths: 6))
        }
        all.use(day: 3, from: .zero, to: .seconds(8), intendedMinutes: 9)
        all.logged(
            day: 3, isBought: true, amount: Money(thousandths: 4, currency: "USD"), regret: 3)
        all.usage(day: 3, target: "news", active: .minutes(1))
        for isTrue in [true, false] {
            all.protection(day: 3, isAuto: isTrue)
            all.checkIn(day: 3, isYes: isTrue)
        }
        all.attempt(day: -5)
        let hours = "0:1 25:2 71:2 72:1 73:1 74:1 75:1 76:1 77:1 78:1 79:1 80:2 81:1 82:1"
        let outcomes = "83:2 84:18 85:8000 86:1 87:8000 88:1 89:1 90:1 91:3 92:1 93:1 94:1 95:1"
        let named = "256:5 257:2 258:2 259:4 260:12 261:2 262:2 263:60000"
        #expect(
            try json(all) == """
                {"days":["-5 74:1","3 7..7 \(hours) \(outcomes) \(named)"],\
                "labels":["keptAmounts EUR","keptByCategory gift","keptByMood sad or \\"so\\"",\
                "purchaseAmounts USD","unblockAmounts ","unblocksByCategory gift",\
                "unblocksByMood sad","use news"]}
                """)
        #expect(try tally(json(all)) == all)
    }

    @Test func nothing() throws {
        #expect(try json(Tally()) == #"{"days":[],"labels":[]}"#)
        #expect(try tally(#"{"days":[],"labels":[]}"#) == Tally())
    }

    /// Names that no longer stand for anything are left out.
    @Test func forgottenNames() throws {
        var some = Tally()
        let amount = Money(thousandths: 5, currency: "EUR")
        some.usage(day: 1, target: "news", active: .seconds(1))
        some.logged(day: 1, isBought: true, amount: amount, regret: nil)
        some.usage(day: 1, target: "games", active: .seconds(2))
        some.unlogged(day: 1, isBought: true, amount: amount, regret: nil)
        #expect(
            try json(some) == #"{"days":["1 256:2000 257:1000"],"labels":["use games","use news"]}"#
        )
        #expect(try tally(json(some)) == some)
    }

    /// Names are whatever the rules call them.
    @Test(arguments: [
        "a b", " ", "", "\u{301}", "e\u{301}", "7:5", "日本", "\"", "\\", "a\u{0}b", "👩‍👧",
    ])
    func anyName(name: String) throws {
        var some = Tally()
        some.usage(day: 1, target: name, active: .seconds(1))
        let read = try tally(json(some))
        #expect(read == some)
        #expect(read.metrics(days: 0..<9).usage.map(\.target) == [name])
    }

    @Test func randomHistories() throws {
        var random = SeededGenerator()
        for count in [1, 5, 50, 500] {
            let deeds = (0..<count).map { _ in
                Deed.random(days: -30..<30, using: &random)
            }
            let some = Tally(deeds)
            var read = try tally(json(some))
            #expect(read == some)
            #expect(try json(read) == json(some))
            #expect(read.metrics(days: -30..<30) == some.metrics(days: -30..<30))
            // It goes on as if it had never been written.
            var other = some
            for _ in 0..<20 {
                let deed = Deed.random(days: -30..<40, using: &random)
                read.count(deed)
                other.count(deed)
            }
            #expect(read == other)
        }
    }

    // MARK: Damage

    /// The days and labels of a record that is refused.
    static let damaged: [(days: String, labels: String)] = [
        // Numbers that no figure has.
        (#""1 0:-1""#, ""), (#""1 0:0""#, ""), (#""1 0:281474976710656""#, ""),
        (#""1 0:99999999999999999999""#, ""), (#""1 0:1.5""#, ""), (#""1 0:""#, ""),
        (#""1 0:+1""#, ""), (#""1 0:01""#, ""), (#""1 0: 1""#, ""), (#""1 0:1e3""#, ""),
        // Places that belong to no figure, or that come twice or out of order.
        (#""1 152:1""#, ""), (#""1 255:1""#, ""), (#""1 256:1""#, ""), (#""1 257:1""#, #""use a""#),
        (#""1 -1:1""#, ""), (#""1 65536:1""#, ""), (#""1 5:1 5:1""#, ""), (#""1 5:1 4:1""#, ""),
        // Days without figures, out of order, or of no calendar.
        (#""1""#, ""), (#""""#, ""), (#""x 0:1""#, ""), (#""1 0:1","1 0:1""#, ""),
        (#""2 0:1","1 0:1""#, ""), (#""9223372036854775808 0:1""#, ""), (#""1 0:1 ""#, ""),
        (#""1  0:1""#, ""), (#"" 1 0:1""#, ""), (#""1 0:1,""#, ""), (#""-0 0:1""#, ""),
        // Instants the wrong way round, twice, too late, or with nothing behind them.
        (#""1 9..8 24:1""#, ""), (#""1 1..2 1..2 24:1""#, ""), (#""1 24:1 1..2""#, ""),
        (#""1 1.2 24:1""#, ""), (#""1 1.. 24:1""#, ""), (#""1 1..2""#, ""),
        (#""1 1..253402300800000 24:1""#, ""), (#""1 -62135596800001..1 24:1""#, ""),
        // Labels twice, of no figure, or none at all.
        ("", #""use a","use a""#), ("", #""nothing a""#), ("", #""use""#), ("", #""""#),
        // No texts.
        ("1", ""), ("", "7"), ("[1]", ""), ("null", ""),
    ]

    @Test(arguments: damaged)
    func refused(days: String, labels: String) {
        #expect(throws: DecodingError.self) {
            try tally(#"{"days":[\#(days)],"labels":[\#(labels)]}"#)
        }
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"{"days":[]}"#, #"{"labels":[]}"#, #"{"days":{},"labels":[]}"#,
    ])
    func noTally(json: String) {
        #expect(throws: DecodingError.self) { try tally(json) }
    }

    /// The greatest numbers are read, and nothing that is done with them is too much.
    @Test func greatestNumbers() throws {
        let most = 1 << 48 - 1
        var some = try tally(
            """
            {"days":["-9223372036854775807 0:\(most)","0 -62135596800000..253402300799999 \
            0:\(most) 24:\(most) 256:\(most)"],"labels":["unblocksByMood sad"]}
            """)
        some.request(day: 0, hour: 0, isQuiet: false, isPause: false)
        some.unblocks(1, day: 0, hour: 0)
        let metrics = some.metrics(days: Int.min..<Int.max)
        #expect(metrics.total == Cell(requests: 2 * most, unblocks: most, kept: 0))
        #expect(metrics.meanGap?.of == most - 1)
        #expect(some.riskyHours(today: 1).first?.total == most)
        #expect(!metrics.insights.isEmpty)
    }

    /// Bytes changed at random: a tally or an error, never a trap.
    @Test func randomDamage() throws {
        var random = SeededGenerator()
        let whole = Array(
            try json(Tally((0..<40).map { _ in Deed.random(days: 0..<5, using: &random) })).utf8)
        var refused = 0
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = Array("0123456789 :.-\",a".utf8).randomElement(using: &random) ?? 0
            }
            guard let read = try? JSONDecoder().decode(Tally.self, from: Data(bytes)) else {
                refused += 1
                continue
            }
            // A tally that can be read is as valid as any other.
            #expect(try tally(json(read)) == read)
            #expect(read.metrics(days: Int.min..<Int.max).hours.count == 24)
        }
        #expect((1..<2000).contains(refused))
    }
}
