import CEL
import RuleModel

extension RuleReview {
    /// Warns of factors without weight, and of levels above the sum of the factors.
    mutating func reviewWeights() {
        for factor in draft.factors where factor.weight == .zero {
            let entry = member(factor.key, of: member("factors", of: root["risk"]))
            // Over a lower layer's weight a zero is a way to switch its factor off.
            guard let weight = member("weight", of: entry), weight.replaced == nil else { continue }
            warn(
                .idleFactor,
                "the factor \"\(factor.key)\" has weight 0, so the factor has no effect",
                at: weight.value.at)
        }
        reviewLevels()
    }

    private mutating func reviewLevels() {
        let most = draft.factors.reduce(Score.zero) { $0 + $1.weight }
        guard !draft.factors.isEmpty, let entry = member("levels", of: root["risk"]) else { return }
        let levels = [
            ("moderate", draft.levels.moderate), ("high", draft.levels.high),
            ("critical", draft.levels.critical),
        ]
        for (name, level) in levels where level > most {
            guard let place = member(name, of: entry)?.value.at, layer(of: place) > 0 else {
                continue
            }
            // The levels above it are out of reach, too.
            return warn(
                .unreachableLevel,
                "the risk can never reach \"\(name)\", which begins at \(level): all factors "
                    + "together add up to only \(most)", at: place)
        }
    }

    /// Warns of dates after `except:` on which the range would not begin anyway, and of schedules
    /// that never run.
    mutating func reviewExceptions() {
        for (schedule, entry) in draft.quietHours {
            guard let nodes = member("ranges", of: entry)?.value.list,
                nodes.count == schedule.ranges.count
            else { continue }
            for (range, node) in zip(schedule.ranges, nodes) {
                reviewExceptions(of: range, node)
            }
            guard let first = schedule.firstDayOfLongPause else { continue }
            warn(
                .idleSchedule,
                "the schedule \"\(schedule.key)\" does not run for at least two years from "
                    + "\(CivilDate(daysSince1970: first)): \"except:\" lists every day on which it "
                    + "would start",
                at: entry.keyAt)
        }
    }

    private mutating func reviewExceptions(of range: DailyRange, _ node: Node) {
        guard let dates = node.map?["except"]?.value.list else { return }
        var seen: Set<Int> = []
        for date in dates {
            guard let text = date.scalar?.text, let day = CivilDate(text) else { continue }
            guard seen.insert(day.daysSince1970).inserted else {
                warn(.repeatedValue, "\(text) appears twice in the list", at: date.at)
                continue
            }
            let weekday = CivilDate.weekday(daysSince1970: day.daysSince1970)
            guard !range.days.contains(weekday: weekday) else { continue }
            warn(
                .idleException,
                "\(text) is a \(ClockText.weekdays[weekday - 1]), and the range does not begin on "
                    + "that weekday, so this exception has no effect",
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
