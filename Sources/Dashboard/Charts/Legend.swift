/// The legend of a picture. As many items stand in a line as fit into the width.
struct Legend {
    enum Swatch {
        /// The area of a series, from 0.
        case area(Int)
        /// The line of a series, from 0.
        case line(Int)
        /// A step of heat, 0 to 5.
        case heat(Int)
        /// The mark of the present moment.
        case now
        /// The line at which a level begins.
        case band
        /// A heading above the other items, without a mark.
        case none
    }

    struct Item {
        let swatch: Swatch
        let name: String
    }

    let items: [Item]

    private static let mark = 22.0
    private static let gap = 14.0

    /// Draws the items under everything already drawn, and increases the picture's height.
    func draw(in drawing: inout Drawing) {
        guard !items.isEmpty else { return }
        let (width, letters) = (drawing.width.units, drawing.lettering)
        var x = 0.0
        var y = drawing.height + letters.lineHeight
        for item in items {
            let start = Self.room(of: item.swatch)
            let name = letters.cut(item.name, to: width - start)
            let room = start + letters.width(of: name)
            if x > 0, x + room > width {
                x = 0
                y += letters.lineHeight + 2
            }
            Self.draw(item.swatch, x: x, y: y - letters.fontSize * 0.35, in: &drawing)
            drawing.text(name, x: x + start, y: y)
            x += room + Self.gap
        }
        drawing.height = y + letters.fontSize * 0.5
    }

    private static func room(of swatch: Swatch) -> Double {
        if case .none = swatch { 0 } else { mark }
    }

    private static func draw(
        _ swatch: Swatch, x: Double, y: Double, in drawing: inout Drawing
    ) {
        let area = Box(left: x, top: y - 6, right: x + 16, bottom: y + 6)
        switch swatch {
        case .area(let series): drawing.patch(area, series: series)
        case .line(let series):
            drawing.path(
                "M\(coordinate(x)) \(coordinate(y))h18",
                class: "chart-line-\(Hatch.index(of: series))", dashes: Hatch.dashes(of: series))
            drawing.path(
                Hatch.marker(of: series, x: x + 9, y: y),
                class: "chart-marker-\(Hatch.index(of: series))")
        case .heat(let step):
            drawing.rectangle(area, class: "heat-cell heat-\(step)")
            if let radius = HeatStep.radius(of: step, in: area) {
                drawing.dot(x: area.middle, y: y, radius: radius, class: "heat-label-\(step)")
            }
        case .now: drawing.line(from: (x + 8, y - 6), to: (x + 8, y + 6), class: "chart-now")
        case .band: drawing.line(from: (x + 8, y - 6), to: (x + 8, y + 6), class: "chart-band")
        case .none: break
        }
    }
}

extension Legend {
    /// The legend of several series; a single series needs none, its name is the picture's.
    init(_ series: [ChartSeries], swatch: (Int) -> Swatch) {
        items =
            series.count < 2
            ? []
            : series.enumerated().map { Item(swatch: swatch($0.offset), name: $0.element.name) }
    }
}
