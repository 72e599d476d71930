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
        let most = RiskSum(highestOf: draft.factors).score
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
        _ = spans(RangeFields.dates.key, of: node)
        var whole = range
        whole.except = []
        for (span, text, place) in spans(RangeFields.except.key, of: node) {
            let start = whole.firstStart(from: span.lowerBound)
            if let start, span.contains(start) { continue }
            let weekday = CivilDate.weekday(daysSince1970: span.lowerBound)
            let reason =
                span.count == 1 && range.dates == nil
                ? "\(text) is a \(ClockText.weekdays[weekday - 1]), and the range does not begin "
                    + "on that weekday"
                : "the range does not begin on \(text) anyway"
            warn(.idleException, "\(reason), so this exception has no effect", at: place)
        }
    }

    /// The different dates and spans of a list in a range; warns of the others.
    private mutating func spans(
        _ key: String, of range: Node
    ) -> [(span: ClosedRange<Int>, text: String, at: Position)] {
        var seen: Set<ClosedRange<Int>> = []
        return (range.map?[key]?.value.list ?? []).compactMap { node in
            guard let text = node.scalar?.text, case .success(let span) = DateSpan.parse(text)
            else { return nil }
            guard seen.insert(span).inserted else {
                warn(.repeatedValue, "\(text) appears twice in the list", at: node.at)
                return nil
            }
            return (span, text, node.at)
        }
    }
}

extension QuietHours {
    /// The first day of two years in which no range starts, since all its days are excepted.
    fileprivate var firstDayOfLongPause: Int? {
        // A range has a day in each week at least.
        let pause = 750
        guard ranges.allSatisfy({ $0.dates == nil && $0.except.count >= pause / 7 }),
            let first = ranges.compactMap({ $0.except.first(from: .min) }).max(),
            ranges.allSatisfy({ range in
                !(first..<first + pause).contains { range.starts(onDay: $0) }
            })
        else { return nil }
        return first
    }
}
