/// The names that days count by, each with its place: a day holds only numbers.
struct DayLabels: Equatable, Hashable, Sendable {
    /// The labels in the order of their places, from `DayFigure.labelled` on.
    private(set) var all: [DayLabel] = []
    /// The places of the names of each figure.
    private var places = [[String: UInt16]](
        repeating: [:], count: LabelledFigure.allCases.count)

    /// The greatest number of names, far more than rules have; further names are not counted.
    static let limit = Int(UInt16.max - DayFigure.labelled)
    /// The greatest number of names of one money figure: currencies come from requests.
    static let currencies = 64

    /// The place of a label, assigned if it has none yet; nil if there are too many.
    mutating func place(of figure: LabelledFigure, _ name: String) -> UInt16? {
        if let place = places[figure.rawValue][name] { return place }
        guard all.count < Self.limit,
            !figure.isMoney || places[figure.rawValue].count < Self.currencies
        else { return nil }
        let place = DayFigure.labelled + UInt16(all.count)
        all.append(DayLabel(figure: figure, name: name))
        places[figure.rawValue][name] = place
        return place
    }

    func place(of label: DayLabel) -> UInt16? { places[label.figure.rawValue][label.name] }

    /// The index in `all` of a place's label; nil if the place has none.
    static func index(_ place: UInt16) -> Int? {
        place < DayFigure.labelled ? nil : Int(place - DayFigure.labelled)
    }
}
