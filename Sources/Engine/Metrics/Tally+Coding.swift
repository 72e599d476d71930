/// Tallies of one history are equal, and encoded alike, in any order of its facts:
/// events that had to reach the disk first are applied late.
extension Tally {
    /// The same figures with only the labels in use, in the order of their texts.
    var canonical: Tally {
        let used = labelsInUse
        let named = labels.all.indices.filter { used[$0] }
            .map { (index: $0, text: labels.all[$0].text) }
            .sorted { $0.text < $1.text }
        guard named.map(\.index) != Array(labels.all.indices) else { return self }
        var sorted = DayLabels()
        var places = [UInt16](repeating: 0, count: labels.all.count)
        for (index, _) in named {
            let label = labels.all[index]
            places[index] = sorted.place(of: label.figure, label.name) ?? 0
        }
        return Tally(
            days: days.map { $0.replacing(places) }, labels: sorted,
            countsRequestsThrough: countsRequestsThrough)
    }

    /// For each label, whether any day uses it.
    private var labelsInUse: [Bool] {
        var used = [Bool](repeating: false, count: labels.all.count)
        for day in days {
            // The places ascend: those with labels are last.
            for entry in day.entries.reversed() {
                guard let index = DayLabels.index(DayTally.place(entry)) else { break }
                used[index] = true
            }
        }
        return used
    }

    package static func == (left: Tally, right: Tally) -> Bool {
        guard left.days.count == right.days.count,
            left.countsRequestsThrough == right.countsRequestsThrough
        else { return false }
        if left.labels == right.labels { return left.days == right.days }
        let (left, right) = (left.canonical, right.canonical)
        return left.labels == right.labels && left.days == right.days
    }

    package func hash(into hasher: inout Hasher) {
        let canonical = canonical
        hasher.combine(canonical.days)
        hasher.combine(canonical.labels)
    }
}

/// In JSON a day is one text, which is read ten times faster than an array of numbers: the day, the
/// first and the last instant of its unblocks if there were any, and the figures that are not zero:
/// `"20778 1795181400000..1795184280000 14:2 38:2 81:2"`. Labels are the figure and the name:
/// `"unblocksByMood stressed"`; the first has the place 256.
extension Tally: Codable {
    private enum Key: String, CodingKey { case days, labels, countsRequestsThrough }

    package func encode(to encoder: any Encoder) throws {
        let canonical = canonical
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(canonical.labels.all.map(\.text), forKey: .labels)
        try container.encode(canonical.days.map(\.text), forKey: .days)
        try container.encodeIfPresent(countsRequestsThrough, forKey: .countsRequestsThrough)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var labels = DayLabels()
        for text in try container.decode([String].self, forKey: .labels) {
            guard let label = DayLabel(text: text), labels.place(of: label) == nil,
                labels.place(of: label.figure, label.name) != nil
            else { throw Self.damaged(.labels, "\(text) is not a label", container) }
        }
        let end = DayFigure.labelled + UInt16(labels.all.count)
        var days: [DayTally] = []
        for text in try container.decode([String].self, forKey: .days) {
            guard let day = DayTally(text: text, placesEnd: end),
                days.last.map({ $0.day < day.day }) ?? true
            else { throw Self.damaged(.days, "\(text) is not a later day", container) }
            days.append(day)
        }
        self.init(
            days: days, labels: labels,
            countsRequestsThrough: try container.decodeIfPresent(
                Int.self, forKey: .countsRequestsThrough))
    }

    private static func damaged(
        _ key: Key, _ text: String, _ container: KeyedDecodingContainer<Key>
    ) -> DecodingError {
        .dataCorruptedError(forKey: key, in: container, debugDescription: text)
    }
}

extension DayLabel {
    var text: String { figure.text + " " + name }

    init?(text: String) {
        // By scalars: a name may begin with a mark that joins the space.
        let scalars = text.unicodeScalars
        guard let space = scalars.firstIndex(of: " "),
            let figure = LabelledFigure(text: String(scalars[..<space]))
        else { return nil }
        self.init(figure: figure, name: String(scalars[scalars.index(after: space)...]))
    }
}
