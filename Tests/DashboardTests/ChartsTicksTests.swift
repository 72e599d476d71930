import SeededRandom
import Testing

@testable import Dashboard

/// Round values that cover what is drawn.
@Suite struct ChartsTicksTests {
    static let counts: [(Double, [Double])] = [
        (0.0, [0.0, 1]), (1, [0, 1]), (2, [0, 1, 2]), (3, [0, 1, 2, 3]), (4, [0, 1, 2, 3, 4]),
        (5, [0, 1, 2, 3, 4, 5]), (6, [0, 2, 4, 6]), (7, [0, 2, 4, 6, 8]),
        (10, [0, 2, 4, 6, 8, 10]),
        (11, [0, 5, 10, 15]), (23, [0, 5, 10, 15, 20, 25]), (26, [0, 10, 20, 30]),
        (99, [0, 20, 40, 60, 80, 100]), (101, [0, 50, 100, 150]),
        (1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]),
        (1_000_001, [0, 500_000, 1_000_000, 1_500_000]),
    ]

    @Test(arguments: counts)
    func countsHaveRoundSteps(greatest: Double, values: [Double]) {
        #expect(Ticks(covering: 0...greatest, atMost: 5, scale: .whole).values == values)
    }

    static let shares: [(Double, [Double])] = [
        (1.0, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (0.3, [0, 0.1, 0.2, 0.3]),
        (0.25, [0, 0.05, 0.1, 0.15, 0.2, 0.25]),
        (0.004, [0, 0.001, 0.002, 0.003, 0.004]), (2.5, [0, 0.5, 1, 1.5, 2, 2.5]),
        (4, [0, 1, 2, 3, 4]), (30, [0, 10, 20, 30]),
    ]

    @Test(arguments: shares)
    func sharesHaveRoundPartsWithoutADust(greatest: Double, values: [Double]) {
        #expect(Ticks(covering: 0...greatest, atMost: 5, scale: .fraction).values == values)
    }

    @Test(arguments: [
        (4.0, 1.0), (9, 2), (25, 5), (50, 10), (61, 15), (92, 30), (151, 60), (500, 120),
        (800, 180), (1_440, 360), (3_000, 720), (6_000, 1_440), (10_000, 2_880), (30_000, 7_200),
        (60_000, 14_400), (100_000, 28_800), (300_000, 72_000),
    ])
    func minutesHaveTheStepsOfAClock(greatest: Double, step: Double) {
        let ticks = Ticks(covering: 0...greatest, atMost: 5, scale: .minutes)
        #expect(ticks.values[1] == step)
        #expect(ticks.high >= greatest)
    }

    @Test func numbersUnderZeroHaveTicksOnBothSides() {
        let ticks = Ticks(covering: -7...5, atMost: 5, scale: .whole)
        #expect(ticks.values == [-10, -5, 0, 5])
        #expect(Ticks(covering: -3...0, atMost: 5, scale: .whole).values == [-3, -2, -1, 0])
        // One interval cannot hold zero within it, so there are two.
        #expect(Ticks(covering: -1...1, atMost: 1, scale: .whole).values == [-1, 0, 1])
    }

    @Test func whatIsTooSmallToSeeIsOneStep() {
        let tiny = Ticks(covering: 0...Double.leastNonzeroMagnitude, atMost: 5, scale: .fraction)
        #expect(tiny.values == [0, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(Ticks(covering: 0...0, atMost: 4, scale: .fraction).high == 1)
    }

    @Test func placesAreBetweenTheEnds() {
        let ticks = Ticks(covering: 0...7, atMost: 5, scale: .whole)
        #expect(ticks.fraction(0) == 0)
        #expect(ticks.fraction(8) == 1)
        #expect(ticks.fraction(2) == 0.25)
        #expect(ticks.fraction(100) == 1)
        #expect(ticks.fraction(-100) == 0)
    }

    @Test func anAxisShowsZeroItsRangeAndItsNumbers() {
        let plain = ChartTexts.axis()
        #expect(plain.ticks(covering: [40, 42], atMost: 5).low == 0)
        let ranged = ChartTexts.axis(.fraction, range: 0...1)
        #expect(ranged.ticks(covering: [0.1], atMost: 5).high == 1)
        #expect(ranged.ticks(covering: [3], atMost: 5).high >= 3)
    }

    @Test func numbersAreWrittenOnce() {
        let written = ChartTexts.axis().written([1, 2, 2])
        #expect(written.format(2) == "2")
        #expect(written.format(3) == "3")
        #expect(written.cell(nil) == "–")
    }

    private static let seed = SeededGenerator.seed()

    @Test(arguments: [ValueAxis.Scale.whole, .fraction, .minutes])
    func ticksCoverAnyRangeInEqualSteps(scale: ValueAxis.Scale) {
        var numbers = ChartNumbers(seed: Self.seed)
        for _ in 0..<2_000 {
            let size = Double.random(in: -8...15, using: &numbers)
            let range = numbers.range(upTo: Double.power(10, size))
            let intervals = Int.random(in: 1...8, using: &numbers)
            let ticks = Ticks(covering: range, atMost: intervals, scale: scale)
            let hint: Comment = "\(range), at most \(intervals), \(scale), seed \(Self.seed)"
            #expect(ticks.low <= range.lowerBound && ticks.high >= range.upperBound, hint)
            #expect(ticks.values.count >= 2 && ticks.values.count <= max(intervals, 2) + 1, hint)
            let steps = zip(ticks.values.dropFirst(), ticks.values).map { $0 - $1 }
            let uneven = steps.filter { abs($0 / steps[0] - 1) > 1e-6 }
            #expect(uneven.isEmpty, hint)
            if scale != .fraction { #expect(ticks.values.allSatisfy { $0 == $0.rounded() }, hint) }
            #expect(ticks.values.contains(0), hint)
        }
    }
}
