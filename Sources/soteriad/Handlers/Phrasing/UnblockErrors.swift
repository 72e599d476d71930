import API
import Engine
import Varlink

/// Why the engine refuses, in the errors of `org.soteria.unblock`.
extension Daemon {
    /// The error of a refusal; `seconds` is the length that was asked for, if one was.
    func unblockError(_ refusal: Refusal, seconds: Int) -> CallError<UnblockAPI> {
        let rules = engine.rules.unblock
        return switch refusal {
        // Nothing is monitored: there is nothing to be opened or protected.
        case .noSuchTarget(""): .notBlocked(targets: [])
        case .noSuchTarget(let key), .noSuchSchedule(let key), .noSuchAutoProtection(let key):
            .noSuchTarget(target: key)
        case .notMonitored(let key): .notMonitored(target: key)
        case .noSuchProtection(let id): .noSuchProtection(protection: Int(id))
        case .notBlocked(let targets): .notBlocked(targets: targets)
        case .strict(let until, let target):
            .strict(target: target ?? "", until: text(until))
        case .alreadyOpen(let id): .alreadyOpen(request: Int(id))
        case .noSuchRequest(let id): .noSuchRequest(request: Int(id))
        case .requestOver(let id, let outcome):
            .requestOver(request: Int(id), outcome: .init(outcome))
        case .beingConfirmed(let id): .beingConfirmed(request: Int(id))
        case .intentNeeded(let id): .intentNeeded(request: Int(id))
        case .waitNotOver(let left):
            .waitNotOver(remainingSeconds: left.secondsLeft)
        case .unknownCategory(let category):
            .unknownCategory(category: category, known: rules.categories)
        case .unknownMood(let mood):
            .unknownMood(mood: mood, known: rules.moods)
        case .invalidMinutes(let minutes):
            .invalidMinutes(
                minutes: minutes, minimum: Intent.minutesAllowed.lowerBound,
                maximum: Intent.minutesAllowed.upperBound
            )
        case .invalidLength:
            .invalidDuration(seconds: seconds, minimum: 60, maximum: 604_800)
        case .storeUnavailable: .storeUnavailable(reason: storeProblem)
        case .notUnblocked(let id, let outcome):
            .notUnblocked(request: Int(id), outcome: outcome.map { .init($0) } ?? .open)
        case .tooLate(let id):
            .tooLate(request: Int(id), days: Int(Aftermath.patience.seconds / 86400))
        case .invalidRegret(let regret):
            .invalidRegret(
                regret: regret, minimum: LoggedOutcome.regrets.lowerBound,
                maximum: LoggedOutcome.regrets.upperBound
            )
        // What other interfaces ask for.
        case .noSuchPrompt(let id), .notAChoice(let id, _), .noSuchUse(let id),
            .noSuchGoal(let id):
            .noSuchRequest(request: Int(id))
        case .notTracked(let targets): .notBlocked(targets: targets)
        case .noSuchCheckIn, .notAsking, .alreadyAnswered, .debugOff, .tooManyGoals, .noSuchPlace,
            .tooManyEdits:
            .notBlocked(targets: [])
        }
    }
}
