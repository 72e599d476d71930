import RuleModel

/// A person wants to open a place, or pauses; or goes on with a request about the same place.
package struct AskToUnblock: Request {
    package typealias Reply = UnblockRequest
    let place: Place
    let intent: Intent?
    let isPause: Bool

    package enum Refusal: Error, Hashable, Sendable {
        /// No target of that key; empty if there is none at all.
        case noSuchTarget(String)
        case notMonitored(String)
        /// No running protection of that number that a person started.
        case noSuchProtection(Int64)
        /// Nothing of it is blocked; its targets.
        case notBlocked([String])
        /// A strict restriction holds until the instant, if known, for this target first.
        case strict(until: Instant?, target: String)
        /// Another request, of this number, is open for one of the targets.
        case alreadyOpen(Int64)
        /// The request is being confirmed: the store has not answered yet.
        case beingConfirmed(Int64)
        case unknownCategory(String)
        case unknownMood(String)
        /// Not within `Intent.minutesAllowed`.
        case invalidMinutes(Int)
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.request(place, intent, isPause: isPause))
    }
}

extension Request where Self == AskToUnblock {
    package static func request(_ place: Place, intent: Intent?, isPause: Bool) -> Self {
        Self(place: place, intent: intent, isPause: isPause)
    }
}

package enum EndRefusal: Error, Hashable, Sendable {
    /// No request of that number is remembered.
    case noSuchRequest(Int64)
    case requestOver(Int64, UnblockRequest.Outcome)
    /// The request is being confirmed: the store has not answered yet.
    case beingConfirmed(Int64)
}

/// A person ends a request by keeping the block.
package struct KeepBlock: Request {
    package typealias Refusal = EndRefusal
    let request: Int64

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.keep(request))
    }
}

extension Request where Self == KeepBlock {
    package static func keep(request: Int64) -> Self { Self(request: request) }
}

/// A person ends a request by opening its targets.
package struct ConfirmUnblock: Request {
    package let request: Int64

    /// What is open now.
    package enum Reply: Hashable, Sendable {
        indirect case granted(Grant, until: Instant)
        /// The protection has ended before its time; these of its targets stay blocked.
        case released(blocked: [String])
    }

    package enum Refusal: Error, Hashable, Sendable {
        case notOpen(EndRefusal)
        /// Nothing of it is blocked any more; its targets.
        case notBlocked([String])
        /// A strict restriction holds until the instant, if known, for this target first.
        case strict(until: Instant?, target: String)
        /// The request cannot be confirmed before its intent is said.
        case intentNeeded(Int64)
        /// The wait has so much left.
        case waitNotOver(TimeSpan)
    }

    package func perform(on engine: inout Engine) -> Response<Self> { engine.confirm(request) }
}

extension Request where Self == ConfirmUnblock {
    package static func confirm(request: Int64) -> Self { Self(request: request) }
}

extension Fact {
    /// Whether a person opened something by it.
    var isUnblock: Bool {
        switch self {
        case .unblocked, .protectionReleased: true
        default: false
        }
    }
}

/// A person ends a request with a protection of its targets.
package struct ProtectInstead: Request {
    package typealias Reply = StartProtection.Reply
    let request: Int64
    let length: TimeSpan

    package enum Refusal: Error, Hashable, Sendable {
        case notOpen(EndRefusal)
        case protection(StartProtection.Refusal)
    }

    package static var cause: Decision.Cause? { .protection }

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.protectInstead(request, for: length))
    }
}

extension Request where Self == ProtectInstead {
    package static func protectInstead(request: Int64, length: TimeSpan) -> Self {
        Self(request: request, length: length)
    }
}

/// A blocked site or app was opened; the reply names those of its targets that are blocked.
package struct ReportAttempt: Request {
    package typealias Reply = [String]
    let place: Place

    package static func restsOnTheRecord(_ reply: [String]) -> Bool { false }

    package func perform(on engine: inout Engine) -> Response<Self> {
        .replied(engine.attempt(place))
    }
}

extension Request where Self == ReportAttempt {
    package static func attempt(_ place: Place) -> Self { Self(place: place) }
}

extension Engine {
    /// Counts the opening of a blocked place; returns those of its targets that are blocked.
    mutating func attempt(_ place: Place) -> [String] {
        let blocked = blocked(of: bound(targets(of: place), at: place))
        guard !blocked.isEmpty else { return [] }
        guard unblocking.attempt(entry(of: place), at: now) else { return blocked }
        // A pause that nobody has said a word in asks nothing.
        let isAsked = overlapping(blocked).map { !$0.isSilentPause } ?? false
        record(
            .attempted(Attempt(place: place, targets: blocked, isAsked: isAsked ? true : nil)))
        return blocked
    }

    /// The entry of the rules that a place stands for.
    private func entry(of place: Place) -> Place {
        guard case .site(let host) = place else { return place }
        return .site(rules.index.entry(site: host) ?? host)
    }
}
