import Testing

@testable import Dashboard

/// The rules themselves find what they are for.
@Suite struct ChartRulesTests {
    /// A picture that keeps the rules, with something put into it.
    func html(
        _ inside: String, attributes: String = "", after: String = "", size: String = "0 0 240 100"
    ) -> String {
        let form = { (name: String, size: String) in
            """
            <svg class="chart-\(name)" viewBox="\(size)" role="img" font-size="12" \
            aria-labelledby="a-\(name)-t a-\(name)-d"\(attributes)>\
            <title id="a-\(name)-t">t</title>\
            <desc id="a-\(name)-d">d</desc>\(inside)</svg>
            """
        }
        return "<figure class=\"chart\" id=\"a\"><figcaption>t</figcaption>"
            + form("narrow", size) + form("wide", "0 0 560 100") + after + "</figure>"
    }

    func findings(_ html: String) throws -> [String] {
        ChartRules.findings(try ChartReading(html))
    }

    @Test func whatKeepsTheRulesHasNoFinding() throws {
        let inside = "<text class=\"chart-label\" x=\"10\" y=\"20\">abc</text>"
        #expect(try findings(html(inside)) == [])
    }

    @Test(arguments: [
        ("<script>x</script>", "element script"), ("<rect/>", "a rectangle without numbers"),
        ("<line class=\"green\"/>", "no class of the style sheet: green"),
        ("<line style=\"x\"/>", "an attribute that does not belong there: style"),
        ("<line onclick=\"x\"/>", "an attribute that does not belong there: onclick"),
        ("<line id=\"a-1\"/>", "an id twice"), ("<line id=\"b\"/>", "id b"),
        ("<rect x=\"1\" y=\"1\" width=\"900\" height=\"1\"/>", "outside"),
        (
            "<text x=\"230\" y=\"20\">abcdefghijklmnopqrstuvwxyz 0123456789 and more</text>",
            "outside"
        ),
        ("<text x=\"0\" y=\"20\">abc</text><text x=\"20\" y=\"22\">abc</text>", "overlap"),
        ("<path fill=\"url(#a-none)\"/>", "a pattern that is not there"),
    ])
    func plantedFaultIsFound(inside: String, finding: String) throws {
        let found = try findings(html(inside, size: "0 0 240 100"))
        #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
    }

    @Test func plantedFaultsOfTheFormAreFound() throws {
        #expect(try findings(html("", size: "0 0 400 100")).contains("small font"))
        #expect(
            try findings(
                html("").replacing("</desc>", with: "</desc>").replacing(
                    "role=\"img\"", with: "role=\"none\"")
            ).contains("no image"))
        #expect(
            try findings(html("").replacing("chart-wide", with: "chart-narrow"))
                .contains { $0.hasPrefix("forms") })
        #expect(
            try findings(html("").replacing("desc", with: "text")).contains(
                "no title and description"))
        #expect(throws: ChartReading.Malformed.self) { try findings("<figure>") }
        #expect(throws: ChartReading.Malformed.self) { try findings(html("a & b")) }
    }

    @Test func plantedFaultsOfATableAreFound() throws {
        let table = { (row: String, tab: String) in
            """
            <div class="table-scroll"\(tab)><table class="table"><thead><tr><th scope="col">a</th>\
            <th scope="col">b</th></tr></thead><tbody>\(row)</tbody></table></div>
            """
        }
        let reach = " tabindex=\"0\" aria-label=\"t\""
        let good = "<tr><th scope=\"row\">1</th><td>2</td></tr>"
        #expect(try findings(html("", after: table(good, reach))) == [])
        #expect(
            try findings(html("", after: table(good, ""))) == [
                "a table out of the keyboard's reach"
            ])
        let ragged = good.replacing("</tr>", with: "<td>3</td></tr>")
        #expect(try findings(html("", after: table(ragged, reach))) == ["a ragged table"])
        let headless = good.replacing("th", with: "td")
        #expect(
            try findings(html("", after: table(headless, reach))).contains(
                "a row without a head"))
        let wrong = good.replacing("row", with: "col")
        #expect(try findings(html("", after: table(wrong, reach))) == ["scope of 1"])
    }
}
