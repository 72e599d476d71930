import Testing

@testable import Dashboard

/// The pieces that every picture is made of.
@Suite struct ChartsDrawingTests {
    /// The contents of a form after drawing.
    func picture(
        _ width: ChartWidth = .narrow, height: Double = 100, _ draw: (inout Drawing) -> Void
    ) throws -> ChartElement {
        let html = ChartFigure.html(ChartTexts.caption(), tables: []) { drawing in
            drawing.height = height
            draw(&drawing)
        }
        return try ChartRules.check(html).picture(width)
    }

    @Test func textsStandAtTheirAnchors() throws {
        let texts = try picture { drawing in
            drawing.text("a", x: 10, y: 20)
            drawing.text("b", x: 100, y: 20, class: "chart-title", anchor: .middle)
            drawing.text("c", x: 200, y: 20, anchor: .end)
            drawing.text("", x: 5, y: 5)
        }.named("text")
        #expect(texts.map(\.text) == ["a", "b", "c"])
        #expect(texts.map { $0.attributes["text-anchor"] } == [nil, "middle", "end"])
        #expect(texts.map(\.classes) == [["chart-label"], ["chart-title"], ["chart-label"]])
    }

    @Test func shapesHaveTheirPlaces() throws {
        let picture = try picture { drawing in
            drawing.line(from: (1, 2), to: (3, 4.5), class: "chart-grid")
            drawing.rectangle(
                Box(left: 1, top: 2, right: 11, bottom: 4), class: "chart-track", round: 2)
            drawing.dot(x: 5, y: 6, radius: 1.5, class: "heat-label-1")
            drawing.path("M0 0h4", class: "chart-line-1")
            drawing.path("M0 0h4", class: "chart-line-2", dashes: "6 4")
        }
        #expect(
            picture.named("line").first?.attributes == [
                "class": "chart-grid", "x1": "1", "y1": "2", "x2": "3", "y2": "4.5",
            ])
        #expect(
            picture.named("rect").first?.attributes == [
                "class": "chart-track", "x": "1", "y": "2", "width": "10", "height": "2", "rx": "2",
            ])
        #expect(
            picture.named("circle").first?.attributes == [
                "class": "heat-label-1", "cx": "5", "cy": "6", "r": "1.5",
            ])
        let dashes = picture.named("path").map { $0.attributes["stroke-dasharray"] }
        #expect(dashes == [nil, "6 4"])
    }

    @Test func aRectangleOfNegativeSizeHasNone() throws {
        let rect = try picture { drawing in
            drawing.rectangle(
                Box(left: 9, top: 9, right: 3, bottom: 3), class: "chart-track")
        }.named("rect").first
        #expect(rect?.attributes["width"] == "0" && rect?.attributes["height"] == "0")
    }

    @Test func eachFormHasPatternsOfItsOwn() throws {
        let html = ChartFigure.html(ChartTexts.caption("p"), tables: []) { drawing in
            drawing.height = 20
            for series in 0..<4 {
                let left = Double(series) * 20
                drawing.patch(
                    Box(left: left, top: 0, right: left + 10, bottom: 10), series: series)
            }
        }
        let read = try ChartRules.check(html)
        for width in ChartWidth.allCases {
            let ids = try read.picture(width).named("pattern").compactMap { $0.attributes["id"] }
            #expect(ids == (2...4).map { "p-\(width)-hatch-\($0)" })
        }
    }

    @Test func aPatternIsDefinedOnlyWhereItIsUsed() throws {
        let plain = try picture { drawing in
            drawing.patch(Box(left: 0, top: 0, right: 9, bottom: 9), series: 0)
            // Nothing to see, so nothing to lay a pattern over.
            drawing.patch(Box(left: 0, top: 0, right: 0, bottom: 9), series: 1)
        }
        #expect(plain.named("defs").isEmpty)
        #expect(plain.named("rect").count == 2)
    }

    @Test func aTextInsideAPatternStandsOnAPlate() throws {
        let box = Box(left: 10, top: 10, right: 100, bottom: 30)
        let picture = try picture { drawing in
            drawing.patch(box, series: 1)
            drawing.inside("Nights", x: 13, in: box, series: 1)
        }
        let rects = picture.named("rect")
        #expect(rects.map { $0.attributes["class"] } == ["chart-2", nil, "chart-2"])
        #expect(picture.named("text").map(\.classes) == [["chart-inside-2"]])
        let plate = try #require(rects.last)
        #expect(try #require(plate.number("y")) >= box.top)
        #expect(try #require(plate.number("width")) <= box.width)
    }

    @Test func thePictureIsAsHighAsWhatIsDrawn() throws {
        #expect(try picture(height: 41.2) { _ in }.attributes["viewBox"] == "0 0 240 42")
        #expect(try picture(.wide, height: 50) { _ in }.attributes["viewBox"] == "0 0 560 50")
    }

    @Test func theNameAndTheDescriptionAreRead() throws {
        let svg = try picture(.wide) { _ in }
        #expect(svg.attributes["aria-labelledby"] == "chart-a-wide-title chart-a-wide-desc")
        #expect(svg.children.map(\.text) == ["The title", "What it shows."])
        #expect(svg.attributes["aria-hidden"] == nil)
    }

    @Test func boxesKnowTheirSizes() {
        let box = Box(left: 2, top: 3, right: 12, bottom: 7)
        #expect(box.width == 10 && box.height == 4 && box.middle == 7)
    }
}
