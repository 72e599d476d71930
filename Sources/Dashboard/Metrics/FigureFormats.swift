import API

/// Formats figures with the section's texts and the numbers of the person's region.
struct FigureFormats: Sendable {
    let texts: Texts
    let formats: Formats

    init(_ environment: PageEnvironment) {
        texts = environment.texts
        formats = environment.formats
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        texts("metrics.\(key)", values)
    }

    /// A text of the section for a count, with the number in the region's format.
    func callAsFunction(
        _ key: String, count: Int, _ values: [String: String] = [:]
    ) -> String {
        let number = formats.number(count)
        return texts(
            "metrics.\(key)", count: count, ["count": number].merging(values) { $1 })
    }

    /// `16 November 2026 to 22 November 2026`, or one day; a text that is not a day is unchanged.
    func days(_ from: String, _ to: String) -> String {
        let first = CalendarDay(from).map(formats.day) ?? from
        guard from != to else { return first }
        return self("days", ["from": first, "to": CalendarDay(to).map(formats.day) ?? to])
    }

    /// `7 of 10`.
    func fraction(_ share: MetricsAPI.Share) -> String {
        self(
            "fraction",
            ["count": formats.number(share.count), "of": formats.number(share.of)])
    }

    /// `2.3`, halves rounded away from zero.
    func decimal(_ number: FixedPoint) -> String {
        let tenths = (number.thousandths + (number.thousandths < 0 ? -50 : 50)) / 100
        return formats.number(Double(tenths) / 10, digits: 1)
    }

    func caption(_ id: String, _ key: String, _ description: String) -> ChartCaption {
        ChartCaption(
            id: id, title: self(key), description: description, tableLabel: self("numbers"),
            emptyText: self("noNumbers"))
    }

    func counts(_ key: String) -> ValueAxis {
        ValueAxis(title: self(key)) { [formats] in formats.number(Int($0.rounded())) }
    }

    /// An axis of shares, from none to all.
    func shares(_ key: String) -> ValueAxis {
        ValueAxis(title: self(key), scale: .fraction, range: 0...1) { [formats] in
            formats.percent(Int(($0 * 1000).rounded()), of: 1000)
        }
    }

    /// An axis of means of minutes, which are not whole.
    func means(_ key: String) -> ValueAxis {
        ValueAxis(title: self(key), scale: .minutes) { [texts, formats] in
            texts("formats.minutes", ["count": formats.number($0, digits: 1)])
        }
    }

    func minutes(_ key: String) -> ValueAxis {
        ValueAxis(title: self(key), scale: .minutes) { [formats] in
            formats.length(seconds: Int(($0 * 60).rounded()))
        }
    }
}
