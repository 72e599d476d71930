import RuleModel

/// Takes back a strict protection that the person started less than a minute ago: a typo must not
/// become a sentence.
package struct TakeProtectionBack: Request {
    /// The protection's number; nil: the newest that can be taken back.
    let protection: Int64?

    package struct Reply: Hashable, Sendable {
        package let protection: Int64
        package let targets: [String]
    }

    package enum Refusal: Error, Hashable, Sendable {
        /// No running protection of that number that a person started; nil: no strict one.
        case noSuchProtection(Int64?)
        /// The protection is not strict: it can be ended by a request.
        case notStrict(Int64)
        /// The first minute of the protection is over.
        case tooLate(Int64)
    }

    package static var cause: Decision.Cause? { .protection }

    package func perform(on engine: inout Engine) -> Response<Self> {
        engine.takeBack(protection)
    }
}

extension Request where Self == TakeProtectionBack {
    package static func takeBack(protection: Int64?) -> Self { Self(protection: protection) }
}

extension Protection {
    /// How long a strict protection that a person started can be taken back.
    package static let revocable = TimeSpan.minutes(1)

    /// The time left in which the protection can be taken back; nil if it cannot.
    func timeToTakeBack(at moment: Deadline) -> TimeSpan? {
        guard kind == .manualProtection, isStrict else { return nil }
        let age = length - (deadline.elapsed - moment.elapsed)
        return age < Self.revocable ? Self.revocable - age : nil
    }

    /// Whether another protection would only be a second reason for the same block. An
    /// auto-protection never is: when its rule may start the next one depends on its end. Nor is
    /// one from another device: one's own begins as if it were not there.
    func covers(_ other: Protection) -> Bool {
        kind == .manualProtection && other.kind == kind && isStrict == other.isStrict
            && elsewhere == nil && other.elsewhere == nil
            && (deadline.elapsed, id) > (other.deadline.elapsed, other.id)
            && Set(other.targets).isSubset(of: targets)
    }
}

extension Engine {
    /// The instant from which a protection can no longer be taken back; nil if it cannot now.
    package func takeBackEnd(of protection: Protection) -> Instant? {
        protection.timeToTakeBack(at: clock.last).map { now + $0 }
    }

    mutating func takeBack(_ id: Int64?) -> Response<TakeProtectionBack> {
        let own = state.protections.filter { running in
            running.kind == .manualProtection && (id.map { $0 == running.id } ?? running.isStrict)
        }
        guard let protection = own.last else { return .refused(.noSuchProtection(id)) }
        guard protection.isStrict else { return .refused(.notStrict(protection.id)) }
        guard takeBackEnd(of: protection) != nil else { return .refused(.tooLate(protection.id)) }
        if storeIsFailing { return .answered(.storeUnavailable) }
        beginTakingBack(protection.id)
        return propose(
            .protectionEnded(id: protection.id, isTakenBack: true), cause: .protection
        ) { engine, event in
            engine.endConfirmation(by: event.sequence)
            engine.evolve(committed: event)
            return .replied(.init(protection: protection.id, targets: protection.targets))
        }
    }
}
