import Testing

@testable import Dashboard

/// Numbers over time.
@Suite struct ChartsLineTests {
    func points(_ count: Int) -> CategoryAxis {
        CategoryAxis(
            title: "Day",
            labels: (0..<count).map { ChartLabel("day \($0) of the year", short: "d\($0)") })
    }

    func chart(_ values: [[FiniteNumber?]], bands: [ValueBand] = [], count: Int? = nil) -> LineChart
    {
        LineChart(
            caption: ChartTexts.caption(), points: points(count ?? values.first?.count ?? 0),
            values: ChartTexts.axis(),
            series: values.enumerated().map {
                ChartSeries(name: "series \($0.offset)", values: $0.element)
            }, bands: bands, bandsTitle: "Level")
    }

    /// The path of a series' line.
    func line(_ read: ChartReading, _ width: ChartWidth, series: Int = 1) throws -> String? {
        try read.picture(width).with(class: "chart-line-\(series)").first?.attributes["d"]
    }

    @Test func aTrendHasItsLineItsMarkersAndItsTable() throws {
        let read = try ChartRules.check(chart([[1, 4, 2], [3, 0, 5]]).html)
        #expect(
            read.tables == [
                [
                    ["Day", "series 0", "series 1"], ["day 0 of the year", "1", "3"],
                    ["day 1 of the year", "4", "0"], ["day 2 of the year", "2", "5"],
                ]
            ])
        for width in ChartWidth.allCases {
            let path = try #require(try line(read, width))
            #expect(path.filter { $0 == "M" }.count == 1 && path.filter { $0 == "L" }.count == 2)
            #expect(try read.labels(width).contains("series 1"))
        }
    }

    @Test func aGapBreaksTheLine() throws {
        let read = try ChartRules.check(chart([[1, 2, nil, 4, nil, 6, 7]]).html)
        let path = try #require(try line(read, .wide))
        #expect(path.filter { $0 == "M" }.count == 2)
        #expect(read.tables[0][3] == ["day 2 of the year", "–"])
    }

    @Test func aPointAloneIsStillSeen() {
        let series = ChartSeries(name: "", values: [1, nil, 3, nil, 5, 6])
        let trace = Trace(series, places: [0, 1, 2, 3, 4, 5], marksAll: false) { $0 }
        #expect(trace.stretches.map(\.count) == [1, 1, 2])
        #expect(trace.marked.map(\.x) == [0, 2])
        #expect(trace.line == "M4 5L5 6")
        let all = Trace(series, places: [0, 1, 2, 3, 4, 5], marksAll: true) { $0 }
        #expect(all.marked.count == 4)
    }

    @Test func aYearOfDaysHasFewerLabelsThanPoints() throws {
        let values = (0..<366).map { FiniteNumber($0 % 17) }
        let read = try ChartRules.check(chart([values, values.reversed(), values]).html)
        #expect(read.tables[0].count == 367)
        for (width, most) in [(ChartWidth.narrow, 8), (.wide, 18)] {
            let labels = try read.labels(width).filter { $0.hasPrefix("d") }
            #expect((3...most).contains(labels.count), "\(labels)")
            #expect(labels.first == "d0")
            #expect(try line(read, width)?.filter { $0 == "L" }.count == 365)
            // So many markers would be a smear; only the legend's are drawn.
            #expect(try read.picture(width).with(class: "chart-marker-1").count == 1)
        }
    }

    @Test func seriesDifferInDashesAndMarkers() throws {
        let read = try ChartRules.check(chart([[1, 2], [2, 3], [3, 4], [4, 5]]).html)
        let picture = try read.picture(.wide)
        let dashes = (1...4).map {
            picture.with(class: "chart-line-\($0)").first?.attributes["stroke-dasharray"]
        }
        #expect(dashes[0] == nil && Set(dashes).count == 4)
        let shapes = (0..<4).map { Hatch.marker(of: $0, x: 10, y: 10) }
        #expect(Set(shapes).count == 4)
        #expect(Hatch.marker(of: 4, x: 10, y: 10) == shapes[0])
    }

    @Test func levelsAreLinesWithNames() throws {
        let bands = [
            ValueBand(name: "moderate", from: 4), ValueBand(name: "high", from: 6),
            ValueBand(name: "critical", from: 8),
        ]
        let read = try ChartRules.check(chart([[1, 5, 9]], bands: bands).html)
        #expect(
            read.tables[1] == [
                ["Level", "Requests"], ["moderate", "4"], ["high", "6"], ["critical", "8"],
            ])
        for width in ChartWidth.allCases {
            let lines = try read.picture(width).with(class: "chart-band")
            #expect(lines.count == 3)
            let heights = lines.compactMap { $0.number("y1") }
            #expect(heights == heights.sorted(by: >))
            #expect(
                try read.labels(width, class: "chart-halo").sorted() == [
                    "critical", "high", "moderate",
                ])
        }
    }

    @Test func namesOfLevelsGiveWayToEachOther() throws {
        let bands = [
            ValueBand(name: "one", from: 5), ValueBand(name: "other", from: 5),
            ValueBand(name: "top", from: 100),
        ]
        let read = try ChartRules.check(chart([[1, 100]], bands: bands).html)
        #expect(try read.labels(.wide, class: "chart-halo") == ["one", "top"])
        #expect(read.tables[1].count == 4)
    }

    @Test func theAxisReachesLevelsAndRange() throws {
        let risk = LineChart(
            caption: ChartTexts.caption(), points: points(2),
            values: ChartTexts.axis(.fraction, range: 0...1),
            series: [ChartSeries(name: "Risk", values: [FiniteNumber(0.1), FiniteNumber(0.2)])])
        let read = try ChartRules.check(risk.html)
        #expect(try read.labels(.wide).contains("1"))
        let high = try ChartRules.check(
            chart([[1, 2]], bands: [ValueBand(name: "high", from: 90)]).html)
        #expect(try high.labels(.wide).contains("100"))
    }

    @Test func oneValueStandsInTheMiddle() throws {
        let read = try ChartRules.check(chart([[3]]).html)
        #expect(try line(read, .wide) == nil)
        #expect(try read.picture(.wide).with(class: "chart-marker-1").count == 1)
        #expect(try read.labels(.wide).contains("day 0 of the year"))
    }

    @Test func numbersUnderZeroHaveTheZeroLineAmongThem() throws {
        let read = try ChartRules.check(chart([[3, -4]]).html)
        let zero = try #require(try read.picture(.wide).with(class: "chart-axis").first)
        let grid = try read.picture(.wide).with(class: "chart-grid").compactMap { $0.number("y1") }
        let y = try #require(zero.number("y1"))
        #expect(try #require(grid.min()) < y && y < (try #require(grid.max())))
    }

    @Test func nothingKnownIsSaidInWords() throws {
        #expect(try ChartRules.check(chart([]).html).isEmpty)
        #expect(try ChartRules.check(chart([[nil, nil]]).html).isEmpty)
        #expect(try ChartRules.check(chart([[1]], count: 0).html).isEmpty)
    }

    @Test(arguments: [[0, 0, 0], [5, 5, 5], [1_000_000, 0, 1], [.max, .min, 0]])
    func extremesKeepTheRules(counts: [Int]) throws {
        try ChartRules.check(chart([counts.map { FiniteNumber($0) }]).html)
    }

    @Test func seriesOfAnotherLengthAreNoTrouble() throws {
        let read = try ChartRules.check(chart([[1, 2, 3], [1], [1, 2, 3, 4, 5]]).html)
        #expect(read.tables[0][3] == ["day 2 of the year", "3", "–", "3"])
        #expect(read.tables[0].count == 4)
    }
}
