import Foundation
import RuleModel
import SeededRandom
import Testing

// A window is filled by `Behaviour` alone, so that `package` cannot serve here.
@testable import Engine

/// Counting within a span of time: against a naive count, and with the same work however much
/// there was before.
struct WindowTests {
    private func instant(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: milliseconds)
    }

    @Test func empty() {
        let window = Window(span: .hours(1))
        #expect(window.sum(after: instant(.min / 4)) == (0, 0))
        #expect(window.sum(from: instant(0)).count == 0)
    }

    @Test func edges() {
        var window = Window(span: .hours(1))
        for moment: Int64 in [10, 20, 20, 30] { window.add(at: instant(moment), weight: moment) }
        #expect(window.sum(after: instant(9)) == (4, 80))
        #expect(window.sum(after: instant(10)) == (3, 70))
        #expect(window.sum(after: instant(19)) == (3, 70))
        #expect(window.sum(after: instant(20)) == (1, 30))
        #expect(window.sum(after: instant(30)) == (0, 0))
        #expect(window.sum(from: instant(20)).count == 3)
        #expect(window.sum(from: instant(30)).count == 1)
        #expect(window.sum(from: instant(31)).count == 0)
    }

    /// Time went back: what seems to lie ahead happened before now, and keeps its weight.
    @Test func goingBack() {
        var window = Window(span: .hours(1))
        for moment: Int64 in [10, 20, 30] { window.add(at: instant(moment), weight: moment) }
        window.goBack(to: instant(15))
        #expect(window.sum(after: instant(15)) == (0, 0))
        #expect(window.sum(after: instant(14)) == (2, 50))
        #expect(window.sum(after: instant(9)) == (3, 60))
        window.add(at: instant(12), weight: 1)
        #expect(window.sum(after: instant(11)) == (3, 51))
    }

    /// Against a list that is searched from end to end.
    @Test func likeANaiveCount() {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for life in 0..<30 {
            let span = Int64.random(in: 1...1000, using: &random)
            var window = Window(span: TimeSpan(milliseconds: span))
            var all: [(at: Int64, weight: Int64)] = []
            var now: Int64 = 0
            // Events that have left the span may be forgotten, even if time goes back afterwards.
            var known = Int64.min
            for step in 0..<400 {
                switch Int.random(in: 0..<20, using: &random) {
                case 0:
                    now -= .random(in: 0...span, using: &random)
                    window.goBack(to: instant(now))
                    for index in all.indices { all[index].at = min(all[index].at, now) }
                case 1: now += .random(in: 0...(3 * span), using: &random)
                default: now += .random(in: 0...(span / 20 + 1), using: &random)
                }
                let weight = Int64.random(in: -5...50, using: &random)
                window.add(at: instant(now), weight: weight)
                all.append((now, weight))
                known = max(known, now - span)
                let from = max(known, now - .random(in: 0...span, using: &random))
                let found = all.filter { $0.at > from }
                let sum = window.sum(after: instant(from))
                let isSame =
                    sum.count == found.count
                    && sum.weight == found.reduce(0) { $0 + $1.weight }
                    && window.sum(from: instant(from + 1)).count == found.count
                #expect(isSame, "life \(life) step \(step) seed \(seed)")
                guard isSame else { return }
            }
        }
    }

    /// Events that have left the span are removed: a year of seconds keeps no more than two hours.
    @Test func keepsWhatItNeeds() throws {
        var window = Window(span: .hours(1))
        for second in Int64(0)..<100_000 { window.add(at: Instant(seconds: second), weight: 1) }
        #expect(window.sum(after: Instant(seconds: 99_999 - 3600)) == (3600, 3600))
        let size = try JSONEncoder().encode(window).count
        #expect(size < 200_000)
    }

    @Test func isCoded() throws {
        var window = Window(span: .hours(1))
        for second in Int64(0)..<10_000 { window.add(at: Instant(seconds: second), weight: second) }
        let again = try JSONDecoder().decode(Window.self, from: JSONEncoder().encode(window))
        #expect(again == window)
        #expect(
            again.sum(after: Instant(seconds: 9_000)) == window.sum(after: Instant(seconds: 9_000)))
    }

    /// Damaged windows in a store are refused if counting could not continue with them.
    @Test(arguments: [
        ("[10,20]", "[1]"), ("[10]", "[1,2]"), ("[10,20]", "[]"), ("[]", "[1]"),
        ("[20,10]", "[1,2]"), ("[10,30,20]", "[1,2,3]"),
        ("[10,253402300800000]", "[1,2]"), ("[-62135596800001,10]", "[1,2]"),
        ("[9223372036854775807]", "[1]"), ("[-9223372036854775808]", "[1]"),
        ("[10,9223372036854775808]", "[1,2]"), ("[10.5]", "[1]"), ("null", "null"),
    ])
    func damaged(times: String, totals: String) throws {
        #expect(throws: DecodingError.self) { try read(times, totals) }
    }

    /// Totals may be anything: they are only subtracted, without a trap.
    @Test(arguments: [
        ("[]", "[]"), ("[10,10]", "[1,1]"), ("[10,20]", "[3,-2]"),
        ("[-62135596800000,253402300799999]", "[-9223372036854775808,9223372036854775807]"),
    ])
    func strange(times: String, totals: String) throws {
        var window = try read(times, totals)
        let count = times.count { $0 == "," } + (times == "[]" ? 0 : 1)
        #expect(window.sum(after: instant(-62_135_596_800_001)).count == count)
        window.add(at: instant(253_402_300_799_999), weight: .max)
        window.goBack(to: instant(15))
        #expect(window.sum(from: instant(15)).count >= 1)
    }

    private func read(_ times: String, _ totals: String) throws -> Window {
        let text = #"{"span":3600000,"times":\#(times),"totals":\#(totals),"gone":0}"#
        return try JSONDecoder().decode(Window.self, from: Data(text.utf8))
    }
}
