/// The figures of a day; each has a fixed place in the record.
///
/// The first 72 places hold requests, unblocks and kept blocks by hour of day; those from
/// `labelled` on belong to figures by name, as `DayLabels` gives them out.
///
/// To add a figure to the pages and exports, search for `most.?active.?hour` in Sources and docs,
/// and `longestStreak` for one that is a part of the state; the first page has `HomeRoutes`. If it
/// is more than a sum of days, `TallySum` computes it. If days count something new, it is the last
/// case here, with a new `end`; see also `kept_?amounts` and the calls of `tally.` in
/// Engine/Record. Episodes have `EpisodeFigures`. `MetricsPageTests/everyFigureIsExplained` holds
/// the docs to it.
enum DayFigure: UInt16, CaseIterable {
    /// Requests at 0 o'clock; add the hour. The same for the next two.
    case requests = 0
    case unblocks = 24
    case kept = 48
    /// Requests that were opened as a pause.
    case pauses = 72
    /// Requests while a quiet-hours schedule ran.
    case quietRequests
    case attempts
    case expired
    case lapsed
    case protectedInstead
    case planned
    case impulse
    /// Unblocks while a quiet-hours schedule ran.
    case quietUnblocks
    case keptPlanned
    case keptImpulse
    /// Unblocks with intended minutes, and the sum of these.
    case intended
    case intendedMinutes
    /// Milliseconds of use after these unblocks.
    case intendedUse
    /// Unblocks that were followed by use, and milliseconds of that use.
    case used
    case use
    /// Logged outcomes; those with a purchase; those with a regret, and its sum.
    case outcomes
    case purchases
    case regrets
    case regretSum
    case autoProtections
    case manualProtections
    case yes
    case no
    /// Unblocks that ended a protection; these have no grant under which use could be seen.
    case releases
    /// Groups of episodes; those that were opened; the opened and kept ones of each purpose.
    case episodes
    case opened
    case plannedEpisodes
    case impulseEpisodes
    /// Opened episodes whose first grant was for some minutes, the sum of these, and milliseconds
    /// of use under their grants.
    case meant
    case meantMinutes
    case meantUse
    /// Logged outcomes of unblocks that could cost no money.
    case freeOutcomes
    /// Kept episodes at 0 o'clock; add the hour.
    case moments = 128

    /// The number of places by hour: three figures of 24.
    static let hourly: UInt16 = 72
    /// The first place of a figure by name.
    static let labelled: UInt16 = 256
    /// One after the last place of a figure without a name.
    static let end = moments.rawValue + 24

    /// The hour of a place of kept episodes; nil for other places.
    static func hourOfMoments(_ place: Int) -> Int? {
        let hour = place - Int(moments.rawValue)
        return (0..<24).contains(hour) ? hour : nil
    }

    /// The place of a figure by hour; the hour is clamped to 0 to 23.
    func place(hour: Int) -> UInt16 { rawValue + UInt16(min(max(hour, 0), 23)) }
}

/// The figures of a day by name.
enum LabelledFigure: Int, CaseIterable {
    case unblocksByCategory, keptByCategory, unblocksByMood, keptByMood
    /// Thousandths of a unit by currency: named with unblocks, named with kept impulses, spent on
    /// purchases.
    case unblockAmounts, keptAmounts, purchaseAmounts
    /// Milliseconds by target.
    case use
    /// Of the episodes that were opened and of those that were kept.
    case openedByCategory, momentsByCategory, openedByMood, momentsByMood
    /// Thousandths of a unit by currency, named in kept episodes.
    case momentAmounts

    /// Whether the figure counts money, by currency.
    var isMoney: Bool {
        switch self {
        case .unblockAmounts, .keptAmounts, .purchaseAmounts, .momentAmounts: true
        default: false
        }
    }

    /// The figure's fixed name in the record: that of the case.
    var text: String { Self.texts[rawValue] }
    private static let texts = allCases.map { String(describing: $0) }

    init?(text: String) {
        guard let index = Self.texts.firstIndex(of: text) else { return nil }
        self = Self.allCases[index]
    }
}

/// A figure and a name that it is counted by.
struct DayLabel: Hashable {
    var figure: LabelledFigure
    /// A category, a mood, a currency (empty: none) or a target's key.
    var name: String
}
