/// The sum of the days of a range, by place.
struct TallySum {
    private let labels: DayLabels
    private var figures: [Int64]
    /// Requests, then unblocks, then kept blocks by hour of the week, from Monday 0 o'clock.
    private var week = [Int64](repeating: 0, count: 3 * hoursOfWeek)
    /// Kept episodes by hour of the week, likewise.
    private(set) var moments = [Int64](repeating: 0, count: hoursOfWeek)
    /// The instants of the first and the last unblock, in milliseconds.
    private(set) var unblocked: ClosedRange<Int64>?

    static let hoursOfWeek = 168

    /// Sums up the days of a range; sums are clamped to the greatest number.
    init(_ tally: Tally, days range: Range<Int>) {
        labels = tally.labels
        figures = [Int64](
            repeating: 0, count: Int(DayFigure.labelled) + tally.labels.all.count)
        let first = tally.find(range.lowerBound).index
        let end = tally.find(range.upperBound).index
        for day in tally.days[first..<end] { add(day) }
    }

    private mutating func add(_ day: DayTally) {
        let weekday = day.weekday
        for entry in day.entries {
            let place = Int(DayTally.place(entry))
            let number = DayTally.number(entry)
            if place < Int(DayFigure.hourly) {
                let index = place / 24 * Self.hoursOfWeek + weekday * 24 + place % 24
                week[index] = week[index].addingSaturated(number)
            } else if let hour = DayFigure.hourOfMoments(place) {
                let index = weekday * 24 + hour
                moments[index] = moments[index].addingSaturated(number)
            } else {
                figures[place] = figures[place].addingSaturated(number)
            }
        }
        if let span = day.unblocked {
            let known = unblocked ?? span
            let first = min(known.lowerBound, span.lowerBound)
            unblocked = first...max(known.upperBound, span.upperBound)
        }
    }

    subscript(figure: DayFigure) -> Int64 { figures[Int(figure.rawValue)] }

    func count(_ figure: DayFigure) -> Int { Int(clamping: self[figure]) }

    /// Whether the use of any target was ever reported, on these days or others.
    var isUseReported: Bool { self[.used] > 0 || labels.all.contains { $0.figure == .use } }

    /// Requests, unblocks and kept blocks in an hour of the week, 0 to 167.
    func cell(hourOfWeek hour: Int) -> Cell {
        Cell(
            requests: Int(clamping: week[hour]),
            unblocks: Int(clamping: week[Self.hoursOfWeek + hour]),
            kept: Int(clamping: week[2 * Self.hoursOfWeek + hour]))
    }

    var total: Cell { (0..<Self.hoursOfWeek).lazy.map(cell).reduce(Cell(), +) }

    /// The sums of a figure by name, the names in order.
    func named(_ figure: LabelledFigure) -> [(name: String, number: Int64)] {
        zip(labels.all, figures[Int(DayFigure.labelled)...])
            .filter { $0.figure == figure && $1 > 0 }
            .map { ($0.name, $1) }
            .sorted { $0.name < $1.name }
    }
}

extension Cell {
    static func + (left: Cell, right: Cell) -> Cell {
        Cell(
            requests: left.requests.addingSaturated(right.requests),
            unblocks: left.unblocks.addingSaturated(right.unblocks),
            kept: left.kept.addingSaturated(right.kept))
    }
}
