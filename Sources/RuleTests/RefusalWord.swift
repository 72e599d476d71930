import Engine
import RuleModel

/// The reason for a refused step, in the words of tests.
enum RefusalWord: String, Sendable, CaseIterable {
    case strict
    case emergencyUsed = "emergency_used"
    case notBlocked = "not_blocked"
    case notMonitored = "not_monitored"
    case alreadyOpen = "already_open"
    case noSuchRequest = "no_such_request"
    case requestOver = "request_over"
    case intentNeeded = "intent_needed"
    case waitNotOver = "wait_not_over"
    case notAsking = "not_asking"
    case alreadyAnswered = "already_answered"
    case notTracked = "not_tracked"
    case impossible

    /// Whether such a refusal can have a known end.
    var hasEnd: Bool { self == .strict || self == .emergencyUsed }

    /// Nil if the step is not refused. Refusals that no rule can cause share one word.
    init?(_ reaction: Simulation.Reaction) {
        switch reaction {
        case .attempt, .request(.replied), .keep(.replied), .confirm(.replied),
            .protectInstead(.replied), .protect(.replied), .endGrants(.replied),
            .takeBack(.replied), .use(.replied), .absence, .checkIn(.replied), .outcome(.replied),
            .switch(.replied):
            return nil
        case .request(.refused(.strict)), .confirm(.refused(.strict)), .switch(.refused(.strict)):
            self = .strict
        case .request(.refused(.emergencyUsed)), .confirm(.refused(.emergencyUsed)):
            self = .emergencyUsed
        case .request(.refused(.notBlocked)), .confirm(.refused(.notBlocked)): self = .notBlocked
        case .request(.refused(.notMonitored)), .protect(.refused(.notMonitored)):
            self = .notMonitored
        case .request(.refused(.alreadyOpen)): self = .alreadyOpen
        case .keep(.refused(.noSuchRequest)), .confirm(.refused(.notOpen(.noSuchRequest))):
            self = .noSuchRequest
        case .keep(.refused(.requestOver)), .confirm(.refused(.notOpen(.requestOver))):
            self = .requestOver
        case .confirm(.refused(.intentNeeded)): self = .intentNeeded
        case .confirm(.refused(.waitNotOver)): self = .waitNotOver
        case .checkIn(.refused(.notAsking)): self = .notAsking
        case .checkIn(.refused(.alreadyAnswered)): self = .alreadyAnswered
        case .use(.refused(.notTracked)): self = .notTracked
        case .request(.refused(.noSuchTarget)), .request(.refused(.noSuchProtection)),
            .request(.refused(.beingConfirmed)), .request(.refused(.unknownCategory)),
            .request(.refused(.unknownMood)), .request(.refused(.invalidMinutes)),
            .keep(.refused(.beingConfirmed)), .confirm(.refused(.notOpen(.beingConfirmed))),
            .protectInstead(.refused), .endGrants(.refused), .takeBack(.refused),
            .protect(.refused(.noSuchTarget)),
            .protect(.refused(.invalidLength)), .checkIn(.refused(.noSuchCheckIn)),
            .outcome(.refused), .switch(.refused(.noSuchEntry)), .request(.storeUnavailable),
            .keep(.storeUnavailable), .confirm(.storeUnavailable),
            .protectInstead(.storeUnavailable), .protect(.storeUnavailable),
            .endGrants(.storeUnavailable), .takeBack(.storeUnavailable), .use(.storeUnavailable),
            .checkIn(.storeUnavailable),
            .outcome(.storeUnavailable),
            .switch(.storeUnavailable):
            self = .impossible
        }
    }
}
