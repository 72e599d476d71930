import Testing

@testable import Dashboard

/// How HTML and SVG are written: escaped, well formed, without a locale.
@Suite struct ChartsMarkupTests {
    @Test func everyTextAndAttributeIsEscaped() {
        var markup = Markup()
        markup.element("p", ["title": "a\"b'c<d>&"], text: "<b> & \"x\" 'y'")
        #expect(
            markup.html == "<p title=\"a&quot;b&#39;c&lt;d&gt;&amp;\">"
                + "&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</p>")
    }

    @Test func attributesKeepTheirOrder() {
        var markup = Markup()
        markup.shape("line", ["y": "2", "x": "1"])
        #expect(markup.html == "<line y=\"2\" x=\"1\"/>")
    }

    @Test func aTipIsTheShapesTitle() {
        var markup = Markup()
        markup.shape("rect", ["x": "1"], tip: "a < b")
        #expect(markup.html == "<rect x=\"1\"><title>a &lt; b</title></rect>")
    }

    @Test(arguments: [
        "\u{0}", "\u{8}", "\n", "\u{1B}", "\u{7F}", "\u{9F}", "\u{FFFE}", "\u{1FFFF}",
    ])
    func whatNoDocumentMayHoldBecomesASpace(control: String) {
        var markup = Markup()
        markup.text("a\(control)b")
        #expect(markup.html == "a b")
    }

    @Test func whatIsAllowedStays() {
        var markup = Markup()
        markup.text("Grüße, 日本 🛡️ \u{2028}\u{FFFD}\u{10000}")
        #expect(markup.html == "Grüße, 日本 🛡️ \u{2028}\u{FFFD}\u{10000}")
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (0.004, "0"), (-0.004, "0"), (1, "1"), (1.5, "1.5"),
        (1.05, "1.05"), (1.126, "1.13"), (-1.25, "-1.25"), (-0.5, "-0.5"), (559.999, "560"),
        (1_234_567.8, "1234567.8"), (99.1, "99.1"), (0.1 + 0.2, "0.3"),
    ])
    func lengthsAreWrittenWithAPointAndTwoDecimals(length: Double, text: String) {
        #expect(coordinate(length) == text)
    }

    @Test(arguments: [
        ("requests", "requests"), ("by-hour_2", "by-hour_2"), ("a b", "a-b"),
        ("\"><script>", "---script-"), ("ä", "-"), ("", "chart"), ("٣", "-"),
    ])
    func idsAreIds(given: String, id: String) {
        let caption = ChartCaption(
            id: given, title: "", description: "", tableLabel: "", emptyText: "")
        #expect(caption.id == id)
    }

    @Test func labelsHaveAShortForm() {
        let label: ChartLabel = "Monday"
        #expect(label.full == "Monday" && label.short == "Monday")
        #expect(ChartLabel("Monday", short: "Mon").short == "Mon")
        #expect(ChartLabel("\(1) Nov") == "1 Nov")
    }
}

/// Which numbers a chart takes.
@Suite struct ChartsFiniteNumberTests {
    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func whatIsNoNumberIsRefused(value: Double) {
        #expect(FiniteNumber(value) == nil)
    }

    @Test(arguments: [0, -0.0, 0.25, -3.5, 1e15, -1e15, .leastNonzeroMagnitude])
    func numbersAreKept(value: Double) {
        #expect(FiniteNumber(value)?.value == value)
    }

    @Test func whatNobodyCountsToIsDrawnAsTheLimit() {
        #expect(FiniteNumber(Int.max).value == 1e15)
        #expect(FiniteNumber(Int.min).value == -1e15)
        #expect(FiniteNumber(Double.greatestFiniteMagnitude)?.value == 1e15)
        #expect(FiniteNumber(1_000_000).value == 1_000_000)
    }

    @Test func theyAreOrderedBySize() {
        let numbers: [FiniteNumber] = [3, -1, 2]
        #expect(numbers.sorted().map(\.value) == [-1, 2, 3])
        #expect(numbers.max() == 3)
    }

    @Test func aSeriesHasNoNumberBeyondItsEnds() {
        let series = ChartSeries(name: "a", values: [1, nil])
        #expect(series.value(at: 0) == 1)
        #expect(series.value(at: 1) == nil)
        #expect(series.value(at: 2) == nil)
        #expect(series.value(at: -1) == nil)
        #expect(ChartSeries(name: "b", counts: [4]).value(at: 0) == 4)
    }
}
