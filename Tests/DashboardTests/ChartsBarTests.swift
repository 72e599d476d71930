import Testing

@testable import Dashboard

/// Bars of categories, upright and sideways, beside and on each other.
@Suite struct ChartsBarTests {
    func chart(
        _ counts: [[Int]], axis: CategoryAxis = ChartTexts.days,
        arrangement: BarChart.Arrangement = .grouped, direction: BarChart.Direction = .vertical
    ) -> BarChart {
        BarChart(
            caption: ChartTexts.caption(), categories: axis, values: ChartTexts.axis(),
            series: counts.enumerated().map {
                ChartSeries(name: "series \($0.offset)", counts: $0.element)
            }, arrangement: arrangement, direction: direction)
    }

    /// The heights of a form's bars of one series, without the pattern over them.
    func heights(_ chart: ChartReading, _ width: ChartWidth, series: Int = 0) throws -> [Double] {
        try chart.picture(width).with(class: "chart-\(series + 1)").compactMap {
            $0.number("height")
        }
    }

    @Test func hoursOfADayHaveTheirBarsAndTheirNumbers() throws {
        let counts = (0..<24).map { $0 * 3 }
        let read = try ChartRules.check(chart([counts], axis: ChartTexts.hours).html)
        #expect(read.figure.named("figcaption").map(\.text) == ["The title"])
        #expect(read.figure.named("summary").map(\.text) == ["Show the numbers"])
        let rows = [["Hour of day", "series 0"]] + (0..<24).map { ["\($0):00", "\($0 * 3)"] }
        #expect(read.tables == [rows])
        for width in ChartWidth.allCases {
            let bars = try read.picture(width).with(class: "chart-1")
            #expect(bars.count == 24)
            #expect(bars.last?.children.first?.text == "23:00: 69")
            #expect(try read.labels(width, class: "chart-title") == ["Requests", "Hour of day"])
        }
        // Where it is narrow there are fewer labels, at equal distances from the first on.
        let narrow = try read.labels(.narrow).filter { Int($0) != nil }
        #expect(narrow.contains("0") && narrow.contains("12"))
        #expect(try read.labels(.narrow).count < read.labels(.wide).count)
    }

    @Test func barsAreAsHighAsTheirNumbers() throws {
        let read = try ChartRules.check(chart([[0, 10, 20, 40, 5, 1, 40]]).html)
        let heights = try heights(read, .wide)
        #expect(heights[0] == 0)
        #expect(abs(heights[3] - heights[2] * 2) < 0.02)
        #expect(abs(heights[2] - heights[1] * 2) < 0.02)
        #expect(heights[6] == heights[3])
    }

    @Test func whatIsMoreThanNothingIsSeen() throws {
        for direction in [BarChart.Direction.vertical, .horizontal] {
            let read = try ChartRules.check(
                chart([[1_000_000, 1, 0, 0, 0, 0, 0]], direction: direction).html)
            let side = direction == .vertical ? "height" : "width"
            let sizes = try read.picture(.narrow).with(class: "chart-1").compactMap {
                $0.number(side)
            }
            #expect(sizes[1] >= 1 && sizes[2] == 0)
        }
    }

    @Test func numbersStandOnTheBarsWhereTheyHaveRoom() throws {
        let few = try ChartRules.check(chart([[14, 9, 12, 30, 44, 51, 22]]).html)
        #expect(try few.labels(.narrow).filter { $0 == "51" }.count == 1)
        let large = try ChartRules.check(chart([[1_000_000, 9, 1, 1, 1, 1, 1]]).html)
        #expect(try large.labels(.narrow).filter { $0 == "9" }.isEmpty)
        #expect(try large.labels(.wide).contains("9"))
        let two = try ChartRules.check(chart([[11, 9], [7, 8]]).html)
        #expect(try !two.labels(.wide).contains("11"))
    }

    @Test func seriesBesideEachOtherDoNotOverlap() throws {
        let bars = chart([[1, 2], [3, 4], [5, 6]]).bars(at: 1)
        #expect(bars.map(\.series) == [0, 1, 2])
        #expect(bars.map(\.from) == [0, 0, 0])
        #expect(bars.map(\.to) == [2, 4, 6])
        for (one, next) in zip(bars, bars.dropFirst()) {
            #expect(one.across.upperBound <= next.across.lowerBound + 1e-9)
        }
    }

    @Test func seriesOnEachOtherAddUp() throws {
        let stacked = chart([[1, 2], [3, -4], [5, 6]], arrangement: .stacked)
        #expect(stacked.bars(at: 0).map(\.from) == [0, 1, 4])
        #expect(stacked.bars(at: 0).map(\.to) == [1, 4, 9])
        // Negative values grow downwards and do not move the values above zero.
        #expect(stacked.bars(at: 1).map(\.to) == [2, -4, 8])
        #expect(stacked.ends.max() == 9 && stacked.ends.min() == -4)
        try ChartRules.check(stacked.html)
    }

    @Test func theAxisCoversTheHighestStack() throws {
        let read = try ChartRules.check(
            chart([[30], [40], [35]], axis: one, arrangement: .stacked).html)
        #expect(try read.labels(.wide).contains("150"))
    }

    let one = CategoryAxis(title: "Category", labels: ["gift"])

    @Test func aMissingNumberIsADashAndNoBar() throws {
        let chart = BarChart(
            caption: ChartTexts.caption(), categories: ChartTexts.days, values: ChartTexts.axis(),
            series: [ChartSeries(name: "a", values: [1, nil, 3])])
        let read = try ChartRules.check(chart.html)
        #expect(try read.picture(.wide).with(class: "chart-1").count == 2)
        #expect(read.tables[0].map(\.[1]) == ["a", "1", "–", "3", "–", "–", "–", "–"])
    }

    @Test func nothingKnownIsSaidInWords() throws {
        for series in [[], [ChartSeries(name: "a", values: [nil, nil])]] {
            let chart = BarChart(
                caption: ChartTexts.caption(), categories: ChartTexts.days,
                values: ChartTexts.axis(), series: series)
            let read = try ChartRules.check(chart.html)
            #expect(read.isEmpty)
            #expect(read.figure.with(class: "empty").map(\.text) == ["Nothing yet."])
        }
        let none = CategoryAxis(title: "", labels: [])
        #expect(try ChartRules.check(chart([[1]], axis: none).html).isEmpty)
    }

    @Test func zerosAreAPictureOfZeros() throws {
        let read = try ChartRules.check(chart([[0, 0, 0, 0, 0, 0, 0]]).html)
        #expect(try heights(read, .narrow) == Array(repeating: 0, count: 7))
        #expect(try read.labels(.narrow).contains("1"))
    }

    @Test func equalNumbersAreEqualBars() throws {
        let read = try ChartRules.check(chart([[7, 7, 7, 7, 7, 7, 7]]).html)
        #expect(Set(try heights(read, .wide)).count == 1)
    }

    @Test func patternsTellSeriesApartWithoutColour() throws {
        let read = try ChartRules.check(chart([[1], [2], [3], [4], [5]], axis: one).html)
        for width in ChartWidth.allCases {
            let picture = try read.picture(width)
            #expect(picture.named("pattern").count == 3)
            let fills = picture.named("rect").compactMap { $0.attributes["fill"] }
            #expect(Set(fills).count == 3)
            // The fifth series looks like the first, and its name is another.
            #expect(picture.with(class: "chart-1").count == 4)
        }
        #expect(try read.labels(.wide).contains("series 4"))
    }

    @Test func oneSeriesNeedsNoLegend() throws {
        let alone = try ChartRules.check(chart([[1]], axis: one).html)
        #expect(try !alone.labels(.wide).contains("series 0"))
        let two = try ChartRules.check(chart([[1], [2]], axis: one).html)
        #expect(try two.labels(.narrow).contains("series 0"))
    }

    @Test func longNamesAreCutInThePictureAndWholeInTheTable() throws {
        let name = String(repeating: "A very long name <i>indeed</i> ", count: 333)
        let axis = CategoryAxis(title: "Mood", labels: [ChartLabel(name), "tired"])
        let read = try ChartRules.check(chart([[3, 4]], axis: axis, direction: .horizontal).html)
        #expect(read.tables[0][1] == [name, "3"])
        for width in ChartWidth.allCases {
            let label = try #require(try read.labels(width).first { $0.hasPrefix("A very") })
            #expect(label.hasSuffix("…") && label.count < 60)
        }
    }

    @Test(arguments: [["stressed", "sad"], ["Intended", "Used"], ["necessity", "gift"], ["x"]])
    func namesThatHaveRoomAreWhole(names: [String]) throws {
        let axis = CategoryAxis(title: "Mood", labels: names.map { ChartLabel($0) })
        let read = try ChartRules.check(
            chart([names.indices.map { $0 + 1 }], axis: axis, direction: .horizontal).html)
        for width in ChartWidth.allCases {
            #expect(Set(names).isSubset(of: Set(try read.labels(width))))
        }
    }

    @Test func sidewaysBarsHaveTheirNumbersAtTheirEnds() throws {
        let read = try ChartRules.check(
            chart(
                [[10, 15], [24, 92]], axis: CategoryAxis(title: "App", labels: ["a", "b"]),
                direction: .horizontal
            ).html)
        for width in ChartWidth.allCases {
            let labels = try read.labels(width)
            for number in ["10", "15", "24", "92"] { #expect(labels.contains(number)) }
            #expect(try read.labels(width, class: "chart-title") == ["App", "Requests"])
        }
        // The longer of two numbers has the longer bar.
        let widths = try read.picture(.wide).with(class: "chart-2").compactMap {
            $0.number("width")
        }
        #expect(widths[0] < widths[1])
    }

    @Test func stackedSidewaysBarsLieBehindEachOther() throws {
        let read = try ChartRules.check(
            chart([[10], [20]], axis: one, arrangement: .stacked, direction: .horizontal).html)
        let first = try #require(try read.picture(.wide).with(class: "chart-1").first)
        let second = try #require(try read.picture(.wide).with(class: "chart-2").first)
        let end = try #require(first.number("x")) + (try #require(first.number("width")))
        #expect(abs(end - (second.number("x") ?? 0)) < 0.02)
        #expect(first.attributes["y"] == second.attributes["y"])
    }

    @Test func hugeNumbersKeepTheirTicksApart() throws {
        for direction in [BarChart.Direction.vertical, .horizontal] {
            let read = try ChartRules.check(
                chart([[.max, 1, 2, 3, 4, 5, 6]], direction: direction).html)
            #expect(try read.labels(.wide).contains("1000000000000000"))
        }
    }

    @Test func dangerousTextsAreTexts() throws {
        let caption = ChartCaption(
            id: ChartTexts.hostile, title: ChartTexts.hostile, description: ChartTexts.hostile,
            tableLabel: ChartTexts.hostile, emptyText: ChartTexts.hostile)
        let chart = BarChart(
            caption: caption,
            categories: CategoryAxis(
                title: ChartTexts.hostile, labels: [ChartLabel(ChartTexts.hostile)]),
            values: ValueAxis(title: ChartTexts.hostile) { _ in ChartTexts.hostile },
            series: [
                ChartSeries(name: ChartTexts.hostile, counts: [1]),
                ChartSeries(name: ChartTexts.hostile, counts: [2]),
            ])
        #expect(!chart.html.contains("<script"))
        #expect(!chart.html.contains("onload=\"y"))
        let read = try ChartRules.check(chart.html)
        #expect(read.tables[0][1][0].hasPrefix("</text><script>alert('x')</script>\" onload"))
    }
}
