import RuleModel

extension RuleReview {
    /// A range of a schedule that another one of its ranges covers wholly.
    mutating func reviewRanges() {
        // Nobody writes so many that a comparison of each with each other is much work.
        var comparisons = 1_000_000
        for (schedule, entry) in draft.quietHours {
            guard case .list(let nodes)? = member("ranges", of: entry)?.value.content,
                nodes.count == schedule.ranges.count
            else { continue }
            let ranges = schedule.ranges
            comparisons -= ranges.count * ranges.count
            guard comparisons >= 0 else { return }
            for (index, range) in ranges.enumerated() {
                let cover = ranges.indices.first { other in
                    other != index && ranges[other].covers(range)
                        // Of two that are alike the first one stays.
                        && (other < index || !range.covers(ranges[other]))
                }
                guard let cover else { continue }
                warn(
                    ranges[cover] == range
                        ? "this range stands twice in the schedule"
                        : "this range lies wholly within another one of the schedule",
                    at: nodes[index].at,
                    notes: [(at: nodes[cover].at, message: "the other one is here")])
            }
        }
    }
}

extension DailyRange {
    /// Whether the range runs whenever the other one runs, whatever the date.
    fileprivate func covers(_ other: DailyRange) -> Bool {
        // A date that this one leaves out must be one on which the other one does not begin.
        guard !except.contains(where: other.starts(onDay:)) else { return false }
        return (1...7).allSatisfy { day in
            !other.days.contains(weekday: day) || covers(other, startedOn: day)
        }
    }

    private func covers(_ other: DailyRange, startedOn day: Int) -> Bool {
        let last = endsNextDay ? end + 1440 : end
        let otherLast = other.endsNextDay ? other.end + 1440 : other.end
        if days.contains(weekday: day), start <= other.start, otherLast <= last { return true }
        // Another date's start covers the rest of a night, and that date must not be left out.
        guard except.isEmpty else { return false }
        if start == 0, end == 1440, other.endsNextDay {
            return days.contains(weekday: day) && days.contains(weekday: day % 7 + 1)
        }
        return days.contains(weekday: day == 1 ? 7 : day - 1) && otherLast <= last - 1440
    }
}
