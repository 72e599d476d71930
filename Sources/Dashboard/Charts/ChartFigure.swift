/// The HTML of a chart: a caption, the picture in both forms, and the table of its numbers.
enum ChartFigure {
    /// The figure of a picture; `draw` is called once for each form.
    static func html(
        _ caption: ChartCaption, value: String? = nil, tables: [ChartTable],
        draw: (inout Drawing) -> Void
    ) -> String {
        figure(caption, value: value) { figure in
            for width in ChartWidth.allCases {
                var drawing = Drawing(width, of: caption)
                draw(&drawing)
                figure.append(drawing.svg(caption))
            }
            guard !tables.isEmpty else { return }
            figure.element("details", ["class": "chart-table"]) { details in
                details.element("summary", text: caption.tableLabel)
                for table in tables { table.write(label: caption.title, to: &details) }
            }
        }
    }

    /// The figure when there is nothing to draw: words in place of an empty picture.
    static func empty(_ caption: ChartCaption) -> String {
        figure(caption, value: nil) {
            $0.element("p", ["class": "empty"], text: caption.emptyText)
        }
    }

    private static func figure(
        _ caption: ChartCaption, value: String?, _ content: (inout Markup) -> Void
    ) -> String {
        var result = Markup()
        result.element("figure", ["class": "chart", "id": caption.id]) { figure in
            figure.element("figcaption") { text in
                text.text(caption.title)
                if let value {
                    text.text(" ")
                    text.element("span", ["class": "chart-value"], text: value)
                }
            }
            content(&figure)
        }
        return result.html
    }
}
