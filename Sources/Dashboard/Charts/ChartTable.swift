/// The table of a picture's numbers. Names are complete, unknown numbers are dashes.
struct ChartTable {
    static let unknown = "–"

    /// The column headings; the first stands above the row headings.
    let heads: [String]
    let rows: [(head: String, cells: [String])]
    /// True if the cells are numbers, which are aligned at the end of their column.
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
    /// A table with a row for each category or point and a column for each series.
    init(_ categories: CategoryAxis, _ series: [ChartSeries], _ values: ValueAxis) {
        heads = [categories.title] + series.map(\.name)
        rows = categories.labels.enumerated().map { index, label in
            (label.full, series.map { values.cell($0.value(at: index)) })
        }
    }

    /// A table of the values at which the levels begin; nil if there are no levels.
    init?(_ bands: [ValueBand], heads: [String], format: (Double) -> String) {
        guard !bands.isEmpty else { return nil }
        self.heads = heads
        rows = bands.map { ($0.name, [format($0.from.value)]) }
    }
}
