import RuleModel

extension Tally {
    /// The figures of a range of local days; it may be empty or exceed the record, and `recorded`
    /// is all time.
    ///
    /// The cost depends on the number of days with events, not on the number of events. The
    /// unblocks in `running`, whose grants are not over, may still be followed by use.
    package func metrics(days: Range<Int>, running: [UnblockOutcome] = []) -> Metrics {
        let previous = TallySum(self, days: days.previous)
        var metrics = Metrics(
            TallySum(self, days: days), days: days, previous: previous,
            running: running.filter { days.contains($0.day) })
        metrics.episodes.countsRequests = countsRequests(
            days.previous.lowerBound..<days.upperBound)
        return metrics
    }
}

extension Range<Int> {
    /// The equally long range before this one, clamped to the range of Int.
    var previous: Range<Int> {
        let (length, isOver) = upperBound.subtractingReportingOverflow(lowerBound)
        guard !isOver else { return lowerBound..<lowerBound }
        let (start, isUnder) = lowerBound.subtractingReportingOverflow(length)
        return (isUnder ? .min : start)..<lowerBound
    }
}

extension Metrics {
    fileprivate init(
        _ sum: TallySum, days: Range<Int>, previous: TallySum, running: [UnblockOutcome]
    ) {
        let week = (0..<TallySum.hoursOfWeek).map(sum.cell)
        let hours = (0..<24).map { hour in
            stride(from: hour, to: week.count, by: 24).map { week[$0] }.reduce(Cell(), +)
        }
        let weekdays = (0..<7).map { week[$0 * 24..<$0 * 24 + 24].reduce(Cell(), +) }
        let categories = sum.said(.unblocksByCategory, .keptByCategory)
        let moods = sum.said(.unblocksByMood, .keptByMood)
        let total = weekdays.reduce(Cell(), +)
        let used = sum.count(.used) - running.count { $0.used > .zero }
        let granted = total.unblocks - sum.count(.releases) - running.count
        self.init(
            days: days, total: total, pauses: sum.count(.pauses),
            attempts: sum.count(.attempts), expired: sum.count(.expired),
            lapsed: sum.count(.lapsed), protectedInstead: sum.count(.protectedInstead),
            planned: sum.count(.planned), impulse: sum.count(.impulse),
            keptPlanned: sum.count(.keptPlanned), keptImpulse: sum.count(.keptImpulse),
            plannedShare: Share(sum.count(.planned), of: total.unblocks),
            impulseShare: Share(sum.count(.impulse), of: total.unblocks),
            keptShare: Share(total.kept, of: total.kept.addingSaturated(total.unblocks)),
            previous: previous.total,
            episodes: EpisodeMetrics(sum, before: previous), hours: hours, weekdays: weekdays,
            hoursOfWeek: week,
            quietRequests: Share(sum.count(.quietRequests), of: total.requests),
            quietUnblocks: Share(sum.count(.quietUnblocks), of: total.unblocks),
            meanGap: sum.unblocked.flatMap {
                Mean($0.upperBound - $0.lowerBound, of: total.unblocks - 1)
            },
            mostActiveHour: hours.map(\.unblocks).leader,
            mostActiveWeekday: weekdays.map(\.unblocks).leader.map { $0 + 1 },
            categories: categories, moods: moods,
            commonCategory: categories.map(\.count).leader.map { categories[$0].name },
            commonMood: moods.map(\.count).leader.map { moods[$0].name },
            estimates: sum.amounts(.unblockAmounts), keptAmounts: sum.amounts(.keptAmounts),
            useShare: sum.isUseReported ? Share(used, of: granted) : nil,
            meanUse: Mean(sum[.use], of: sum.count(.used)),
            meanIntended: Mean(sum[.intendedMinutes], of: sum.count(.intended)),
            meanUseOfIntended: sum.isUseReported
                ? Mean(sum[.intendedUse], of: sum.count(.intended)) : nil,
            outcomes: sum.count(.outcomes),
            purchaseShare: Share(
                sum.count(.purchases), of: sum.count(.outcomes) - sum.count(.freeOutcomes)),
            purchases: sum.amounts(.purchaseAmounts),
            meanRegret: Mean(sum[.regretSum], of: sum.count(.regrets)), usage: sum.usage,
            autoProtections: sum.count(.autoProtections),
            manualProtections: sum.count(.manualProtections), checkInsYes: sum.count(.yes),
            checkInsNo: sum.count(.no))
    }
}

extension Tally {
    /// Whether any of some days counts requests in place of episodes.
    fileprivate func countsRequests(_ days: Range<Int>) -> Bool {
        guard let last = countsRequestsThrough, let first = recorded?.lowerBound, first <= last
        else {
            return false
        }
        return days.overlaps(first..<last + 1)
    }
}

extension TallySum {
    /// The number of times that each name was said with an unblock and with a kept block.
    func said(_ unblocks: LabelledFigure, _ kept: LabelledFigure) -> [NameCount] {
        var said: [String: NameCount] = [:]
        for (name, number) in named(unblocks) {
            said[name, default: NameCount(name: name)].unblocks = Int(clamping: number)
        }
        for (name, number) in named(kept) {
            said[name, default: NameCount(name: name)].kept = Int(clamping: number)
        }
        return said.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    func amounts(_ figure: LabelledFigure) -> [Amount] {
        named(figure).map {
            Amount(currency: $0.name.isEmpty ? nil : $0.name, thousandths: $0.number)
        }
    }

    fileprivate var usage: [TargetUse] {
        named(.use).map { TargetUse(target: $0.name, time: TimeSpan(milliseconds: $0.number)) }
            .sorted { ($1.time, $0.target) < ($0.time, $1.target) }
    }
}
