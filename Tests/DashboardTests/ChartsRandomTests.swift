import SeededRandom
import Testing

@testable import Dashboard

/// Charts of anything keep the rules: well formed, nothing outside, no label on another.
@Suite struct ChartsRandomTests {
    private static let seed = SeededGenerator.seed()

    /// Draws many charts of a kind, each of its own seed.
    func check(_ rounds: Int, _ html: (inout ChartNumbers) -> String) throws {
        for round in 0..<rounds {
            var numbers = ChartNumbers(seed: Self.seed &+ UInt64(round))
            let text = html(&numbers)
            try ChartRules.check(text, hint: "(seed \(Self.seed), round \(round))")
            #expect(!text.contains("<script") && !text.contains(" style=\""))
        }
    }

    @Test func bars() throws {
        try check(30) { numbers in
            let count = [1, 2, 7, 24, 40][numbers.below(5)]
            return BarChart(
                caption: numbers.caption(), categories: numbers.axis(count),
                values: ChartTexts.axis([.whole, .fraction, .minutes][numbers.below(3)]),
                series: numbers.series(count),
                arrangement: numbers.chance(50) ? .grouped : .stacked,
                direction: numbers.chance(50) ? .vertical : .horizontal
            ).html
        }
    }

    @Test func lines() throws {
        try check(30) { numbers in
            let count = [1, 2, 12, 31, 366][numbers.below(5)]
            let bands = (0..<numbers.below(5)).compactMap { _ in
                numbers.number().map { ValueBand(name: "level", from: $0) }
            }
            return LineChart(
                caption: numbers.caption(), points: numbers.axis(count),
                values: ChartTexts.axis(numbers.chance(50) ? .whole : .fraction),
                series: numbers.series(count), bands: bands, bandsTitle: numbers.name()
            ).html
        }
    }

    @Test func heat() throws {
        try check(25) { numbers in
            let (rows, columns) = (1 + numbers.below(8), 1 + numbers.below(26))
            let greatest = [1, 9, 1_000, 1_000_000][numbers.below(4)]
            return HeatMap(
                caption: numbers.caption(), rows: numbers.axis(rows),
                columns: numbers.axis(columns),
                counts: (0..<rows).map { _ in
                    (0..<columns).map { _ in numbers.below(greatest + 1) }
                }, legendTitle: numbers.name(), format: { "\($0)" }
            ).html
        }
    }

    @Test func weeks() throws {
        try check(25) { numbers in
            let days = (0..<7).map { _ in
                WeekChart.Day(
                    name: numbers.label(),
                    blocks: (0..<numbers.below(6)).map { _ in
                        let start = numbers.below(1_500) - 50
                        return WeekChart.Block(
                            minutes: start..<(start + numbers.below(700)),
                            schedule: numbers.below(7), label: numbers.name())
                    })
            }
            return WeekChart(
                caption: numbers.caption(), days: days,
                schedules: (0..<numbers.below(6)).map { _ in numbers.name() },
                now: WeekChart.Now(
                    day: numbers.below(8), minute: numbers.below(1_440), label: numbers.name()),
                heads: [numbers.name(), numbers.name(), numbers.name()],
                hour: { "\($0):00" }, clock: { "\($0)" }
            ).html
        }
    }

    @Test func meters() throws {
        try check(25) { numbers in
            Meter(
                caption: numbers.caption(), value: numbers.number() ?? 0,
                valueText: numbers.name(),
                bands: (0..<numbers.below(6)).map { _ in
                    ValueBand(
                        name: numbers.name(),
                        from: FiniteNumber(Double(numbers.below(1_200)) / 1_000) ?? 0)
                }, heads: [numbers.name(), numbers.name()],
                format: ChartTexts.number
            ).html
        }
    }

    @Test func shares() throws {
        try check(25) { numbers in
            ShareBar(
                caption: numbers.caption(),
                parts: (0..<numbers.below(7)).map { _ in
                    ShareBar.Part(name: numbers.name(), value: numbers.number() ?? 0)
                },
                heads: [numbers.name(), numbers.name(), numbers.name()],
                format: ChartTexts.number, share: { "\(Int($0 * 100)) %" }
            ).html
        }
    }

    @Test func theSameChartIsTheSameText() {
        for round in 0..<5 as Range<UInt64> {
            let html = (0..<2).map { _ in
                var numbers = ChartNumbers(seed: round)
                return BarChart(
                    caption: numbers.caption(), categories: numbers.axis(7),
                    values: ChartTexts.axis(), series: numbers.series(7)
                ).html
            }
            #expect(html[0] == html[1])
        }
    }
}
