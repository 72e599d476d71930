/// The numbers behind a picture, whole: names are not cut, gaps are dashes.
struct ChartTable {
    /// The stand-in for a number that is not known.
    static let unknown = "–"

    /// The column heads; the first is over the row heads.
    let heads: [String]
    let rows: [(head: String, cells: [String])]
    /// Whether the cells are numbers, which stand at the end of their column.
    var isNumeric = true

    func write(label: String, to markup: inout Markup) {
        // A part that scrolls must be reached by keyboard, and what is reached must have a name.
        markup.element(
            "div",
            ["class": "table-scroll", "role": "group", "aria-label": label, "tabindex": "0"]
        ) {
            $0.element("table", ["class": "table"]) { table in
                table.element("thead") {
                    $0.element("tr") { row in
                        for head in heads { row.element("th", ["scope": "col"], text: head) }
                    }
                }
                table.element("tbody") { body in
                    for (head, cells) in rows {
                        body.element("tr") { row in
                            row.element("th", ["scope": "row"], text: head)
                            for cell in cells {
                                row.element(
                                    "td", ["class": isNumeric ? "number" : nil], text: cell)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension ChartTable {
    /// Categories or points down, series across.
    init(_ categories: CategoryAxis, _ series: [ChartSeries], _ values: ValueAxis) {
        heads = [categories.title] + series.map(\.name)
        rows = categories.labels.enumerated().map { index, label in
            (label.full, series.map { values.cell($0.value(at: index)) })
        }
    }

    /// Where levels begin; nil if there are none.
    init?(_ bands: [ValueBand], heads: [String], format: (Double) -> String) {
        guard !bands.isEmpty else { return nil }
        self.heads = heads
        rows = bands.map { ($0.name, [format($0.from.value)]) }
    }
}
