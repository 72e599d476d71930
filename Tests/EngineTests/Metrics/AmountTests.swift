import Engine
import RuleModel
import Testing

/// Money is summed by currency, exactly, and never too large for a number.
struct AmountTests {
    private let days = monday..<monday + 400

    private func spent(_ amounts: [Money?]) -> [Amount] {
        var tally = Tally()
        for (offset, amount) in amounts.enumerated() {
            tally.logged(day: monday + offset % 3, isBought: true, amount: amount, regret: nil)
        }
        return tally.metrics(days: days).purchases
    }

    /// Ten times ten cents is one, which no sum of binary fractions is.
    @Test func exact() throws {
        let dime = try Money(decimal: "0.10", currency: "EUR")
        #expect(spent(Array(repeating: dime, count: 10)).map(\.decimal) == ["1.00"])
        let mill = try Money(decimal: "0.001", currency: "EUR")
        #expect(spent(Array(repeating: mill, count: 999)).map(\.decimal) == ["0.999"])
    }

    @Test func byCurrency() throws {
        let amounts = [
            try Money(decimal: "49.90", currency: "EUR"), try Money(decimal: "5"),
            try Money(decimal: "0.10", currency: "EUR"), try Money(decimal: "7.5", currency: "CHF"),
            nil, try Money(decimal: "0", currency: "USD"),
        ]
        // Without a currency is a currency of its own; nothing spent is none.
        #expect(
            spent(amounts) == [
                Amount(currency: nil, thousandths: 5000),
                Amount(currency: "CHF", thousandths: 7500),
                Amount(currency: "EUR", thousandths: 50_000),
            ])
    }

    @Test(
        arguments: [
            (1, "0.001"), (10, "0.01"), (100, "0.10"), (1000, "1.00"), (49_900, "49.90"),
            (49_905, "49.905"), (1_234_567_890, "1234567.89"), (Int64.max, "9223372036854775.807"),
        ] as [(Int64, String)])
    func decimal(thousandths: Int64, text: String) {
        #expect(Amount(currency: nil, thousandths: thousandths).decimal == text)
    }

    /// Amounts named with unblocks, with kept impulses and with purchases are three sums.
    @Test func threeSums() throws {
        var tally = Tally()
        func money(_ text: String) throws -> Money { try Money(decimal: text, currency: "EUR") }
        let wish = Intent(purpose: .impulse, amount: try money("10"))
        tally.count(Deed(day: monday, hour: 1, what: .unblock(wish, isQuiet: false)))
        let kept = Intent(purpose: .impulse, amount: try money("200"))
        tally.count(Deed(day: monday, hour: 1, what: .keep(kept)))
        tally.logged(day: monday, isBought: true, amount: try money("3000"), regret: nil)
        let metrics = tally.metrics(days: days)
        #expect(metrics.estimates.map(\.decimal) == ["10.00"])
        #expect(metrics.keptAmounts.map(\.decimal) == ["200.00"])
        #expect(metrics.purchases.map(\.decimal) == ["3000.00"])
    }

    // MARK: Too much

    /// The greatest amount, 281 times on one day, is exact; from then on the day's sum stays.
    @Test func aDayStops() throws {
        let most = try #require(Money(thousandths: Money.limit, currency: "EUR"))
        var tally = Tally()
        for _ in 0..<281 { tally.logged(day: monday, isBought: true, amount: most, regret: nil) }
        #expect(tally.metrics(days: days).purchases.first?.thousandths == 281 * Money.limit)
        for _ in 0..<3 { tally.logged(day: monday, isBought: true, amount: most, regret: nil) }
        #expect(tally.metrics(days: days).purchases.first?.thousandths == 1 << 48 - 1)
        #expect(tally.metrics(days: days).outcomes == 284)
    }

    /// The greatest span of time on each of many days, far beyond the greatest number.
    @Test func manyDaysStop() {
        var tally = Tally()
        for day in 0..<40_000 {
            tally.usage(day: day, target: "news", active: TimeSpan(milliseconds: .max))
            tally.use(
                day: day, from: .zero, to: TimeSpan(milliseconds: .max), intendedMinutes: .max)
            tally.unblock(
                day: day, hour: 0, at: Instant(seconds: 0), purpose: .planned, category: nil,
                mood: nil, isQuiet: false, intendedMinutes: .max, amount: nil)
        }
        let metrics = tally.metrics(days: 0..<40_000)
        #expect(metrics.usage.first?.time == TimeSpan(milliseconds: .max))
        #expect(metrics.meanUse == Mean(.max, of: 40_000))
        #expect(metrics.meanIntended == Mean(.max, of: 40_000))
    }

    /// Negative minutes and spans, which only damage could bring, are none.
    @Test func lessThanNothing() {
        var tally = Tally()
        tally.unblock(
            day: monday, hour: 0, at: Instant(seconds: 0), purpose: .planned, category: nil,
            mood: nil, isQuiet: false, intendedMinutes: .min, amount: nil)
        let least = TimeSpan(milliseconds: .min)
        tally.use(day: monday, from: least, to: least, intendedMinutes: .min)
        tally.use(day: monday, from: .zero, to: least, intendedMinutes: 5)
        tally.usage(day: monday, target: "news", active: .seconds(1))
        tally.usage(day: monday, target: "news", active: least)
        let metrics = tally.metrics(days: days)
        #expect(metrics.meanIntended == Mean(0, of: 1))
        #expect(metrics.meanUse == nil)
        #expect(metrics.usage == [])
    }
}
