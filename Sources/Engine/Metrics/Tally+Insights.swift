extension Tally {
    /// The insights of a range of local days, in the order of `Insight.Kind`. None has fewer than 5
    /// events behind it; no "most" has fewer than 3 or lacks a clear lead.
    package func insights(days: Range<Int>) -> [Insight] { metrics(days: days).insights }
}

extension Metrics {
    /// The least whole of a share.
    private static let leastEvents = 5
    /// The least count of a "most".
    private static let leastOfMost = 3

    package var insights: [Insight] {
        let shown: [Insight?] = [
            busiestPart, supported(episodes.impulseShare).map(Insight.impulseShare),
            Self.most(of: episodes.moods).map(Insight.commonMood),
            Self.most(of: episodes.categories).map(Insight.commonCategory),
            // Zero may mean that no use is reported, or that there are no quiet hours.
            supported(useShare, least: 1).map(Insight.useRate),
            supported(quietUnblocks, least: 1).map(Insight.quietShare),
            supported(episodes.keptShare).map(Insight.keptShare),
            meanRegret.flatMap { $0.of >= Self.leastEvents ? .meanRegret($0) : nil },
            minutesUsed, trend,
        ]
        return shown.compactMap { $0 }
    }

    private func supported(_ share: Share?, least: Int = 0) -> Share? {
        guard let share, share.of >= Self.leastEvents, share.count >= least else { return nil }
        return share
    }

    private var busiestPart: Insight? {
        var parts: [PartOfWeek: Int] = [:]
        for (hour, cell) in hoursOfWeek.enumerated() where cell.unblocks > 0 {
            let part = PartOfWeek(hourOfWeek: hour)
            parts[part] = parts[part, default: 0].addingSaturated(cell.unblocks)
        }
        let counted = Array(parts)
        guard let leader = counted.map(\.value).leader,
            let share = supported(
                Share(counted[leader].value, of: total.unblocks), least: Self.leastOfMost)
        else { return nil }
        let most = counted[leader].key
        return .busiestPart(weekday: most.weekday, part: most.part, share)
    }

    /// The leading name, as a share of all names.
    private static func most(of named: [NameCount]) -> (String, Share)? {
        let all = named.reduce(0) { $0.addingSaturated($1.count) }
        guard let leader = named.map(\.count).leader, all >= leastEvents,
            let share = Share(named[leader].count, of: all), share.count >= leastOfMost
        else { return nil }
        return (named[leader].name, share)
    }

    private var minutesUsed: Insight? {
        // Zero use may mean that no use is reported.
        guard let use = episodes.meanUseOfIntended,
            let intended = episodes.meanIntended, use.total > 0,
            intended.of >= Self.leastEvents
        else { return nil }
        return .minutesUsed(use, intended: intended)
    }

    private var trend: Insight? {
        let (now, before) = (total.requests, previous.requests)
        guard before >= Self.leastEvents,
            Int128(abs(now - before)) * 4 >= Int128(before)
        else { return nil }
        return .trend(requests: now, before: before)
    }
}
