import RuleModel

/// The sums of each local day: figures of any range cost the same whether ten events or ten million
/// are behind them, and outlast the events.
///
/// Days are local days since 1970-01-01, hours are those of the local clock. A request, a kept
/// block and an unblock each count on their own day and in their own hour; the outcome of an
/// unblock counts on the unblock's day. Nothing traps: hours are clamped to the day, and figures to
/// 0 and `DayTally.limit`.
package struct Tally: Hashable, Sendable {
    /// The days on which something happened, ascending.
    private(set) var days: [DayTally] = []
    /// The names that the days count by.
    private(set) var labels = DayLabels()
    /// The last day that counts requests in place of episodes, because the events that an earlier
    /// version recorded until then are gone; nil if there is none.
    var countsRequestsThrough: Int?

    package init() {}

    init(days: [DayTally], labels: DayLabels, countsRequestsThrough: Int? = nil) {
        self.days = days
        self.labels = labels
        self.countsRequestsThrough = countsRequestsThrough
    }

    /// The first and the last day on which something happened; nil if nothing has.
    package var recorded: ClosedRange<Int>? {
        guard let first = days.first, let last = days.last else { return nil }
        return first.day...last.day
    }

    /// The index of a day or, with `isKnown` false, the place to insert it.
    func find(_ day: Int) -> (index: Int, isKnown: Bool) {
        // Nearly all calls are about today.
        if let last = days.last {
            if last.day == day { return (days.count - 1, true) }
            if last.day < day { return (days.count, false) }
        }
        let index = days.prefixCount(while: { $0.day < day })
        return (index, index < days.count && days[index].day == day)
    }

    mutating func count(_ day: Int, _ change: (inout DayTally) -> Void) {
        let (index, isKnown) = find(day)
        if !isKnown { days.insert(DayTally(day: day), at: index) }
        change(&days[index])
        if days[index].entries.isEmpty { days.remove(at: index) }
    }

    /// Adds a number, which may be negative, to a figure by name; names beyond `DayLabels.limit`
    /// are not counted.
    mutating func count(
        _ day: Int, _ figure: LabelledFigure, _ name: String?, _ number: Int64 = 1
    ) {
        guard number != 0, let name else { return }
        let place =
            number > 0
            ? labels.place(of: figure, name)
            : labels.place(of: DayLabel(figure: figure, name: name))
        if let place { count(day) { $0.change(number, place) } }
    }

    private mutating func count(_ day: Int, _ figure: LabelledFigure, _ amount: Money?) {
        guard let amount else { return }
        count(day, figure, amount.currency ?? "", amount.thousandths)
    }

    // MARK: The conversation

    /// Counts an opened request, pauses included.
    package mutating func request(day: Int, hour: Int, isQuiet: Bool, isPause: Bool) {
        count(day) { tally in
            tally.add(1, DayFigure.requests.place(hour: hour))
            if isQuiet { tally.add(.quietRequests) }
            if isPause { tally.add(.pauses) }
        }
    }

    package mutating func attempt(day: Int) { count(day) { $0.add(.attempts) } }

    /// Counts a kept block. The amount counts for an impulse only.
    package mutating func keep(
        day: Int, hour: Int, purpose: Purpose?, category: String?, mood: String?, amount: Money?
    ) {
        count(day) { tally in
            tally.add(1, DayFigure.kept.place(hour: hour))
            switch purpose {
            case .planned: tally.add(.keptPlanned)
            case .impulse: tally.add(.keptImpulse)
            case nil: break
            }
        }
        count(day, .keptByCategory, category)
        count(day, .keptByMood, mood)
        if purpose == .impulse { count(day, .keptAmounts, amount) }
    }

    /// Counts an unblock of targets, or the early end of a protection.
    package mutating func unblock(
        day: Int, hour: Int, at instant: Instant, purpose: Purpose, category: String?,
        mood: String?, isQuiet: Bool, intendedMinutes: Int?, amount: Money?,
        isRelease: Bool = false
    ) {
        count(day) { tally in
            if isRelease { tally.add(.releases) }
            tally.add(1, DayFigure.unblocks.place(hour: hour))
            tally.recordUnblock(at: instant)
            tally.add(purpose == .planned ? .planned : .impulse)
            if isQuiet { tally.add(.quietUnblocks) }
            if let intendedMinutes {
                tally.add(.intended)
                tally.add(Int64(intendedMinutes), .intendedMinutes)
            }
        }
        count(day, .unblocksByCategory, category)
        count(day, .unblocksByMood, mood)
        count(day, .unblockAmounts, amount)
    }

    /// Counts any other end of a request; ignores kept blocks and unblocks.
    package mutating func closed(day: Int, outcome: UnblockRequest.Ending) {
        switch outcome {
        case .kept, .unblocked: break
        case .expired: count(day) { $0.add(.expired) }
        case .lapsed: count(day) { $0.add(.lapsed) }
        case .protected: count(day) { $0.add(.protectedInstead) }
        }
    }

    // MARK: Outcomes of unblocks, on the unblock's day

    /// Changes the use after an unblock from one span to another, shorter if idle time was seen
    /// late. Any use makes the unblock a used one.
    package mutating func use(
        day: Int, from before: TimeSpan, to after: TimeSpan, intendedMinutes: Int?
    ) {
        let (before, after) = (max(before, .zero), max(after, .zero))
        let added = after.milliseconds - before.milliseconds
        count(day) { tally in
            tally.change((after > .zero ? 1 : 0) - (before > .zero ? 1 : 0), .used)
            tally.change(added, .use)
            if intendedMinutes != nil { tally.change(added, .intendedUse) }
        }
    }

    /// Counts a logged outcome. The amount counts for a purchase only; a regret is clamped to 0 to
    /// 4. `spends`: whether the unblock could cost money.
    package mutating func logged(
        day: Int, isBought: Bool, amount: Money?, regret: Int?, spends: Bool = true
    ) {
        count(day) { tally in
            tally.add(.outcomes)
            if !spends { tally.add(.freeOutcomes) }
            if isBought { tally.add(.purchases) }
            if let regret {
                tally.add(.regrets)
                tally.add(Self.regret(regret), .regretSum)
            }
        }
        if isBought { count(day, .purchaseAmounts, amount) }
    }

    /// Subtracts what `logged` counted with the same arguments.
    package mutating func unlogged(
        day: Int, isBought: Bool, amount: Money?, regret: Int?, spends: Bool = true
    ) {
        let currency = DayLabel(figure: .purchaseAmounts, name: amount?.currency ?? "")
        let place = labels.place(of: currency)
        count(day) { tally in
            tally.subtract(1, .outcomes)
            if !spends { tally.subtract(1, .freeOutcomes) }
            if isBought { tally.subtract(1, .purchases) }
            if let regret {
                tally.subtract(1, .regrets)
                tally.subtract(Self.regret(regret), .regretSum)
            }
            if isBought, let amount, let place { tally.subtract(amount.thousandths, place) }
        }
    }

    private static func regret(_ regret: Int) -> Int64 { Int64(min(max(regret, 0), 4)) }

    // MARK: Everything else

    /// Counts the use of a target without idle time; a negative span subtracts idle time seen late.
    package mutating func usage(day: Int, target: String, active: TimeSpan) {
        count(day, .use, target, active.milliseconds)
    }

    /// Counts a protection, automatic or manual.
    package mutating func protection(day: Int, isAuto: Bool) {
        count(day) { $0.add(isAuto ? .autoProtections : .manualProtections) }
    }

    /// Subtracts a manual protection that was taken back; `day` is the day on which it began.
    mutating func protectionTakenBack(day: Int) {
        count(day) { $0.subtract(1, .manualProtections) }
    }

    package mutating func checkIn(day: Int, isYes: Bool) {
        count(day) { $0.add(isYes ? .yes : .no) }
    }
}
