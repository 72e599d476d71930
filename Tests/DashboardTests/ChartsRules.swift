import Testing

@testable import Dashboard

/// Rules for every chart, whatever its content.
enum ChartRules {
    /// The classes that the style sheet knows.
    static let classes: Set<String> = Set(
        [
            "chart", "chart-narrow", "chart-wide", "chart-table", "table-scroll", "table", "empty",
            "chart-value", "number", "chart-label", "chart-title", "chart-halo",
            "chart-grid", "chart-axis", "chart-band", "chart-now", "chart-track", "chart-hatch",
            "heat-cell",
        ] + (0...5).flatMap { ["heat-\($0)", "heat-label-\($0)"] }
            + (1...4).flatMap {
                ["chart-\($0)", "chart-line-\($0)", "chart-marker-\($0)", "chart-inside-\($0)"]
            })
    private static let attributes: Set<String> = [
        "class", "id", "viewBox", "role", "font-size", "aria-labelledby", "aria-label", "tabindex",
        "scope", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height", "d",
        "text-anchor", "fill", "stroke-dasharray", "pointer-events", "patternUnits",
        "patternTransform",
    ]
    private static let elements: Set<String> = [
        "figure", "figcaption", "span", "p", "svg", "title", "desc", "defs", "pattern", "path",
        "circle", "rect", "line", "text", "details", "summary", "div", "table", "thead", "tbody",
        "tr", "th", "td",
    ]

    /// Reads a chart and holds it against every rule.
    @discardableResult
    static func check(
        _ html: String, hint: String = "", source: SourceLocation = #_sourceLocation
    ) throws -> ChartReading {
        let chart = try ChartReading(html)
        let comment = Comment(rawValue: hint)
        for finding in findings(chart) {
            Issue.record("\(finding) \(hint)", sourceLocation: source)
        }
        #expect(chart.figure.name == "figure", comment, sourceLocation: source)
        return chart
    }

    /// The violations, in words.
    static func findings(_ chart: ChartReading) -> [String] {
        let figure = chart.figure
        return names(figure) + identities(figure)
            + figure.named("svg").flatMap { picture($0) + labels($0) + shapes($0) }
            + figure.named("table").flatMap(table) + forms(chart)
    }

    private static func names(_ figure: ChartElement) -> [String] {
        figure.all.flatMap { element -> [String] in
            let unknown = element.classes.filter { !classes.contains($0) }
            let strange = element.attributes.keys.filter { !attributes.contains($0) }
            return unknown.map { "no class of the style sheet: \($0)" }
                + strange.map { "an attribute that does not belong there: \($0)" }
                + (elements.contains(element.name) ? [] : ["element \(element.name)"])
        }
    }

    private static func identities(_ figure: ChartElement) -> [String] {
        let ids = figure.all.compactMap { $0.attributes["id"] }
        let own = figure.attributes["id"] ?? ""
        return (Set(ids).count == ids.count ? [] : ["an id twice"])
            + ids.filter { !$0.hasPrefix(own) || $0.contains(" ") }.map { "id \($0)" }
    }

    private static func forms(_ chart: ChartReading) -> [String] {
        if chart.isEmpty {
            return chart.figure.with(class: "empty").count == 1 ? [] : ["empty without words"]
        }
        let forms = chart.figure.children.filter { $0.name == "svg" }.flatMap(\.classes)
        return forms == ["chart-narrow", "chart-wide"] ? [] : ["forms: \(forms)"]
    }

    private static func picture(_ svg: ChartElement) -> [String] {
        var findings: [String] = []
        let heads = svg.children.prefix(2)
        if heads.map(\.name) != ["title", "desc"] { findings.append("no title and description") }
        let named = heads.compactMap { $0.attributes["id"] }.joined(separator: " ")
        if svg.attributes["aria-labelledby"] != named { findings.append("not named by its title") }
        if svg.attributes["role"] != "img" { findings.append("no image") }
        // The fonts are at least 11 px high in the narrowest room of the form.
        let room = svg.classes == ["chart-narrow"] ? 240.0 : 520.0
        let size = size(of: svg)
        if (svg.number("font-size") ?? 0) * room / size.width < 11 { findings.append("small font") }
        let ids = Set(svg.all.compactMap { $0.attributes["id"] })
        for fill in svg.all.compactMap({ $0.attributes["fill"] })
        where !ids.contains(String(fill.dropFirst(5).dropLast())) {
            findings.append("a pattern that is not there: \(fill)")
        }
        return findings
    }

    static func size(of svg: ChartElement) -> (width: Double, height: Double) {
        let parts = svg.attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
        return parts.count == 4 ? (parts[2], parts[3]) : (0, 0)
    }

    /// Labels stand within the picture and not on each other.
    private static func labels(_ svg: ChartElement) -> [String] {
        let fontSize = svg.number("font-size") ?? 0
        let size = size(of: svg)
        let boxes = svg.named("text").compactMap { LabelBox($0, fontSize: fontSize) }
        var findings: [String] = []
        for (index, box) in boxes.enumerated() {
            if box.left < -0.1 || box.right > size.width + 0.1 || box.top < -1
                || box.bottom > size.height + 0.1
            {
                findings.append("outside: \(box) in \(size)")
            }
            for other in boxes[(index + 1)...] where box.overlaps(other) {
                findings.append("overlap in \(svg.classes): \(box) and \(other)")
            }
        }
        return findings
    }

    /// Shapes stand within the picture.
    private static func shapes(_ svg: ChartElement) -> [String] {
        let size = size(of: svg)
        return svg.named("rect").compactMap { rect in
            guard let x = rect.number("x"), let y = rect.number("y"),
                let width = rect.number("width"), let height = rect.number("height")
            else { return "a rectangle without numbers" }
            let isInside =
                x >= -0.1 && y >= -0.1 && width >= 0 && height >= 0
                && x + width <= size.width + 0.1 && y + height <= size.height + 0.1
            return isInside ? nil : "outside: \(rect.attributes) in \(size)"
        }
    }

    /// Rows of a table are of one length, and heads say what they head.
    private static func table(_ table: ChartElement) -> [String] {
        let rows = table.named("tr")
        var findings: [String] = []
        if Set(rows.map(\.children.count)).count > 1 { findings.append("a ragged table") }
        for head in table.named("th") {
            let scope = head.parent?.parent?.name == "thead" ? "col" : "row"
            if head.attributes["scope"] != scope { findings.append("scope of \(head.text)") }
        }
        for row in rows where row.parent?.name == "tbody" {
            if row.children.first?.name != "th" { findings.append("a row without a head") }
        }
        let room = table.parent
        if room?.attributes["tabindex"] != "0" || room?.attributes["aria-label"] == nil {
            findings.append("a table out of the keyboard's reach")
        }
        return findings
    }
}
