import API
import Engine
import Varlink

/// Why the engine refuses, in the errors of `org.soteria.unblock`.
extension Daemon {
    /// The error of a refusal; `seconds` is the length that was asked for, if one was.
    func unblockError(_ refusal: Refusal, seconds: Int) -> VarlinkError {
        typealias API = UnblockAPI
        let rules = engine.rules.unblock
        return switch refusal {
        // Nothing is monitored: there is nothing to be opened or protected.
        case .noSuchTarget(""): API.NotBlocked(targets: []).varlinkError
        case .noSuchTarget(let key), .noSuchSchedule(let key), .noSuchAutoProtection(let key):
            API.NoSuchTarget(target: key).varlinkError
        case .notMonitored(let key): API.NotMonitored(target: key).varlinkError
        case .noSuchProtection(let id): API.NoSuchProtection(protection: Int(id)).varlinkError
        case .notBlocked(let targets): API.NotBlocked(targets: targets).varlinkError
        case .strict(let until, let target):
            API.Strict(target: target ?? "", until: text(until)).varlinkError
        case .alreadyOpen(let id): API.AlreadyOpen(request: Int(id)).varlinkError
        case .noSuchRequest(let id): API.NoSuchRequest(request: Int(id)).varlinkError
        case .requestOver(let id, let outcome):
            API.RequestOver(request: Int(id), outcome: phrase(outcome)).varlinkError
        case .beingConfirmed(let id): API.BeingConfirmed(request: Int(id)).varlinkError
        case .intentNeeded(let id): API.IntentNeeded(request: Int(id)).varlinkError
        case .waitNotOver(let left):
            API.WaitNotOver(remainingSeconds: left.secondsLeft).varlinkError
        case .unknownCategory(let category):
            API.UnknownCategory(category: category, known: rules.categories).varlinkError
        case .unknownMood(let mood):
            API.UnknownMood(mood: mood, known: rules.moods).varlinkError
        case .invalidMinutes(let minutes):
            API.InvalidMinutes(
                minutes: minutes, minimum: Intent.minutesAllowed.lowerBound,
                maximum: Intent.minutesAllowed.upperBound
            ).varlinkError
        case .invalidLength:
            API.InvalidDuration(seconds: seconds, minimum: 60, maximum: 604_800).varlinkError
        case .storeUnavailable: API.StoreUnavailable(reason: storeProblem).varlinkError
        case .notUnblocked(let id, let outcome):
            API.NotUnblocked(request: Int(id), outcome: outcome.map(phrase) ?? .open).varlinkError
        case .tooLate(let id):
            API.TooLate(request: Int(id), days: Int(Aftermath.patience.seconds / 86400))
                .varlinkError
        case .invalidRegret(let regret):
            API.InvalidRegret(
                regret: regret, minimum: LoggedOutcome.regrets.lowerBound,
                maximum: LoggedOutcome.regrets.upperBound
            ).varlinkError
        // What other interfaces ask for.
        case .noSuchPrompt(let id), .notAChoice(let id, _), .noSuchUse(let id),
            .noSuchGoal(let id):
            API.NoSuchRequest(request: Int(id)).varlinkError
        case .notTracked(let targets): API.NotBlocked(targets: targets).varlinkError
        case .noSuchCheckIn, .notAsking, .alreadyAnswered, .debugOff, .tooManyGoals, .noSuchPlace,
            .tooManyEdits:
            API.NotBlocked(targets: []).varlinkError
        }
    }
}
