import RuleModel

/// Days of the week as rule files write them: `mon`, `sun-thu`, `daily`, `mon,wed`.
enum WeekdayNames {
    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let groups: [(name: String, days: Weekdays)] = [
        ("daily", .daily), ("weekdays", .weekdays), ("weekends", .weekends),
    ]

    /// Reads one or more days, spans of days or groups, separated by commas.
    static func parse(_ text: String) -> Result<Weekdays, ValueFault> {
        var found = Weekdays()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            switch item(String(part).trimmed) {
            case .success(let days): found.formUnion(days)
            case .failure(let fault): return .failure(fault)
            }
        }
        return .success(found)
    }

    private static func item(_ text: Substring) -> Result<Weekdays, ValueFault> {
        if let group = groups.first(where: { $0.name == text }) { return .success(group.days) }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.compactMap { end in days.firstIndex { $0 == end } }
        if numbers.count == ends.count, let first = numbers.first, let last = numbers.last,
            numbers.count <= 2
        {
            return .success(.through(first + 1, last + 1))
        }
        return .failure(
            ValueFault(
                "\"\(text)\" names no days; write mon, tue, wed, thu, fri, sat or "
                    + "sun, a span such as sun-thu, or daily, weekdays, weekends",
                suggestion: guess(text)))
    }

    /// The right form of full names, capitals and small mistakes.
    private static func guess(_ text: Substring) -> String? {
        let parts = text.lowercased().split { !$0.isLetter }.map(String.init)
        let names = parts.compactMap { part -> String? in
            if part.count > 3, let day = days.first(where: { part.hasPrefix($0) }) { return day }
            return days.first { $0 == part } ?? groups.first { $0.name == part }?.name
                ?? NearName.nearest(to: part, among: groups.map(\.name) + days)
        }
        let isSpan = names.count == 2 && names.allSatisfy(days.contains)
        guard names.count == parts.count, names.count == 1 || isSpan else { return nil }
        return names.joined(separator: "-")
    }
}
