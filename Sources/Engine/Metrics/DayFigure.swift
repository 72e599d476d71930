/// What a day is counted in: each figure has a place of its own in the record, for good.
///
/// The first 72 places hold requests, unblocks and kept blocks by hour of day; those from
/// `labelled` on belong to figures by name, as `DayLabels` gives them out.
enum DayFigure: UInt16, CaseIterable {
    /// Requests at 0 o'clock; the hour is added. So for the next two.
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
    /// Unblocks that said for how many minutes, and how many in sum.
    case intended
    case intendedMinutes
    /// Milliseconds of use after those.
    case intendedUse
    /// Unblocks after which the target was really used, and milliseconds of that use.
    case used
    case use
    /// What came of an unblock was logged; bought; with a regret, and its sum.
    case outcomes
    case purchases
    case regrets
    case regretSum
    case autoProtections
    case manualProtections
    case yes
    case no
    /// Unblocks that ended a protection and gave no permission, under which use could be seen.
    case releases

    /// How many places are by hour: three figures of 24.
    static let hourly: UInt16 = 72
    /// The first place that belongs to a figure by name.
    static let labelled: UInt16 = 256
    /// One after the last place that belongs to a figure without a name.
    static let end = releases.rawValue + 1

    /// The place of a figure by hour; an hour that no clock shows is the nearest that one does.
    func place(hour: Int) -> UInt16 { rawValue + UInt16(min(max(hour, 0), 23)) }
}

/// What a day counts by name.
enum LabelledFigure: Int, CaseIterable {
    case unblocksByCategory, keptByCategory, unblocksByMood, keptByMood
    /// Thousandths of a unit by currency: said with unblocks, said with kept impulses, bought for.
    case unblockAmounts, keptAmounts, purchaseAmounts
    /// Milliseconds by target.
    case use

    /// Whether it counts money, by currency.
    var isMoney: Bool {
        switch self {
        case .unblockAmounts, .keptAmounts, .purchaseAmounts: true
        case .unblocksByCategory, .keptByCategory, .unblocksByMood, .keptByMood, .use: false
        }
    }

    /// Its name in the record, for good: that of the case.
    var text: String { Self.texts[rawValue] }
    private static let texts = allCases.map { String(describing: $0) }

    init?(text: String) {
        guard let index = Self.texts.firstIndex(of: text) else { return nil }
        self = Self.allCases[index]
    }
}

/// A figure and the name that it is counted for.
struct DayLabel: Hashable {
    var figure: LabelledFigure
    /// A category, a mood, a currency (empty: none was said) or a target's key.
    var name: String
}
