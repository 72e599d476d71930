import API
import Engine
import Varlink

/// Why the engine refuses, in the errors of `org.soteria.unblock`.
extension Daemon {
    func unblockError(_ refusal: AskToUnblock.Refusal) -> CallError<UnblockAPI> {
        let rules = engine.rules.unblock
        return switch refusal {
        // Nothing is monitored: there is nothing to be opened.
        case .noSuchTarget(""): .notBlocked(targets: [])
        case .noSuchTarget(let key): .noSuchTarget(target: key)
        case .notMonitored(let key): .notMonitored(target: key)
        case .noSuchProtection(let id): .noSuchProtection(protection: Int(id))
        case .notBlocked(let targets): .notBlocked(targets: targets)
        case .strict(let until, let target): .strict(target: target, until: text(until))
        case .alreadyOpen(let id): .alreadyOpen(request: Int(id))
        case .beingConfirmed(let id): .beingConfirmed(request: Int(id))
        case .unknownCategory(let category):
            .unknownCategory(category: category, known: rules.categories)
        case .unknownMood(let mood): .unknownMood(mood: mood, known: rules.moods)
        case .invalidMinutes(let minutes):
            .invalidMinutes(
                minutes: minutes, minimum: Intent.minutesAllowed.lowerBound,
                maximum: Intent.minutesAllowed.upperBound)
        }
    }

    func unblockError(_ refusal: EndRefusal) -> CallError<UnblockAPI> {
        switch refusal {
        case .noSuchRequest(let id): .noSuchRequest(request: Int(id))
        case .requestOver(let id, let outcome):
            .requestOver(request: Int(id), outcome: .init(outcome))
        case .beingConfirmed(let id): .beingConfirmed(request: Int(id))
        }
    }

    func unblockError(_ refusal: ConfirmUnblock.Refusal) -> CallError<UnblockAPI> {
        switch refusal {
        case .notOpen(let refusal): unblockError(refusal)
        case .notBlocked(let targets): .notBlocked(targets: targets)
        case .strict(let until, let target): .strict(target: target, until: text(until))
        case .intentNeeded(let id): .intentNeeded(request: Int(id))
        case .waitNotOver(let left): .waitNotOver(remainingSeconds: left.secondsLeft)
        }
    }

    /// The error of a protection that does not begin; `seconds` is the length that was asked for.
    func unblockError(
        _ refusal: ProtectInstead.Refusal, seconds: Int
    ) -> CallError<UnblockAPI> {
        switch refusal {
        case .notOpen(let refusal): unblockError(refusal)
        // Nothing is monitored: there is nothing to be protected.
        case .protection(.noSuchTarget("")): .notBlocked(targets: [])
        case .protection(.noSuchTarget(let key)): .noSuchTarget(target: key)
        case .protection(.notMonitored(let key)): .notMonitored(target: key)
        case .protection(.invalidLength):
            .invalidDuration(seconds: seconds, minimum: 60, maximum: 604_800)
        }
    }
}
