import RuleModel

/// Opens a request for a place, or a pause; resumes an open one about the same place.
package struct AskToUnblock: Request {
    package typealias Reply = UnblockRequest
    package let place: Place
    let intent: Intent?
    let isPause: Bool
    let isEmergency: Bool

    package enum Refusal: Error, Hashable, Sendable {
        /// No target of that key; empty if there is none at all.
        case noSuchTarget(String)
        case notMonitored(String)
        /// No running protection of that number that a person started.
        case noSuchProtection(Int64)
        /// None of the place's targets, listed here, is blocked.
        case notBlocked([String])
        /// A strict restriction holds until the instant, if known, for this target first.
        case strict(until: Instant?, target: String)
        /// The target is blocked strictly, and the emergencies of the period are used up. Indirect,
        /// because it is far larger than all others.
        indirect case emergencyUsed(EmergencyStanding, target: String)
        /// Another request, of this number, is open for one of the targets.
        case alreadyOpen(Int64)
        /// The request is being confirmed: the store has not answered yet.
        case beingConfirmed(Int64)
        case unknownCategory(String)
        case unknownMood(String)
        /// The minutes are not within `Intent.minutesAllowed`.
        case invalidMinutes(Int)
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.request(place, intent, isPause: isPause, isEmergency: isEmergency))
    }
}

extension Request where Self == AskToUnblock {
    package static func request(
        _ place: Place, intent: Intent?, isPause: Bool, isEmergency: Bool = false
    ) -> Self {
        Self(place: place, intent: intent, isPause: isPause, isEmergency: isEmergency)
    }
}

package enum EndRefusal: Error, Hashable, Sendable {
    /// No request of that number is remembered.
    case noSuchRequest(Int64)
    case requestOver(Int64, UnblockRequest.Ending)
    /// The request is being confirmed: the store has not answered yet.
    case beingConfirmed(Int64)
}

/// Ends a request and keeps the block.
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

/// Ends a request and unblocks its targets.
package struct ConfirmUnblock: Request {
    package let request: Int64

    /// The result of a confirmed request.
    package enum Reply: Hashable, Sendable {
        indirect case granted(Grant, until: Instant)
        /// The protection has ended before its time; these of its targets stay blocked.
        case released(blocked: [String])
    }

    package enum Refusal: Error, Hashable, Sendable {
        case notOpen(EndRefusal)
        /// None of the request's targets, listed here, is blocked any more.
        case notBlocked([String])
        /// A strict restriction holds until the instant, if known, for this target first.
        case strict(until: Instant?, target: String)
        /// The target is blocked strictly, and the emergencies of the period are used up. Indirect,
        /// because it is far larger than all others.
        indirect case emergencyUsed(EmergencyStanding, target: String)
        /// The request has no intent yet.
        case intentNeeded(Int64)
        /// The wait is not over; the time left.
        case waitNotOver(TimeSpan)
    }

    package func perform(on engine: inout Engine) -> Response<Self> { engine.confirm(request) }
}

extension Request where Self == ConfirmUnblock {
    package static func confirm(request: Int64) -> Self { Self(request: request) }
}

extension Fact {
    /// Whether the fact is an unblock by a person.
    var isUnblock: Bool {
        switch self {
        case .unblocked, .protectionReleased: true
        default: false
        }
    }
}

/// Ends a request and starts a protection of its targets.
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

/// Ends the grants of a place's targets before their time. This only strengthens.
package struct EndGrants: Request {
    package let place: Place

    package struct Reply: Hashable, Sendable {
        /// The numbers of the ended grants; empty if none ran.
        package let grants: [Int64]
        /// The targets of the place and of the ended grants, by key.
        package let targets: [String]
    }

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchTarget(String)
        case notMonitored(String)
        /// No target has the site or app.
        case noTarget
    }

    package static var cause: Decision.Cause? { .grant }

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.endGrants(of: place))
    }
}

extension Request where Self == EndGrants {
    package static func endGrants(of place: Place) -> Self { Self(place: place) }
}

/// Reports an attempt to open a blocked site or app; the reply names its blocked targets.
package struct ReportAttempt: Request {
    package typealias Reply = [String]
    let place: Place
    /// Whether the place is a frozen app that somebody else thawed.
    let isThawed: Bool

    package static func restsOnTheRecord(_ reply: [String]) -> Bool { false }

    package func perform(on engine: inout Engine) -> Response<Self> {
        .replied(engine.attempt(place, isThawed: isThawed))
    }
}

extension Request where Self == ReportAttempt {
    package static func attempt(_ place: Place, isThawed: Bool = false) -> Self {
        Self(place: place, isThawed: isThawed)
    }
}

extension Engine {
    /// Records an attempt to open a blocked place; returns its blocked targets.
    mutating func attempt(_ place: Place, isThawed: Bool) -> [String] {
        let place = named(place)
        let blocked = blocked(of: bound(targets(of: place), at: place))
        guard !blocked.isEmpty else { return [] }
        guard unblocking.attempt(entry(of: place), at: now) else { return blocked }
        // A silent pause asks nothing.
        let isAsked = overlapping(blocked).map { !$0.isSilentPause } ?? false
        record(
            .attempted(
                Attempt(
                    place: place, targets: blocked, isAsked: isAsked ? true : nil,
                    isThawed: isThawed ? true : nil)))
        return blocked
    }

    /// The entry of the rules that contains a place.
    private func entry(of place: Place) -> Place {
        guard case .site(let host) = place else { return place }
        return .site(rules.index.entry(site: host) ?? host)
    }

    /// A page with no more of its path than the rules name: the rest is nobody's business. Other
    /// places are unchanged.
    func named(_ place: Place) -> Place {
        guard case .page(let page) = place else { return place }
        return rules.named(page: page).map { .page($0) } ?? .site(page.host)
    }
}
