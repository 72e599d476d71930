import Engine
import RuleModel
import Testing

/// Shares and means as exact fractions, and what they round to.
struct FractionTests {
    @Test(arguments: [(0, 0), (5, 0), (1, -1), (0, .min)])
    func nothingBelowTheLine(count: Int, of: Int) {
        #expect(Share(count, of: of) == nil)
        #expect(Mean(Int64(count), of: of) == nil)
    }

    /// A share is never more than all, or less than none.
    @Test(arguments: [(3, 2, 2), (-1, 2, 0), (.max, 1, 1), (.min, 1, 0), (2, 3, 2)])
    func partsOfAWhole(count: Int, of: Int, held: Int) throws {
        let share = try #require(Share(count, of: of))
        #expect(share.count == held)
        #expect(share.of == of)
    }

    @Test(arguments: [
        (14, 20, 70), (1, 3, 33), (2, 3, 67), (1, 8, 13), (3, 8, 38), (1, 2, 50), (0, 7, 0),
        (7, 7, 100), (1, 40, 3), (1, 200, 1), (1, 1000, 1), (199, 200, 99), (999, 1000, 99),
        (.max, .max, 100), (1, .max, 1), (.max - 1, .max, 99), (.max / 2, .max, 50),
    ])
    func percent(count: Int, of: Int, percent: Int) throws {
        #expect(try #require(Share(count, of: of)).percent == percent)
    }

    /// Sum, numbers, unit, what it rounds to and its decimal.
    @Test(
        arguments: [
            (12, 5, 1, 2, "2.4"), (0, 3, 1, 0, "0.0"), (5, 2, 1, 3, "2.5"), (1, 3, 1, 0, "0.3"),
            (2, 3, 1, 1, "0.7"), (1, 20, 1, 0, "0.1"), (19, 20, 1, 1, "1.0"),
            (90_000, 1, 60_000, 2, "1.5"), (1_260_000, 1, 60_000, 21, "21.0"),
            (89_999, 3, 60_000, 0, "0.5"), (1500, 1, 1000, 2, "1.5"), (7, 1, 0, 7, "7.0"),
            (7, 1, -5, 7, "7.0"),
        ] as [(Int64, Int, Int64, Int64, String)])
    func mean(total: Int64, of: Int, unit: Int64, rounded: Int64, decimal: String) throws {
        let mean = try #require(Mean(total, of: of))
        #expect(mean.rounded(per: unit) == rounded)
        #expect(mean.decimal(per: unit) == decimal)
    }

    @Test func enormousMeans() throws {
        let most = try #require(Mean(.max, of: 1))
        #expect(most.rounded() == .max)
        #expect(most.rounded(per: .max) == 1)
        #expect(try #require(Mean(.max, of: .max)).decimal() == "1.0")
        #expect(try #require(Mean(-5, of: 1)).total == 0)
        #expect(most.decimal().hasSuffix(".7"))
    }
}
