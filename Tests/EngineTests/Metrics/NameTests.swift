import RuleModel
import Testing

@testable import Engine

/// Categories and moods: rows, order, and which one leads.
struct NameTests {
    /// Unblocks and kept blocks with moods, each as `name:unblocks/kept`.
    private func tally(_ rows: String) throws -> Tally {
        var tally = Tally()
        for row in rows.split(separator: " ") {
            let parts = row.split(whereSeparator: { ":/".contains($0) }).map(String.init)
            let intent = Intent(purpose: .impulse, category: parts[0] + "!", mood: parts[0])
            for (index, what) in [Deed.What.unblock(intent, isQuiet: false), .keep(intent)]
                .enumerated()
            {
                for _ in 0..<(try #require(Int(parts[index + 1]))) {
                    tally.count(Deed(day: monday, hour: 12, what: what))
                }
            }
        }
        return tally
    }

    /// The most frequent first, unblocks and kept blocks together, then by name.
    @Test(
        arguments: [
            ("", "", nil), ("sad:1/0", "sad", "sad"), ("sad:0/1", "sad", "sad"),
            ("sad:1/0 bored:1/0", "bored sad", nil), ("sad:2/0 bored:1/0", "sad bored", "sad"),
            ("sad:2/0 bored:1/2", "bored sad", "bored"), ("sad:0/3 bored:3/0", "bored sad", nil),
            ("tired:1/1 sad:5/5 bored:1/2 zzz:1/1", "sad bored tired zzz", "sad"),
            ("tired:3/0 sad:1/2 bored:0/1", "sad tired bored", nil),
        ] as [(String, String, String?)])
    func rows(rows: String, order: String, leader: String?) throws {
        let metrics = try tally(rows).metrics(days: monday..<monday + 1)
        #expect(metrics.moods.map(\.name).joined(separator: " ") == order)
        #expect(metrics.commonMood == leader)
        // Categories are counted in the same way, beside moods.
        #expect(metrics.categories.map { String($0.name.dropLast()) } == metrics.moods.map(\.name))
        #expect(metrics.commonCategory == leader.map { $0 + "!" })
        for mood in metrics.moods {
            #expect(rows.contains("\(mood.name):\(mood.unblocks)/\(mood.kept)"))
        }
    }

    /// A name that is both a category and a mood, a target and a currency, is four names.
    @Test func namesOfSeveralThings() {
        let intent = Intent(
            purpose: .impulse, category: "EUR", mood: "EUR",
            amount: Money(thousandths: 5, currency: "EUR"))
        var tally = Tally()
        tally.count(Deed(day: monday, hour: 0, what: .unblock(intent, isQuiet: false)))
        tally.usage(day: monday, target: "EUR", active: .seconds(7))
        let metrics = tally.metrics(days: monday..<monday + 1)
        #expect(metrics.categories == [NameCount(name: "EUR", unblocks: 1)])
        #expect(metrics.moods == [NameCount(name: "EUR", unblocks: 1)])
        #expect(metrics.estimates == [Amount(currency: "EUR", thousandths: 5)])
        #expect(metrics.usage == [TargetUse(target: "EUR", time: .seconds(7))])
    }

    /// Only the names of a range stand in its rows.
    @Test func namesOfARange() throws {
        var tally = try tally("sad:1/0")
        tally.usage(day: monday + 1, target: "news", active: .seconds(1))
        let metrics = tally.metrics(days: monday + 1..<monday + 2)
        #expect(metrics.moods.isEmpty)
        #expect(metrics.usage.map(\.target) == ["news"])
    }

    /// More names than rules could ever bring: what is beyond counts, but not by name.
    @Test func tooManyNames() {
        var tally = Tally()
        for number in 0..<66_000 {
            tally.usage(day: monday, target: "t\(number)", active: .seconds(1))
        }
        #expect(tally.metrics(days: monday..<monday + 1).usage.count == 65_279)
        tally.count(
            Deed(
                day: monday, hour: 0,
                what: .unblock(Intent(purpose: .planned, mood: "sad"), isQuiet: false)))
        let metrics = tally.metrics(days: monday..<monday + 1)
        #expect(metrics.total.unblocks == 1)
        #expect(metrics.moods.isEmpty)
    }
}
