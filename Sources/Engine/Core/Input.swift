import RuleModel

/// Everything that can happen to the engine beside requests.
package enum Input: Sendable {
    /// The daemon begins to run, with the rules that it found, by which entries these protect less
    /// than the ones before, and the machine's zone; `restored` where the record was put in the
    /// place of another one meanwhile; `recorded` are the rules that the record has, nil where they
    /// can no longer be read, `earlier` those before each edit in `State.edits`, by its number.
    indirect case started(
        version: String, rules: RuleSet, weakened: [String] = [], zone: TimeZoneRules,
        restored: StoreRestored? = nil, recorded: RuleSet? = nil, earlier: [Int64: RuleSet] = [:])
    /// The daemon was told to stop.
    case stopping
    /// A timer's marks that fall on this moment.
    case tick(Cadences)
    /// A moment that `Action.wake` asked for, or a look at the clock before a question is answered.
    case observed
    /// The clock was set; the reading says what is known of its synchronisation.
    case clockChecked
    /// The machine's zone is this one now.
    case zone(TimeZoneRules)
    /// Whether the last commit to the store failed.
    case storeFailing(Bool)
    /// A damaged store was set aside and a new one begun.
    case storeReplaced(setAside: String)
    /// Old events were removed from the store.
    case retained(Retention)
    /// A reporter is gone, and its word on the person's being away with it.
    case reporterGone(Int)
    /// An event that `Action.commitFirst` named is not on disk; this one stands in its place.
    case refusedByStore(Event)
}

/// The timers' marks.
package struct Cadences: OptionSet, Hashable, Sendable {
    /// One bit for each cadence.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Schedules, every minute.
    package static let schedules = Cadences(rawValue: 1)
    /// Auto-protection, every 5 minutes.
    package static let autoProtection = Cadences(rawValue: 2)
    /// The risk score, every 15 minutes.
    package static let risk = Cadences(rawValue: 4)
}
