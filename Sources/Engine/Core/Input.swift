/// Everything that can happen to the engine.
package enum Input: Sendable {
    /// The daemon begins to run, with the rules that it found and the machine's zone.
    case started(version: String, rules: RuleSet, zone: TimeZoneRules)
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
    /// A rule set was loaded without errors.
    case rules(RuleSet)
    /// Whether the last commit to the store failed.
    case storeFailing(Bool)
    /// A damaged store was set aside and a new one begun.
    case storeReplaced(setAside: String)
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

    /// Whether a person asks for something that may be refused.
    var isRequest: Bool {
        switch self {
        case .startProtection, .switch, .attempt, .request, .keep, .confirm, .protectInstead,
            .answerPrompt:
            true
        case .started, .stopping, .tick, .observed, .clockChecked, .zone, .rules, .storeFailing,
            .storeReplaced, .committed, .refusedByStore:
            false
        }
    }
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
