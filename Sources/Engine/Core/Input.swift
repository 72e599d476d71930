import RuleModel

/// Everything that can happen to the engine.
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
    /// A rule set was loaded without errors, with the entries by which it protects less than the
    /// one before.
    indirect case rules(RuleSet, weakened: [String] = [])
    /// Whether the last commit to the store failed.
    case storeFailing(Bool)
    /// A damaged store was set aside and a new one begun.
    case storeReplaced(setAside: String)
    /// Old events were removed from the store.
    case retained(Retention)
    /// A person asks for a protection of one target, or of all.
    case startProtection(target: String?, length: TimeSpan, name: String, isStrict: Bool = false)
    /// A blocked site or app was opened.
    case attempt(Place)
    /// A person wants to open a place, or pauses; or goes on with a request about the same place.
    case request(Place, intent: Intent?, isPause: Bool)
    /// A person ends a request by keeping the block.
    case keep(request: Int64)
    /// A person ends a request by opening its targets.
    case confirm(request: Int64)
    /// A person ends a request with a protection of its targets.
    case protectInstead(request: Int64, length: TimeSpan)
    /// A person answers a prompt.
    case answerPrompt(Int64, Prompt.Choice)
    /// A reporter sees that an app or a site begins to be used.
    case useOpened(Place)
    /// A reporter sees that these are used on, by number.
    case usesSeen([Int64])
    /// A reporter sees that something is no longer used.
    case useClosed(Int64)
    /// A reporter says whether the person is away, since when, and whether the screen is locked.
    case idle(reporter: Int, isIdle: Bool, isLocked: Bool, for: TimeSpan)
    /// A reporter is gone, and its word on the person's being away with it.
    case reporterGone(Int)
    /// A person says what came of an unblock.
    case logOutcome(request: Int64, isBought: Bool, amount: Money?, regret: Int?)
    /// A person answers a check-in.
    case answerCheckIn(String, isYes: Bool)
    /// A person who tries the rules changes where a check-in stands.
    case debugCheckIn(String, CheckInDebug)
    /// A person wants to save for something; a local day as days since 1970-01-01.
    case addGoal(name: String, target: Money, by: Int?, isFromKept: Bool)
    /// A person saved something.
    case contribute(goal: Int64, Money)
    /// A person no longer saves for something.
    case removeGoal(Int64)
    /// A person names an app or a site; nil: forgets its name.
    case name(Place, String?)
    /// A person switches a schedule, or a target's monitoring.
    case `switch`(Switch.Subject, isOn: Bool)
    /// An event that `Action.commitFirst` named is on disk.
    case committed(Event)
    /// An event that `Action.commitFirst` named is not on disk; this one stands in its place.
    case refusedByStore(Event)
}

extension Input {
    /// Whether it is an unblock that is on disk now: the risk is assessed at once.
    var isUnblock: Bool {
        guard case .committed(let event) = self else { return false }
        switch event.fact {
        case .unblocked, .protectionReleased: return true
        default: return false
        }
    }

    /// Whether it is judged by what holds now: a person asks for something, or it is the last word.
    var isRequest: Bool {
        switch self {
        case .startProtection, .switch, .attempt, .request, .keep, .confirm, .protectInstead,
            .answerPrompt, .stopping, .useOpened, .usesSeen, .useClosed, .idle, .reporterGone,
            .logOutcome,
            .answerCheckIn, .debugCheckIn, .addGoal, .contribute, .removeGoal, .name:
            true
        case .started, .tick, .observed, .clockChecked, .zone, .rules, .storeFailing,
            .storeReplaced, .retained, .committed, .refusedByStore:
            false
        }
    }
}

/// What a person who tries the rules can do to a check-in; only with `debug: true` in them.
package enum CheckInDebug: String, Hashable, Sendable, CaseIterable {
    /// Forget all that is recorded of it.
    case reset
    /// Forget its day, not its answers.
    case newDay
    /// Ask it now, whatever was answered today.
    case force
}

/// The timers' marks.
package struct Cadences: OptionSet, Hashable, Sendable {
    /// One bit for each cadence.
    package let rawValue: UInt8

    /// The cadences whose bits are set.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Schedules, every minute.
    package static let schedules = Cadences(rawValue: 1)
    /// Auto-protection, every 5 minutes.
    package static let autoProtection = Cadences(rawValue: 2)
    /// The risk score, every 15 minutes.
    package static let risk = Cadences(rawValue: 4)
}
