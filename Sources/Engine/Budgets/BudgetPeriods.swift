import CEL
import RuleModel

/// The periods of budgets, from one reset to the next, and the time of the next review.
struct BudgetPeriods: Sendable {
    /// A period; `counts` is false if the budget does not exist on the day on which it begins.
    typealias Period = (from: Instant, until: Instant, counts: Bool)

    /// Periods by key and entry: a running period keeps its end when the zone changes.
    private var known: [String: Period] = [:]
    /// The first reset of a used-up budget.
    private(set) var due = Instant.distantFuture
    /// Whether all budgets need a review.
    private var isStale = true

    func areDue(at now: Instant) -> Bool { isStale || now >= due }

    mutating func review() { isStale = true }

    mutating func beginReview() { isStale = false }

    /// Schedules the next review for the first of some resets.
    mutating func wait(until resets: some Sequence<Instant>) {
        due = resets.min() ?? .distantFuture
    }

    mutating func wait(until reset: Instant) { due = min(due, reset) }

    mutating func keep(_ period: Period, of budget: Budget) { known[budget.id] = period }

    mutating func keep(only budgets: [Budget]) {
        let entries = Set(budgets.map(\.id))
        known = known.filter { entries.contains($0.key) }
        isStale = true
    }

    /// The period of a budget at an instant; the reset is local time of `zone` if the budget names
    /// none.
    func period(of budget: Budget, at now: Instant, in zone: TimeZoneRules) -> Period {
        if let known = known[budget.id], known.from <= now, now < known.until { return known }
        let zone = budget.timeZone ?? zone
        if budget.per == .hour { return hour(of: budget, at: now, in: zone) }
        var first = LocalTime(now, in: zone).day(beginningAt: budget.resets)
        var length = 1
        if budget.per == .week {
            // Weeks begin on Monday.
            first -= CivilDate.weekday(daysSince1970: first) - 1
            length = 7
        }
        // If clocks are set back over a reset, its time comes twice; it still resets once.
        var until = zone.instant(ofDay: first + length, minute: budget.resets)
        if until <= now {
            first += length
            until = zone.instant(ofDay: first + length, minute: budget.resets)
        }
        let weekday = CivilDate.weekday(daysSince1970: first)
        return (
            zone.instant(ofDay: first, minute: budget.resets), until,
            budget.days.contains(weekday: weekday)
        )
    }

    /// The hour of the local clock that holds an instant: in three hours there is a full one, even
    /// if clocks are set back.
    private func hour(of budget: Budget, at now: Instant, in zone: TimeZoneRules) -> Period {
        var from = now - .hours(3)
        var until = zone.nextFullHour(after: from)
        while until <= now {
            from = until
            until = zone.nextFullHour(after: from)
        }
        let counts = budget.days.contains(weekday: LocalTime(from, in: zone).weekday)
        return (from, until, counts)
    }
}

extension Budget {
    /// The key, the entry and its zone: an edit starts a new period.
    fileprivate var id: String {
        [FormerKey.base(of: key), fingerprint, timeZone?.name ?? ""].joined(separator: " ")
    }
}
