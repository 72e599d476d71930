import RuleModel

/// The person's actions, kept so that figures cost the same for ten events as for ten million.
package struct Behaviour: Hashable, Sendable, Codable {
    /// Unblocks; an impulse weighs 1.
    private var unblocks = Window(span: Self.month)
    /// The amounts named with unblocks, in thousandths.
    private var amounts = Window(span: .days(2))
    /// Requests, pauses included.
    private var requests = Window(span: .days(8))
    /// Blocks that were kept.
    private var kept = Window(span: .days(8))
    /// Attempts to open a blocked place.
    private var attempts = Window(span: .hours(1))
    private(set) var lastUnblock: Instant?
    /// The time between the last two unblocks.
    private var lastGap: TimeSpan?
    private var lastMood = ""

    package init() {}

    /// How far the figures look back.
    static let month = TimeSpan.days(30)

    /// Sums at a moment; days begin at local midnight, weeks on Monday.
    package struct Figures: Hashable, Sendable {
        package var unblocksLastHour = 0
        package var unblocksToday = 0
        package var unblocksThisWeek = 0
        package var unblocksLast30Days = 0
        /// The number of impulses among those unblocks.
        package var impulsesLast30Days = 0
        /// The time since the last unblock; `never` if there was none.
        package var sinceLast = Vocabulary.never
        /// The time between the last two unblocks; `never` if there were fewer than two.
        package var lastGap = Vocabulary.never
        package var attemptsLastHour = 0
        package var keptToday = 0
        package var keptThisWeek = 0
        /// The last mood that the person named; empty if none.
        package var lastMood = ""
        /// The amounts named with today's unblocks, in thousandths.
        package var amountTodayThousandths: Int64 = 0

        package static let none = Figures()

        package init() {}

        /// The share of impulses in the unblocks of the last 30 days, 0 if there were none.
        package var impulseRatio: Double {
            unblocksLast30Days == 0
                ? 0 : Double(impulsesLast30Days) / Double(unblocksLast30Days)
        }
    }

    /// The figures at a moment, given when the local day and the local week began.
    package func figures(at now: Instant, today: Instant, thisWeek: Instant) -> Figures {
        figures(at: now, today: today, thisWeek: thisWeek, reads: .all)
    }

    /// The figures that conditions read; the others keep their initial values.
    func figures(
        at now: Instant, today: Instant, thisWeek: Instant, reads: ReadVariables
    ) -> Figures {
        func read(_ slot: Vocabulary.Slot) -> Bool { reads.contains(ReadVariables(slot)) }
        var figures = Figures()
        if read(.unblocksLastHour) {
            figures.unblocksLastHour = unblocks.sum(after: now - .hours(1)).count
        }
        if read(.unblocksToday) { figures.unblocksToday = unblocks.sum(from: today).count }
        if read(.unblocksThisWeek) { figures.unblocksThisWeek = unblocks.sum(from: thisWeek).count }
        if read(.unblocksLast30Days) || read(.unblocksImpulseRatio) {
            let month = unblocks.sum(after: now - Self.month)
            figures.unblocksLast30Days = month.count
            figures.impulsesLast30Days = Int(month.weight)
        }
        figures.sinceLast = sinceLast(at: now)
        figures.lastGap = lastGap ?? Vocabulary.never
        if read(.attemptsLastHour) {
            figures.attemptsLastHour = attempts.sum(after: now - .hours(1)).count
        }
        if read(.keptToday) { figures.keptToday = kept.sum(from: today).count }
        if read(.keptThisWeek) { figures.keptThisWeek = kept.sum(from: thisWeek).count }
        figures.lastMood = lastMood
        if read(.amountToday) { figures.amountTodayThousandths = amounts.sum(from: today).weight }
        return figures
    }

    /// The positions of an instant among the requests and among the unblocks, from which the next
    /// search for it starts.
    struct SearchStart {
        fileprivate var requests = 0
        fileprivate var unblocks = 0
    }

    func counts(
        from instant: Instant, near start: inout SearchStart
    ) -> (requests: Int, unblocks: Int) {
        (
            requests.count(from: instant, near: &start.requests),
            unblocks.count(from: instant, near: &start.unblocks)
        )
    }

    /// The time since the last unblock at a moment; `never` if there was none.
    func sinceLast(at now: Instant) -> TimeSpan {
        lastUnblock.map { max(.zero, now - $0) } ?? Vocabulary.never
    }

    /// The first instant after a moment at which an unblock leaves the last hour or 30 days, if
    /// any.
    func nextLeavingOfUnblocks(after moment: Instant) -> Instant? {
        let hour = unblocks.first(after: moment - .hours(1)).map { $0 + .hours(1) }
        let month = unblocks.first(after: moment - Self.month).map { $0 + Self.month }
        guard let hour, let month else { return hour ?? month }
        return min(hour, month)
    }

    /// The first instant after a moment at which an attempt leaves the last hour, if any.
    func nextLeavingOfAttempts(after moment: Instant) -> Instant? {
        attempts.first(after: moment - .hours(1)).map { $0 + .hours(1) }
    }

    /// The attempts in a bucket.
    func attempts(in bucket: Bucket) -> Int {
        attempts.sum(from: bucket.start).count - attempts.sum(from: bucket.end).count
    }

    mutating func request(at instant: Instant) { requests.add(at: instant) }
    mutating func keep(at instant: Instant) { kept.add(at: instant) }
    mutating func attempt(at instant: Instant) { attempts.add(at: instant) }
    mutating func record(mood: String) { lastMood = mood }

    /// Records an unblock. `sinceLast` is the time since the one before; nil: computed from the
    /// instants.
    mutating func unblock(
        at instant: Instant, _ purpose: Purpose, amount: Money?, after gap: TimeSpan?
    ) {
        unblocks.add(at: instant, weight: purpose == .impulse ? 1 : 0)
        if let amount { amounts.add(at: instant, weight: amount.thousandths) }
        lastGap = gap ?? lastUnblock.map { max(.zero, instant - $0) }
        lastUnblock = instant
    }

    /// Moves records from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        unblocks.goBack(to: instant)
        amounts.goBack(to: instant)
        requests.goBack(to: instant)
        kept.goBack(to: instant)
        attempts.goBack(to: instant)
        lastUnblock = lastUnblock.map { min($0, instant) }
    }
}
