/// A limit on the use of a target.
package struct Budget: Hashable, Sendable {
    /// The key in the rule files: `social`.
    package var key: String
    package var name: String
    /// The key of the target whose use is counted and which is blocked.
    package var target: String
    /// The use after which the target is blocked.
    package var limit: TimeSpan
    /// The period after which the count begins again.
    package var per: Period
    /// The weekdays on which the budget exists; a week's has all of them. A period belongs to the
    /// day on which it begins.
    package var days: Weekdays
    /// Minutes after local midnight at which the day, or the week's Monday, begins, 0 to 1439; 0
    /// for an hour.
    package var resets: Int
    /// True if nothing can be unblocked once the limit is reached.
    package var isStrict: Bool
    /// The zone in which `resets` is read; nil: the rule set's, else the machine's.
    package var timeZone: TimeZoneRules?
    /// The fingerprint of the entry's text, which tells if it was edited.
    package var fingerprint: String

    package enum Period: String, Hashable, Sendable, Codable, CaseIterable {
        /// From one full hour of the local clock to the next.
        case hour
        /// From one reset to the next day's.
        case day
        /// From Monday's reset to the next Monday's.
        case week
    }

    /// A budget as the rule files describe it; `resets` must lie within a day. An hour's budget has
    /// no `resets`, and a week's has no `days`.
    package init(
        key: String, name: String, target: String, limit: TimeSpan, per: Period = .day,
        days: Weekdays = .daily, resets: Int = 0, isStrict: Bool = false,
        timeZone: TimeZoneRules? = nil, fingerprint: String
    ) {
        precondition((0..<1440).contains(resets) && (per != .hour || resets == 0))
        precondition(per != .week || days == .daily)
        self.key = key
        self.name = name
        self.target = target
        self.limit = limit
        self.per = per
        self.days = days
        self.resets = resets
        self.isStrict = isStrict
        self.timeZone = timeZone
        self.fingerprint = fingerprint
    }
}
