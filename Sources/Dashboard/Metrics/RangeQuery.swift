import API

/// The range of days in the page's query: `range`, and `from` and `to` with `custom`.
struct RangeQuery {
    static let named: [MetricsAPI.Range] = [.today, .thisWeek, .thisMonth, .all]

    enum Problem: Hashable {
        /// An unknown range; this week is shown.
        case unknown
        /// The first day is at fault; the text that says why.
        case from(String)
        /// The last day is at fault; the text that says why.
        case to(String)
    }

    let range: MetricsAPI.Range
    /// The first day, as it was typed.
    let from: String
    /// The last day, as it was typed.
    let to: String
    private(set) var problem: Problem?

    init(_ query: [String: String]) {
        func typed(_ name: String) -> String { query[name].map(\.withoutOuterBlanks) ?? "" }
        from = typed("from")
        to = typed("to")
        let name =
            query["range"]
            ?? (query["from"] == nil ? MetricsAPI.Range.thisWeek : .custom)
            .rawValue
        range = MetricsAPI.Range(rawValue: name) ?? .thisWeek
        problem = MetricsAPI.Range(rawValue: name) == nil ? .unknown : nil
        if range == .custom { problem = Self.problem(from, to) }
    }

    private static func problem(_ from: String, _ to: String) -> Problem? {
        guard !from.isEmpty else { return .from("metrics.chooseFirst") }
        guard let first = CalendarDay(from) else { return .from("metrics.noDay") }
        guard !to.isEmpty else { return nil }
        guard let last = CalendarDay(to) else { return .to("metrics.noDay") }
        return last.number < first.number ? .to("metrics.endsBefore") : nil
    }

    var isWhole: Bool { problem == nil || problem == .unknown }

    var asked: MetricsAPI.Get.Parameters {
        guard range == .custom else { return .init(range: range) }
        return .init(range: range, from: from, to: to.isEmpty ? nil : to)
    }

    /// Records the daemon's refusal. Without a last day, the first day lies after today.
    mutating func record(_ error: MetricsAPI.InvalidRange) {
        problem = error.to == nil ? .from("metrics.liesAhead") : .to("metrics.noRange")
    }
}
