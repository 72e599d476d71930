/// An insight from the metrics of a range, with its numbers.
package enum Insight: Hashable, Sendable {
    /// The part of the week with the most unblocks, of all unblocks.
    case busiestPart(weekday: Int, part: PartOfDay, Share)
    /// Impulses, of the kept and opened episodes whose purpose was said.
    case impulseShare(Share)
    /// The mood named most often, of the kept and opened episodes with a mood.
    case commonMood(String, Share)
    /// The category named most often, of the kept and opened episodes with a category.
    case commonCategory(String, Share)
    /// Unblocks after which the target was actually used, of all unblocks.
    case useRate(Share)
    /// Unblocks during quiet hours, of all unblocks.
    case quietShare(Share)
    /// Kept episodes, of those that were kept or opened.
    case keptShare(Share)
    /// Regret, 0 to 4.
    case meanRegret(Mean)
    /// Use in milliseconds under all grants of an episode against the minutes meant with the first,
    /// both of the episodes with such minutes.
    case minutesUsed(Mean, intended: Mean)
    /// Requests against the equally long range before: a quarter more or less.
    case trend(requests: Int, before: Int)

    /// The kind of an insight, under the names of the socket.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case busiestPart = "busiest_part"
        case impulseShare = "impulse_share"
        case commonMood = "common_mood"
        case commonCategory = "common_category"
        case useRate = "use_rate"
        case quietShare = "quiet_share"
        case keptShare = "kept_share"
        case meanRegret = "mean_regret"
        case minutesUsed = "minutes_used"
        case trend
    }

    package var kind: Kind {
        switch self {
        case .busiestPart: .busiestPart
        case .impulseShare: .impulseShare
        case .commonMood: .commonMood
        case .commonCategory: .commonCategory
        case .useRate: .useRate
        case .quietShare: .quietShare
        case .keptShare: .keptShare
        case .meanRegret: .meanRegret
        case .minutesUsed: .minutesUsed
        case .trend: .trend
        }
    }

    /// The numerator: a count; for mean regret the sum; for minutes used all minutes, rounded; for
    /// a trend the requests of this range.
    package var count: Int { numbers.count }

    /// The denominator: for mean regret the number of logs; for minutes used all intended minutes;
    /// for a trend the requests of the previous range.
    package var of: Int { numbers.of }

    private var numbers: (count: Int, of: Int) {
        switch self {
        case .busiestPart(_, _, let share), .impulseShare(let share), .commonMood(_, let share),
            .commonCategory(_, let share), .useRate(let share), .quietShare(let share),
            .keptShare(let share):
            (share.count, share.of)
        case .meanRegret(let mean): (Int(clamping: mean.total), mean.of)
        case .minutesUsed(let use, let intended): (use.minutes, Int(clamping: intended.total))
        case .trend(let requests, let before): (requests, before)
        }
    }

    /// The mood or category; nil for other kinds.
    package var value: String? {
        switch self {
        case .commonMood(let name, _), .commonCategory(let name, _): name
        default: nil
        }
    }

    /// The weekday of the busiest part, 1 Monday to 7 Sunday; nil for other kinds.
    package var weekday: Int? {
        if case .busiestPart(let weekday, _, _) = self { weekday } else { nil }
    }

    /// The busiest part of the day; nil for other kinds.
    package var part: PartOfDay? {
        if case .busiestPart(_, let part, _) = self { part } else { nil }
    }
}

extension Mean {
    /// All milliseconds in whole minutes, a half rounded up.
    fileprivate var minutes: Int { Int(clamping: (total / 30_000 + 1) / 2) }
}
