import CEL
import RuleModel

/// The periods of budgets, from one reset to the next, and when budgets have to be looked at.
struct BudgetPeriods: Sendable {
    typealias Period = (from: Instant, until: Instant)

    /// By key and entry: a period that runs keeps its end through a change of zone.
    private var known: [String: Period] = [:]
    /// When the first budget that is used up is reset.
    private(set) var due = Instant.distantFuture
    /// Whether every budget has to be looked at again.
    private var isStale = true

    func areDue(at now: Instant) -> Bool { isStale || now >= due }

    mutating func review() { isStale = true }

    mutating func beginReview() { isStale = false }

    /// Notes when the first of those that are used up is reset.
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

    /// The period of a budget that holds at an instant; its reset is read in a zone if the budget
    /// names none.
    func period(of budget: Budget, at now: Instant, in zone: TimeZoneRules) -> Period {
        if let known = known[budget.id], known.from <= now, now < known.until { return known }
        let zone = budget.timeZone ?? zone
        var first = LocalTime(now, in: zone).day(beginningAt: budget.resets)
        var length = 1
        if budget.per == .week {
            // Weeks begin on Monday.
            first -= CivilDate.weekday(daysSince1970: first) - 1
            length = 7
        }
        // Where clocks are set back over a reset, they show the time before it once more; that a
        // reset comes twice does not make it two.
        var until = zone.instant(ofDay: first + length, minute: budget.resets)
        if until <= now {
            first += length
            until = zone.instant(ofDay: first + length, minute: budget.resets)
        }
        return (zone.instant(ofDay: first, minute: budget.resets), until)
    }
}

extension Budget {
    /// Its key and entry: whoever edits one begins its period anew.
    fileprivate var id: String { FormerKey.base(of: key) + " " + fingerprint }
}
