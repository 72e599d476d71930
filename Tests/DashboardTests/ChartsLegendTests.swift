import Testing

@testable import Dashboard

/// The meaning of colours and patterns.
@Suite struct ChartsLegendTests {
    func legend(_ names: [String], _ width: ChartWidth) throws -> ChartElement {
        let items = names.enumerated().map {
            Legend.Item(swatch: .area($0.offset), name: $0.element)
        }
        let html = ChartFigure.html(ChartTexts.caption(), tables: []) {
            Legend(items: items).draw(in: &$0)
        }
        return try ChartRules.check(html).picture(width)
    }

    @Test func itemsStandBesideEachOtherWhileTheyHaveRoom() throws {
        let names = ["Planned purchases", "Impulses", "Protection moments"]
        let lines = { (picture: ChartElement) in
            Set(picture.named("text").compactMap { $0.attributes["y"] }).count
        }
        #expect(lines(try legend(names, .wide)) == 1)
        #expect(lines(try legend(names, .narrow)) == 2)
        #expect(lines(try legend(["a", "b"], .narrow)) == 1)
    }

    @Test func aNameTooLongIsCut() throws {
        let name = String(repeating: "long ", count: 2_000)
        let texts = try legend([name, "short"], .narrow).named("text").map(\.text)
        #expect(texts[0].hasSuffix("…") && texts[0].count < 40)
        #expect(texts[1] == "short")
    }

    @Test func noItemsNeedNoRoom() throws {
        #expect(try legend([], .narrow).attributes["viewBox"] == "0 0 240 0")
        #expect(Legend([ChartSeries(name: "a", counts: [])]) { .area($0) }.items.isEmpty)
        let two = [ChartSeries(name: "a", counts: []), ChartSeries(name: "b", counts: [])]
        #expect(Legend(two) { .line($0) }.items.map(\.name) == ["a", "b"])
    }

    @Test func everyMarkIsDrawn() throws {
        let swatches: [Legend.Swatch] = [
            .area(1), .line(2), .heat(0), .heat(3), .now, .band, .none,
        ]
        let html = ChartFigure.html(ChartTexts.caption(), tables: []) {
            Legend(items: swatches.map { Legend.Item(swatch: $0, name: "x") }).draw(in: &$0)
        }
        let picture = try ChartRules.check(html).picture(.wide)
        let marks = ["chart-2", "chart-line-3", "chart-marker-3", "heat-0", "heat-3", "chart-now"]
        for mark in marks + ["heat-label-3", "chart-band"] {
            #expect(picture.with(class: mark).count == 1, "\(mark)")
        }
        #expect(picture.named("text").count == swatches.count)
    }
}

/// The table behind a picture.
@Suite struct ChartsTableTests {
    func read(_ table: ChartTable) throws -> ChartReading {
        try ChartRules.check(
            ChartFigure.html(ChartTexts.caption(), tables: [table]) { $0.height = 1 })
    }

    @Test func numbersStandAtTheEndOfTheirColumn() throws {
        let numeric = try read(ChartTable(heads: ["a", "b"], rows: [("x", ["1"])]))
        #expect(numeric.figure.with(class: "number").map(\.text) == ["1"])
        let words = try read(
            ChartTable(heads: ["a", "b"], rows: [("x", ["1"])], isNumeric: false))
        #expect(words.figure.with(class: "number").isEmpty)
    }

    @Test func whatScrollsIsReachedByKeyboardAndHasAName() throws {
        let room = try read(ChartTable(heads: ["a"], rows: [])).figure.with(class: "table-scroll")
        #expect(room.first?.attributes["tabindex"] == "0")
        #expect(room.first?.attributes["role"] == "group")
        #expect(room.first?.attributes["aria-label"] == "The title")
    }

    @Test func levelsHaveATableIfThereAreAny() {
        #expect(ChartTable([ValueBand](), heads: [], format: ChartTexts.number) == nil)
        let table = ChartTable(
            [ValueBand(name: "high", from: 6)], heads: ["Level", "From"],
            format: ChartTexts.number)
        #expect(table?.heads == ["Level", "From"])
        #expect(table?.rows.map(\.cells) == [["6"]])
    }
}
