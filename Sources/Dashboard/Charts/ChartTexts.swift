/// A name in a chart: whole in the table and the tips, short where the picture has little room.
package struct ChartLabel: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The whole name, "Wednesday".
    package let full: String
    /// A short form of it, "Wed"; the whole name when there is none.
    package let short: String

    /// A name and its short form.
    package init(_ full: String, short: String? = nil) {
        self.full = full
        self.short = short ?? full
    }

    /// A name without a short form.
    package init(stringLiteral value: String) { self.init(value) }
}

/// What every chart says about itself, in the person's language.
package struct ChartCaption: Sendable {
    /// The `id` of the figure, unlike any other on the page: letters, digits, `-`, `_`; whatever
    /// else stands in it becomes `-`.
    package let id: String
    /// The heading over the picture, and its accessible name.
    package let title: String
    /// One or two sentences that tell what the picture shows: its accessible description.
    package let description: String
    /// What opens the table behind the picture, "Show the numbers".
    package let tableLabel: String
    /// What stands in place of the picture when there is nothing to draw.
    package let emptyText: String

    /// The texts of a chart.
    package init(
        id: String, title: String, description: String, tableLabel: String, emptyText: String
    ) {
        let allowed = id.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "-"
        }
        self.id = allowed.isEmpty ? "chart" : String(allowed)
        self.title = title
        self.description = description
        self.tableLabel = tableLabel
        self.emptyText = emptyText
    }
}

/// One row of numbers, drawn in one colour, pattern and marker.
package struct ChartSeries: Sendable {
    /// Its name in the legend and over its column of the table.
    package let name: String
    /// One number for each category or point; nil is a number that is not known: no bar, a gap
    /// in a line, a dash in the table. Missing ones count as nil, surplus ones are left out.
    package let values: [Finite?]

    /// A series with gaps.
    package init(name: String, values: [Finite?]) {
        self.name = name
        self.values = values
    }

    /// A series of counts.
    package init(name: String, counts: [Int]) {
        self.init(name: name, values: counts.map { Finite($0) })
    }

    /// The number at an index, nil where there is none.
    func value(at index: Int) -> Double? {
        values.indices.contains(index) ? values[index]?.value : nil
    }
}

/// A level that begins at a value: of risk, drawn as a line across the picture.
package struct ValueBand: Sendable {
    /// What the level is called, "high".
    package let name: String
    /// The value at which it begins.
    package let from: Finite

    /// A level.
    package init(name: String, from: Finite) {
        self.name = name
        self.from = from
    }
}
