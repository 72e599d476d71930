import RuleModel

extension WeekdayNames {
    /// The names of the days, Monday first.
    static let all = (1...7).compactMap { names(of: .through($0, $0)).first }

    /// The names of a set's days, Monday first.
    static func names(of days: Weekdays) -> [String] {
        zip(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], 1...7)
            .filter { days.contains(weekday: $0.1) }.map(\.0)
    }

    /// The fewest texts that name these days: `daily`, `sun-thu`, or several; none for no day.
    ///
    /// What names no day stands behind them as it is, for the check of the rules to refuse.
    static func shortest(for names: Set<String>) -> [String] {
        let strange = names.subtracting(all).sorted()
        let isIn = all.map(names.contains)
        switch isIn {
        case [true, true, true, true, true, true, true]: return ["daily"] + strange
        case [true, true, true, true, true, false, false]: return ["weekdays"] + strange
        case [false, false, false, false, false, true, true]: return ["weekends"] + strange
        default: break
        }
        // A run begins where the day before, round the week, is not in the set.
        let texts = isIn.indices.filter { isIn[$0] && !isIn[($0 + 6) % 7] }.flatMap { first in
            var run = [all[first]]
            while isIn[(first + run.count) % 7] { run.append(all[(first + run.count) % 7]) }
            // Two days are read more easily one by one.
            return run.count < 3 ? run : ["\(run[0])-\(run[run.count - 1])"]
        }
        return texts + strange
    }
}
