import RuleModel

/// All events that the engine handles, except requests.
package enum Input: Sendable {
    /// The daemon begins to run, with the rules that it found, the entries by which these protect
    /// less than before, and the machine's zone; `restored` if the record was replaced in the
    /// meantime; `recorded` are the rules in the record, nil if they can no longer be read,
    /// `earlier` those before each edit in `State.edits`, by its number; `lost` is the time until
    /// which an earlier record is known to have been here, if nothing explains that it is gone;
    /// `carried` is what a replaced record passes on, with the sets before its edits; `zones` are
    /// the machine's former zones that the record or the replaced one names.
    indirect case started(
        version: String, rules: RuleSet, weakened: [String] = [], zone: TimeZoneRules,
        restored: StoreRestored? = nil, recorded: RuleSet? = nil, earlier: [Int64: RuleSet] = [:],
        lost: Instant? = nil, carried: CarriedEdits? = nil, carriedSets: [Int64: RuleSet] = [:],
        zones: [String: TimeZoneRules] = [:])
    /// The daemon was told to stop.
    case stopping
    /// A timer's marks that fall on this moment.
    case tick(Cadences)
    /// A moment that `Action.wake` requested, or a look at the clock before a question is answered.
    case observed
    /// The clock was set; the reading contains its synchronisation, if known.
    case clockChecked
    /// The machine's zone has changed to this one.
    case zone(TimeZoneRules)
    /// Whether the last commit to the store failed.
    case storeFailing(Bool)
    /// A damaged store was set aside and a new one begun.
    case storeReplaced(setAside: String)
    /// Old events were removed from the store.
    case retained(Retention)
    /// A reporter disconnected, which withdraws its report of the person's absence.
    case reporterGone(Int)
    /// The reporter of a session has been away for this long while something was blocked.
    case reporterLost(TimeSpan)
    /// An event of `Action.commitFirst` could not be written; this one replaces it.
    case refusedByStore(Event)
}

/// The timers' marks.
package struct Cadences: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Schedules, every minute.
    package static let schedules = Cadences(rawValue: 1)
    /// Auto-protection, every 5 minutes.
    package static let autoProtection = Cadences(rawValue: 2)
    /// The risk score, every 15 minutes.
    package static let risk = Cadences(rawValue: 4)
}

/// The marks of the cadences: multiples of 1, 5 and 15 minutes of the wall clock.
extension Cadences {
    /// The time between two marks of each cadence.
    package static let lengths: (schedules: TimeSpan, autoProtection: TimeSpan, risk: TimeSpan) =
        (.minutes(1), .minutes(5), .minutes(15))

    /// The cadences with a mark at an instant; none unless it is a whole minute.
    init(at instant: Instant) {
        self = []
        for cadence in [Cadences.schedules, .autoProtection, .risk]
        where cadence.mark(from: instant) == instant {
            insert(cadence)
        }
    }

    /// Whether conditions are evaluated at such a mark.
    var isEvaluated: Bool { contains(.autoProtection) || contains(.risk) }

    /// The first mark of a single cadence at an instant or after it.
    func mark(from instant: Instant) -> Instant? {
        let step: Int64
        switch self {
        case .schedules: step = Self.lengths.schedules.milliseconds
        case .autoProtection: step = Self.lengths.autoProtection.milliseconds
        case .risk: step = Self.lengths.risk.milliseconds
        default: return nil
        }
        let over = (instant.milliseconds % step + step) % step
        return over == 0 ? instant : Instant(milliseconds: instant.milliseconds - over + step)
    }
}

/// Work for the shell, to be carried out in the order given.
package enum Action: Hashable, Sendable {
    /// Write to the store, then answer whoever caused it; the state holds it already.
    case record(Event)
    /// Write to the store, and come back with the completion of the request: the state does not
    /// hold the event yet, because it weakens a protection. If it cannot be written, `otherwise`
    /// takes its place in the record and comes back with `Input.refusedByStore`.
    indirect case commitFirst(Event, otherwise: Event)
    /// Notify enforcers and subscribers; never waits for the store.
    case decide(State.NumberedDecision)
    case assessed(RiskAssessment)
    /// Come back with `Input.observed` at this elapsed time; nil: no moment is awaited.
    case wake(Deadline?)
}
