import RuleModel

/// Days of the week as rule files write them: `mon`, `sun-thu`, `daily`, `mon,wed`.
enum WeekdayNames {
    static let all = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
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
        let numbers = ends.compactMap { end in all.firstIndex { $0 == end } }
        if numbers.count == ends.count, let first = numbers.first, let last = numbers.last,
            numbers.count <= 2
        {
            return .success(.through(first + 1, last + 1))
        }
        let repeats = isCounted(text) ? "a range repeats every week; " : ""
        return .fault(
            "\"\(text)\" is not a day; \(repeats)write mon, tue, wed, thu, fri, sat or sun, "
                + "a span such as sun-thu, or daily, weekdays or weekends",
            suggestion: guess(text))
    }

    /// True for a day of one week or date alone: `1st fri`, `last sunday`.
    private static func isCounted(_ text: Substring) -> Bool {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let counts = ["first", "second", "third", "fourth", "fifth", "last", "other"]
        return words.contains { $0.contains(where: \.isNumber) || counts.contains($0) }
    }

    /// The correct form of full names, capitals and small mistakes.
    private static func guess(_ text: Substring) -> String? {
        guard !isCounted(text) else { return nil }
        let parts = text.lowercased().split { !$0.isLetter }.map(String.init)
        let names = parts.compactMap { part -> String? in
            if part.count > 3, let day = all.first(where: { part.hasPrefix($0) }) { return day }
            return all.first { $0 == part } ?? groups.first { $0.name == part }?.name
                ?? NearName.nearest(to: part, among: groups.map(\.name) + all)
        }
        guard names.count == parts.count else { return nil }
        if names.count == 1 { return names[0] }
        let ends = names.compactMap { name in all.firstIndex { $0 == name } }
        guard ends.count == names.count, ends.count == 2 else { return nil }
        guard text.contains(where: { "-–—.".contains($0) }) else {
            return names.joined(separator: ",")
        }
        // A span of the whole week is hardly meant.
        return (ends[1] - ends[0] + 7) % 7 == 6 ? nil : names.joined(separator: "-")
    }

    /// The names of a set's days, Monday first.
    static func names(of days: Weekdays) -> [String] {
        zip(all, 1...7).filter { days.contains(weekday: $0.1) }.map(\.0)
    }

    /// The fewest texts that name these days: `daily`, `sun-thu`, or several; none for no day.
    ///
    /// Names that are not days are appended unchanged, so that the check of the rules refuses them.
    static func shortest(for names: Set<String>) -> [String] {
        let strange = names.subtracting(all).sorted()
        let isIn = all.map(names.contains)
        switch isIn {
        case [true, true, true, true, true, true, true]: return ["daily"] + strange
        case [true, true, true, true, true, false, false]: return ["weekdays"] + strange
        case [false, false, false, false, false, true, true]: return ["weekends"] + strange
        default: break
        }
        // A run begins at a day whose previous day, round the week, is not in the set.
        let texts = isIn.indices.filter { isIn[$0] && !isIn[($0 + 6) % 7] }.flatMap { first in
            var run = [all[first]]
            while isIn[(first + run.count) % 7] { run.append(all[(first + run.count) % 7]) }
            // Two days are read more easily one by one.
            return run.count < 3 ? run : ["\(run[0])-\(run[run.count - 1])"]
        }
        return texts + strange
    }
}
