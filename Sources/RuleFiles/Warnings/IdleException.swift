import CEL
import RuleModel

extension RuleReview {
    /// Dates after `except:` on which the range does not begin anyway, and ranges that are left out
    /// on each of their days.
    mutating func reviewExceptions() {
        for (schedule, entry) in draft.quietHours {
            guard case .list(let nodes)? = member("ranges", of: entry)?.value.content,
                nodes.count == schedule.ranges.count
            else { continue }
            for (range, node) in zip(schedule.ranges, nodes) {
                reviewExceptions(of: range, node)
            }
            guard let first = schedule.firstDayOfLongPause else { continue }
            warn(
                "the schedule \"\(schedule.key)\" never runs: each of its days is excepted, from "
                    + "\(CivilDate(daysSince1970: first)) for two years and longer",
                at: entry.keyAt)
        }
    }

    private mutating func reviewExceptions(of range: DailyRange, _ node: Node) {
        guard case .map(let map) = node.content,
            case .list(let dates)? = map["except"]?.value.content
        else { return }
        var seen: Set<Int> = []
        for date in dates {
            guard case .scalar(let scalar) = date.content, let day = CivilDate(scalar.text) else {
                continue
            }
            guard seen.insert(day.daysSince1970).inserted else {
                warn("\(scalar.text) stands twice in the list", at: date.at)
                continue
            }
            let weekday = CivilDate.weekday(daysSince1970: day.daysSince1970)
            guard !range.days.contains(weekday: weekday) else { continue }
            warn(
                "\(scalar.text) is a \(ClockText.weekdays[weekday - 1]), on which the range does not "
                    + "begin: nothing is excepted",
                at: date.at)
        }
    }
}

extension QuietHours {
    /// The first day of two years in which no range starts, since all its days are excepted.
    fileprivate var firstDayOfLongPause: Int? {
        // A range has a day in each week at least.
        let pause = 750
        guard ranges.allSatisfy({ $0.except.count >= pause / 7 }),
            let first = ranges.compactMap({ $0.except.min() }).max(),
            ranges.allSatisfy({ range in
                !(first..<first + pause).contains { range.starts(onDay: $0) }
            })
        else { return nil }
        return first
    }
}
