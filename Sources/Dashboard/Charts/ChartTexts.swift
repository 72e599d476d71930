import API

/// A name in a chart: complete in the table and the tips, short if the picture has little room.
struct ChartLabel: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// "Wednesday".
    let full: String
    /// "Wed"; the whole name when there is no short form.
    let short: String

    init(_ full: String, short: String? = nil) {
        self.full = full
        self.short = short ?? full
    }

    init(stringLiteral value: String) { self.init(value) }
}

/// The texts that every chart has, in the person's language.
struct ChartCaption: Sendable {
    /// The figure's `id`, unique on the page; all but letters, digits, `-`, `_` becomes `-`.
    let id: String
    /// The heading over the picture, and its accessible name.
    let title: String
    /// The accessible description: one or two sentences on the content of the picture.
    let description: String
    /// The label that opens the table behind the picture, "Show the numbers".
    let tableLabel: String
    /// The text in place of the picture when there is nothing to draw.
    let emptyText: String

    init(
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
struct ChartSeries: Sendable {
    /// Its name in the legend and over its column of the table.
    let name: String
    /// One number for each category or point. Nil is an unknown number: no bar, a gap in the line,
    /// a dash in the table. Missing numbers count as nil, surplus numbers are ignored.
    let values: [FiniteNumber?]

    func value(at index: Int) -> Double? {
        values.indices.contains(index) ? values[index]?.value : nil
    }
}

/// A risk level, drawn as a line across the picture at the value where the level begins.
struct ValueBand: Sendable {
    let name: String
    let from: FiniteNumber
}

extension ChartSeries {
    init(name: String, counts: [Int]) {
        self.init(name: name, values: counts.map { FiniteNumber($0) })
    }
}

extension ValueBand {
    /// The risk levels above the lowest one; `name` gives the name of a level.
    static func levels(
        _ thresholds: RiskAPI.Thresholds, _ name: (String) -> String
    ) -> [ValueBand] {
        [
            ("moderate", thresholds.moderate), ("high", thresholds.high),
            ("critical", thresholds.critical),
        ].map { ValueBand(name: name($0), from: FiniteNumber($1)) }
    }
}
