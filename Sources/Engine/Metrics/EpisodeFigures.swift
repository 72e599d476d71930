import RuleModel

/// The figures of the episodes that share requests, on the day and in the hour of the first.
package struct EpisodeFigures: Hashable, Sendable {
    package var day: Int
    package var hour: Int
    /// The outcome so far; nil if there is none.
    package var outcome: Episode.Outcome?
    /// The answers that were given last.
    package var purpose: Purpose?
    package var category: String?
    package var mood: String?
    package var amount: Money?
    /// The minutes said for the first grant.
    package var meant: Int?
    /// The use under all grants.
    package var used = TimeSpan.zero

    package init(day: Int, hour: Int) {
        self.day = day
        self.hour = hour
    }
}

/// The figures of a range by episode; episodes that share requests count once, on the day and in
/// the hour of the first request.
///
/// A block that is kept counts at once, and is taken back if the same episode opens after all. An
/// episode without either counts in no share.
package struct EpisodeMetrics: Hashable, Sendable {
    /// Whether some of these days or of the range before count requests in place of episodes,
    /// because their events are gone.
    package internal(set) var countsRequests = false
    /// All episodes, those included that expired or are still open.
    package var all: Int
    package var opened: Int
    /// Protection moments.
    package var kept: Int
    /// Protection moments of the equally long range just before this one.
    package var keptBefore: Int
    /// Kept episodes of those that were kept or opened.
    package var keptShare: Share?
    /// Impulses, of the kept and opened episodes whose purpose was said.
    package var impulseShare: Share?
    package var plannedShare: Share?
    /// Protection moments by hour of day: 24.
    package var hours: [Int]
    /// Protection moments by weekday: 7, from Monday.
    package var weekdays: [Int]
    /// By category, of kept and opened episodes; the most frequent first, then by name.
    package var categories: [NameCount]
    package var moods: [NameCount]
    /// The amounts named in kept episodes, by currency.
    package var keptAmounts: [Amount]
    /// The minutes said for first grants, divided by the episodes in which some were.
    package var meanIntended: Mean?
    /// Use in milliseconds under all grants of these episodes, divided by them. Nil if no use was
    /// ever reported.
    package var meanUseOfIntended: Mean?

    init(_ sum: TallySum, before: TallySum) {
        func cells(_ hours: some Sequence<Int>) -> Int {
            hours.reduce(0) { $0.addingSaturated(Int(clamping: sum.moments[$1])) }
        }
        all = sum.count(.episodes)
        opened = sum.count(.opened)
        hours = (0..<24).map { cells(stride(from: $0, to: TallySum.hoursOfWeek, by: 24)) }
        weekdays = (0..<7).map { cells($0 * 24..<$0 * 24 + 24) }
        kept = cells(0..<TallySum.hoursOfWeek)
        keptBefore = before.moments.reduce(0) { $0.addingSaturated(Int(clamping: $1)) }
        keptShare = Share(kept, of: kept.addingSaturated(opened))
        let (planned, impulses) = (sum.count(.plannedEpisodes), sum.count(.impulseEpisodes))
        impulseShare = Share(impulses, of: planned.addingSaturated(impulses))
        plannedShare = Share(planned, of: planned.addingSaturated(impulses))
        categories = sum.said(.openedByCategory, .momentsByCategory)
        moods = sum.said(.openedByMood, .momentsByMood)
        keptAmounts = sum.amounts(.momentAmounts)
        meanIntended = Mean(sum[.meantMinutes], of: sum.count(.meant))
        meanUseOfIntended =
            sum.isUseReported ? Mean(sum[.meantUse], of: sum.count(.meant)) : nil
    }

    /// The category most often said; nil on a tie or without any.
    package var commonCategory: String? {
        categories.map(\.count).leader.map { categories[$0].name }
    }
    package var commonMood: String? { moods.map(\.count).leader.map { moods[$0].name } }
}

extension Tally {
    /// Counts a group of episodes.
    package mutating func count(_ group: EpisodeFigures) { change(group, by: 1) }

    /// Counts the first outcome of a group that is counted without one.
    mutating func decide(_ group: EpisodeFigures) { change(group, by: 1, isKnown: true) }

    /// Takes back a group that `count` counted with the same figures.
    package mutating func uncount(_ group: EpisodeFigures) { change(group, by: -1) }

    /// Counts another purpose of a group that has an outcome.
    mutating func change(_ former: Purpose?, to present: Purpose?, day: Int) {
        guard former != present else { return }
        count(day) { tally in
            if let former { tally.subtract(1, .outcomes(of: former)) }
            if let present { tally.add(.outcomes(of: present)) }
        }
    }

    private mutating func change(
        _ group: EpisodeFigures, by sign: Int64, isKnown: Bool = false
    ) {
        let day = group.day
        count(day) { tally in
            if !isKnown { tally.change(sign, .episodes) }
            switch group.outcome {
            case .opened: tally.change(sign, .opened)
            case .kept: tally.change(sign, DayFigure.moments.place(hour: group.hour))
            case nil: return
            }
            if let purpose = group.purpose { tally.change(sign, .outcomes(of: purpose)) }
            if let meant = group.meant {
                tally.change(sign, .meant)
                tally.change(sign * Int64(meant), .meantMinutes)
                tally.change(sign * group.used.milliseconds, .meantUse)
            }
        }
        switch group.outcome {
        case .opened:
            count(day, .openedByCategory, group.category, sign)
            count(day, .openedByMood, group.mood, sign)
        case .kept:
            count(day, .momentsByCategory, group.category, sign)
            count(day, .momentsByMood, group.mood, sign)
            if let amount = group.amount {
                count(day, .momentAmounts, amount.currency ?? "", sign * amount.thousandths)
            }
        case nil: break
        }
    }

    /// Changes the use under the grants of a day's episodes that meant minutes.
    mutating func changeMeantUse(day: Int, by span: TimeSpan) {
        count(day) { $0.change(span.milliseconds, .meantUse) }
    }

    /// Counts requests in place of episodes, on every day so far: those of an earlier version,
    /// which counted no episodes.
    mutating func countRequestsAsEpisodes() {
        for day in days {
            count(day.day) { tally in
                for entry in day.entries {
                    let (place, number) = (DayTally.place(entry), DayTally.number(entry))
                    for figure in DayFigure.counterparts(of: place) { tally.add(number, figure) }
                }
            }
            for entry in day.entries {
                guard let index = DayLabels.index(DayTally.place(entry)),
                    let figure = labels.all[index].figure.counterpart
                else { continue }
                count(day.day, figure, labels.all[index].name, DayTally.number(entry))
            }
        }
        countsRequestsThrough = days.last?.day
    }
}

extension DayFigure {
    /// The opened and kept groups of a purpose.
    fileprivate static func outcomes(of purpose: Purpose) -> DayFigure {
        purpose == .planned ? .plannedEpisodes : .impulseEpisodes
    }

    /// The places that count episodes like a place that counts requests.
    fileprivate static func counterparts(of place: UInt16) -> [UInt16] {
        switch place {
        case requests.rawValue..<unblocks.rawValue: [episodes.rawValue]
        case unblocks.rawValue..<kept.rawValue: [opened.rawValue]
        case kept.rawValue..<hourly: [moments.rawValue + place - kept.rawValue]
        case planned.rawValue, keptPlanned.rawValue: [plannedEpisodes.rawValue]
        case impulse.rawValue, keptImpulse.rawValue: [impulseEpisodes.rawValue]
        case intended.rawValue: [meant.rawValue]
        case intendedMinutes.rawValue: [meantMinutes.rawValue]
        case intendedUse.rawValue: [meantUse.rawValue]
        default: []
        }
    }
}

extension LabelledFigure {
    /// The figure that counts episodes like one that counts requests; nil if there is none.
    fileprivate var counterpart: LabelledFigure? {
        switch self {
        case .unblocksByCategory: .openedByCategory
        case .keptByCategory: .momentsByCategory
        case .unblocksByMood: .openedByMood
        case .keptByMood: .momentsByMood
        case .keptAmounts: .momentAmounts
        default: nil
        }
    }
}
