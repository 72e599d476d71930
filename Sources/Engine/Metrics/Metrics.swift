/// Every figure of a range of local days.
///
/// Counts of an empty range are 0 and lists of names empty. A share or a mean without a whole is
/// nil, and so is a "most" on a tie or without data.
package struct Metrics: Hashable, Sendable {
    /// The requested days, since 1970-01-01, local.
    package var days: Range<Int>

    // MARK: The conversation

    /// Requests that were opened in the range, pauses included; unblocks and kept blocks within it,
    /// whenever their requests were opened.
    package var total: Cell
    /// The requests that were opened without having met a block.
    package var pauses: Int
    /// Attempts to open blocked apps and sites, reloads and retries included; these are not
    /// requests.
    package var attempts: Int
    /// Requests that expired unanswered: neither protection moments nor unblocks.
    package var expired: Int
    /// Requests whose block ended on its own.
    package var lapsed: Int
    package var protectedInstead: Int
    /// Unblocks whose purpose was planned. Every unblock is this or an impulse.
    package var planned: Int
    package var impulse: Int
    /// Kept blocks of a planned purpose; one may be kept before anything is said.
    package var keptPlanned: Int
    package var keptImpulse: Int
    /// Planned unblocks of all unblocks.
    package var plannedShare: Share?
    /// Impulse unblocks of all unblocks: the impulse ratio.
    package var impulseShare: Share?
    /// Kept blocks as a share of kept blocks and unblocks.
    package var keptShare: Share?
    /// Requests, unblocks and kept blocks of the equally long range just before this one.
    package var previous: Cell

    /// The same figures by episode: protection moments and their shares.
    package var episodes: EpisodeMetrics

    // MARK: When

    /// By hour of day on the local clock: 24, from 0 o'clock. The hour that comes twice in autumn
    /// is one.
    package var hours: [Cell]
    /// By weekday: 7, from Monday. An hour after midnight belongs to the day that has begun.
    package var weekdays: [Cell]
    /// By hour of the week: 168, from Monday 0 o'clock.
    package var hoursOfWeek: [Cell]
    /// Requests while a quiet-hours schedule ran, of all requests.
    package var quietRequests: Share?
    /// Unblocks while a quiet-hours schedule ran, of all unblocks.
    package var quietUnblocks: Share?
    /// The mean time between one unblock and the next in milliseconds: from the first unblock to
    /// the last, divided by the unblocks but one. Nil with less than two.
    package var meanGap: Mean?
    /// The hour of day, 0 to 23, with the most unblocks.
    package var mostActiveHour: Int?
    /// The weekday, 1 Monday to 7 Sunday, with the most unblocks.
    package var mostActiveWeekday: Int?

    // MARK: Stated intents

    /// By category, of unblocks and kept blocks that named one; the most frequent first, then by
    /// name.
    package var categories: [NameCount]
    /// By mood, likewise.
    package var moods: [NameCount]
    /// The category most often said with unblocks and kept blocks together.
    package var commonCategory: String?
    /// The mood most often said with unblocks and kept blocks together.
    package var commonMood: String?
    /// Estimated spending named with unblocks, by currency.
    package var estimates: [Amount]
    /// Estimated spending named with kept impulses, by currency.
    package var keptAmounts: [Amount]

    // MARK: Outcomes

    /// The use rate: unblocks that were followed by use, as a share of all unblocks with a grant
    /// (ending a protection early gives none) that is over. Nil if no use was ever reported.
    package var useShare: Share?
    /// Use after an unblock in milliseconds, divided by the unblocks that were followed by some.
    package var meanUse: Mean?
    /// Intended minutes, divided by the unblocks that named them.
    package var meanIntended: Mean?
    /// Use in milliseconds after unblocks with intended minutes, divided by all of these, used or
    /// not. Nil if no use was ever reported.
    package var meanUseOfIntended: Mean?
    /// Unblocks with a logged outcome.
    package var outcomes: Int
    /// Logged purchases, as a share of the logs of unblocks that could cost money.
    package var purchaseShare: Share?
    /// Spending according to logged purchases, by currency.
    package var purchases: [Amount]
    /// Regret, 0 none to 4 strong, divided by the logs that name it.
    package var meanRegret: Mean?

    // MARK: Everything else

    /// The use of targets, blocked or not, the longest first, then by key.
    package var usage: [TargetUse]
    package var autoProtections: Int
    package var manualProtections: Int
    package var checkInsYes: Int
    package var checkInsNo: Int
}
