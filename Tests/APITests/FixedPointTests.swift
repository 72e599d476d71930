import API
import Testing
import Varlink

/// Fractions as numbers of three decimals; how they stand on the socket see `RiskScoreTests`.
@Suite struct FixedPointTests {
    @Test(
        arguments: [
            (0, 7, "0.000"), (1, 3, "0.333"), (2, 3, "0.667"), (7, 3, "2.333"), (15, 2, "7.500"),
            (1, 2000, "0.001"), (1, 2001, "0.000"), (9999, 10_000, "1.000"), (4, 1, "4.000"),
            (-1, 3, "-0.333"), (-1, 2000, "-0.001"), (1, -2000, "-0.001"), (-7, -3, "2.333"),
        ] as [(Int, Int, String)])
    func aFractionIsRounded(dividend: Int, divisor: Int, text: String) {
        #expect(FixedPoint(dividend, over: divisor)?.description == text)
    }

    @Test(
        arguments: [
            (0, 0), (5, 0), (.max, 1), (.min, 1), (.min, -1), (.max / 999, 1), (.min / 999, -1),
        ] as [(Int, Int)])
    func whatIsNoNumberIsNil(dividend: Int, divisor: Int) {
        #expect(FixedPoint(dividend, over: divisor) == nil)
    }

    @Test func theGreatestNumbersDoNotTrap() {
        #expect(FixedPoint(.max / 1000, over: .max)?.thousandths == 1)
        #expect(FixedPoint(1, over: .min)?.thousandths == 0)
        #expect(FixedPoint(.min / 1000, over: .min)?.thousandths == 1)
        #expect(FixedPoint(.max / 1000, over: 1)?.thousandths == .max / 1000 * 1000)
    }

    @Test func everyFractionIsTheNearestNumber() {
        for divisor in 1...60 {
            for dividend in -130...130 {
                guard let number = FixedPoint(dividend, over: divisor) else {
                    Issue.record("\(dividend)/\(divisor)")
                    continue
                }
                // Twice the distance in thousandths is at most one, a half away from zero.
                let distance = 2 * (number.thousandths * divisor - dividend * 1000)
                #expect(abs(distance) <= divisor)
                if abs(distance) == divisor {
                    #expect((distance > 0) == (dividend > 0), "\(dividend)/\(divisor)")
                }
            }
        }
    }

    @Test func aMeanOfRegretsStandsWithItsDecimals() throws {
        let goal = try ReplyText.compact(Sample.bareGoal)
        #expect(goal.contains(#""progress":0.001"#))
        let figures = try ReplyText.compact(Sample.everyFigure)
        #expect(figures.contains(#""meanRegret":2.333"#))
        #expect(figures.contains(#""meanIntendedMinutes":7.500"#))
    }
}
