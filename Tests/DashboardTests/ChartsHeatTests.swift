import SeededRandom
import Testing

@testable import Dashboard

/// Counts by weekday and hour as cells.
@Suite struct ChartsHeatTests {
    func map(
        _ counts: [[Int]], rows: CategoryAxis = ChartTexts.days,
        columns: CategoryAxis = ChartTexts.hours
    ) -> HeatMap {
        HeatMap(
            caption: ChartTexts.caption(), rows: rows, columns: columns, counts: counts,
            legendTitle: "Requests", format: { "\($0)" })
    }

    let week = (0..<7).map { day in (0..<24).map { hour in day * hour } }

    @Test func aWeekLiesWhereItIsWideAndStandsWhereItIsNarrow() throws {
        let read = try ChartRules.check(map(week).html)
        let (wide, narrow) = (try read.picture(.wide), try read.picture(.narrow))
        #expect(wide.with(class: "heat-cell").count - narrow.with(class: "heat-cell").count == 0)
        let rows = { (picture: ChartElement) in
            Set(
                picture.with(class: "heat-cell").filter { !$0.children.isEmpty }
                    .compactMap { $0.attributes["y"] }
            ).count
        }
        #expect(rows(wide) == 7)
        #expect(rows(narrow) == 24)
        #expect(wide.all.contains { $0.name == "title" && $0.text == "Sunday, 23:00: 138" })
        #expect(narrow.all.contains { $0.name == "title" && $0.text == "23:00, Sunday: 138" })
    }

    @Test func theTableHoldsEveryNumber() throws {
        let read = try ChartRules.check(map(week).html)
        let table = try #require(read.tables.first)
        #expect(table[0] == ["Hour of day"] + ChartTexts.days.labels.map(\.full))
        #expect(table.count == 25)
        for hour in 0..<24 {
            #expect(table[hour + 1] == ["\(hour):00"] + (0..<7).map { "\($0 * hour)" })
        }
    }

    @Test func daysStandInTheOrderGiven() throws {
        let turned = CategoryAxis(
            title: "Weekday",
            labels: [ChartTexts.days.labels[6]] + ChartTexts.days.labels.dropLast())
        let read = try ChartRules.check(map(week, rows: turned).html)
        let days = try read.labels(.wide).filter { $0.count == 3 && Int($0) == nil }
        #expect(days == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    }

    @Test func cellsShowTheirNumbersWhereTheyHaveRoom() throws {
        let read = try ChartRules.check(map(week.map { $0.map { $0 / 2 } }).html)
        #expect(try read.labels(.wide, class: "heat-label-5").contains("69"))
        #expect(try read.labels(.narrow, class: "heat-label-5").contains("69"))
        #expect(try read.picture(.wide).named("circle").count == 5)  // those of the legend
    }

    @Test func dotsGrowWhereNumbersHaveNoRoom() throws {
        let counts = [(0..<24).map { $0 * 10_000 }]
        let read = try ChartRules.check(map(counts).html)
        let cells = try read.picture(.wide)
        #expect(try read.labels(.wide, class: "heat-label-5").isEmpty)
        let radii = (1...5).map { step in
            cells.named("circle").filter { $0.classes == ["heat-label-\(step)"] }
                .compactMap { $0.number("r") }.max() ?? 0
        }
        #expect(radii == radii.sorted() && Set(radii).count == 5)
    }

    @Test func theLegendTellsTheRangesOfTheSteps() throws {
        let read = try ChartRules.check(map([[0, 10, 50]]).html)
        let labels = try read.labels(.wide)
        for range in ["Requests", "0", "1–10", "11–20", "21–30", "31–40", "41–50"] {
            #expect(labels.contains(range), "\(range)")
        }
    }

    @Test func nothingIsSaidInWords() throws {
        for counts in [[], [[0, 0]], [[], []], [[-1]]] {
            #expect(try ChartRules.check(map(counts).html).isEmpty)
        }
        let none = CategoryAxis(title: "", labels: [])
        #expect(try ChartRules.check(map([[1]], rows: none).html).isEmpty)
        #expect(try ChartRules.check(map([[1]], columns: none).html).isEmpty)
    }

    @Test func missingAndNegativeCountsAreZero() throws {
        let read = try ChartRules.check(map([[-5, 3], [1]]).html)
        #expect(read.tables[0][1] == ["0:00", "0", "1", "0", "0", "0", "0", "0"])
        #expect(read.tables[0][2][1] == "3")
    }

    @Test(arguments: [
        (0, 10, 0), (-3, 10, 0), (1, 10, 1), (2, 10, 1), (3, 10, 2), (10, 10, 5), (9, 10, 5),
        (1, 1, 5), (1, 3, 2), (2, 3, 4), (3, 3, 5), (5, 0, 0), (.max, .max, 5), (1, .max, 1),
    ])
    func stepsAreFifthsOfTheGreatest(count: Int, greatest: Int, step: Int) {
        #expect(HeatStep.of(count, greatest: greatest) == step)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 9, 10, 99, 101, 1_000_000, Int.max])
    func stepsFollowEachOtherWithoutGap(greatest: Int) {
        let steps = HeatStep.all(greatest: greatest)
        #expect(steps.first?.counts.lowerBound == 1)
        #expect(steps.last?.counts.upperBound == greatest && steps.last?.step == 5)
        for (low, high) in zip(steps, steps.dropFirst()) {
            #expect(low.counts.upperBound + 1 == high.counts.lowerBound)
            #expect(low.step < high.step)
        }
        for step in steps {
            #expect(HeatStep.of(step.counts.lowerBound, greatest: greatest) == step.step)
            #expect(HeatStep.of(step.counts.upperBound, greatest: greatest) == step.step)
        }
    }

    @Test func noCountNoStep() {
        #expect(HeatStep.all(greatest: 0) == [])
        #expect(HeatStep.all(greatest: -1) == [])
        let cell = Box(left: 0, top: 0, right: 10, bottom: 20)
        #expect(HeatStep.radius(of: 0, in: cell) == nil)
        #expect(HeatStep.radius(of: 5, in: cell) == 4.2)
    }

    @Test func moreIsNeverCooler() {
        let seed = SeededGenerator.seed()
        var numbers = ChartNumbers(seed: seed)
        for _ in 0..<200 {
            let greatest = 1 + numbers.below([3, 20, 1_000, 1_000_000_000][numbers.below(4)])
            let counts = (0..<50).map { _ in numbers.below(greatest + 1) }.sorted()
            let steps = counts.map { HeatStep.of($0, greatest: greatest) }
            #expect(steps == steps.sorted(), "greatest \(greatest), seed \(seed)")
        }
    }
}
