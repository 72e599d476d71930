/// A rectangle in a picture, in its units.
struct Box: Equatable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
    var middle: Double { (left + right) / 2 }
}

/// A picture in one of its two forms, while it is being drawn.
struct Drawing {
    /// The side of a text that lies at its point.
    enum Anchor: String {
        case start
        case middle
        case end
    }

    let width: ChartWidth
    /// The prefix of the ids in this form.
    let prefix: String
    /// The height of the picture, set by the lowest element.
    var height = 0.0
    private var markup = Markup()
    private var hatches: Set<Int> = []

    init(_ width: ChartWidth, of caption: ChartCaption) {
        self.width = width
        prefix = "\(caption.id)-\(width.rawValue)"
    }

    var lettering: TextMetrics { width.lettering }

    /// Draws a text on its baseline.
    mutating func text(
        _ text: String, x: Double, y: Double, class name: String = "chart-label",
        anchor: Anchor = .start
    ) {
        guard !text.isEmpty else { return }
        markup.element(
            "text",
            [
                "class": name, "x": coordinate(x), "y": coordinate(y),
                "text-anchor": anchor == .start ? nil : anchor.rawValue,
            ], text: text)
    }

    mutating func line(
        from: (x: Double, y: Double), to end: (x: Double, y: Double), class name: String
    ) {
        markup.shape(
            "line",
            [
                "class": name, "x1": coordinate(from.x), "y1": coordinate(from.y),
                "x2": coordinate(end.x), "y2": coordinate(end.y),
            ])
    }

    mutating func rectangle(_ box: Box, class name: String, round: Double = 0, tip: String? = nil) {
        markup.shape(
            "rect",
            [
                "class": name, "x": coordinate(box.left), "y": coordinate(box.top),
                "width": coordinate(max(box.width, 0)), "height": coordinate(max(box.height, 0)),
                "rx": coordinate(round),
            ], tip: tip)
    }

    mutating func dot(x: Double, y: Double, radius: Double, class name: String) {
        markup.shape(
            "circle",
            ["class": name, "cx": coordinate(x), "cy": coordinate(y), "r": coordinate(radius)])
    }

    /// Draws a path, with the dashes of its stroke if it has any.
    mutating func path(_ path: String, class name: String, dashes: String? = nil) {
        markup.shape("path", ["class": name, "d": path, "stroke-dasharray": dashes])
    }

    /// Draws a rectangle in the colour and the pattern of a series (0, 1 …): never in colour alone.
    mutating func patch(_ box: Box, series: Int, tip: String? = nil) {
        let index = Hatch.index(of: series)
        rectangle(box, class: "chart-\(index)", round: 1, tip: tip)
        guard index > 1, box.width > 0, box.height > 0 else { return }
        hatches.insert(index)
        markup.shape(
            "rect",
            [
                "fill": "url(#\(Hatch.id(index, in: prefix)))", "pointer-events": "none",
                "x": coordinate(box.left), "y": coordinate(box.top),
                "width": coordinate(box.width), "height": coordinate(box.height),
            ])
    }

    /// Draws a text in an area of a series, on a plain ground: it is hard to read on a pattern.
    mutating func inside(_ text: String, x: Double, in box: Box, series: Int) {
        let index = Hatch.index(of: series)
        let middle = (box.top + box.bottom) / 2
        if index > 1 {
            let half = min(lettering.fontSize * 0.7, box.height / 2)
            rectangle(
                Box(
                    left: x - 2, top: middle - half,
                    right: min(x + lettering.width(of: text) + 2, box.right),
                    bottom: middle + half), class: "chart-\(index)")
        }
        self.text(
            text, x: x, y: middle + lettering.fontSize * 0.35, class: "chart-inside-\(index)")
    }

    /// The finished picture with its name, its description and the patterns it uses.
    func svg(_ caption: ChartCaption) -> Markup {
        let (title, description) = ("\(prefix)-title", "\(prefix)-desc")
        let size = "0 0 \(coordinate(width.units)) \(coordinate(height.rounded(.up)))"
        var result = Markup()
        result.element(
            "svg",
            [
                "class": width.className, "viewBox": size, "role": "img",
                "font-size": coordinate(lettering.fontSize),
                "aria-labelledby": "\(title) \(description)",
            ]
        ) { svg in
            svg.element("title", ["id": title], text: caption.title)
            svg.element("desc", ["id": description], text: caption.description)
            if !hatches.isEmpty {
                svg.element("defs") { Hatch.write(hatches.sorted(), in: prefix, to: &$0) }
            }
            svg.append(markup)
        }
        return result
    }
}
