import Engine
import RuleModel
import Testing

/// Actions of a person in a conversation, with their expected results.
extension Machine {
    /// A request that must be taken; without a purpose it is only opened.
    @discardableResult
    mutating func ask(
        _ place: Place = .target("shopping"), _ purpose: Purpose? = .planned,
        isPause: Bool = false, _ location: SourceLocation = #_sourceLocation
    ) throws -> UnblockRequest {
        let intent = purpose.map { Intent(purpose: $0) }
        return try ask(place, intent, isPause: isPause, location)
    }

    /// A request with all that is said of it, which must be taken.
    @discardableResult
    mutating func ask(
        _ place: Place, _ intent: Intent?, isPause: Bool = false,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> UnblockRequest {
        let answers = send(.request(place, intent: intent, isPause: isPause))
        guard case .replied(let request) = answers.first, answers.count == 1 else {
            Issue.record("not requested: \(answers)", sourceLocation: location)
            throw NotAnswered()
        }
        return request
    }

    /// A confirmation that must be granted.
    @discardableResult
    mutating func granted(
        _ request: UnblockRequest, _ location: SourceLocation = #_sourceLocation
    ) throws -> Grant {
        let answers = send(.confirm(request: request.id))
        guard case .replied(.granted(let grant, _)) = answers.first, answers.count == 1 else {
            Issue.record("not granted: \(answers)", sourceLocation: location)
            throw NotAnswered()
        }
        return grant
    }

    /// Request, wait and confirmation; the grant begins now, so the request was made before.
    @discardableResult
    mutating func unblock(
        _ place: Place = .target("shopping"), _ purpose: Purpose = .planned,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> Grant {
        let request = try ask(place, purpose, location)
        advance(engine.wait(for: purpose, isAutoProtected: true))
        return try granted(request, location)
    }

    /// Time goes on until the wristwatch shows an instant at which something is unblocked.
    @discardableResult
    mutating func unblock(
        at instant: String, _ purpose: Purpose = .planned,
        _ place: Place = .target("shopping"), _ location: SourceLocation = #_sourceLocation
    ) throws -> Grant {
        let wait = engine.wait(for: purpose, isAutoProtected: true)
        advance(try EngineTests.at(instant, location) - watch - wait)
        return try unblock(place, purpose, location)
    }

    /// Why a request is refused; nil where it is not.
    mutating func refusal<Asked: Request>(_ request: Asked) -> Asked.Refusal? {
        for answer in send(request) {
            if case .refused(let refusal) = answer { return refusal }
        }
        return nil
    }

    /// Why a confirmation is refused; nil where it is not.
    mutating func refusal(confirming request: UnblockRequest) -> ConfirmUnblock.Refusal? {
        refusal(.confirm(request: request.id))
    }

    /// The remembered outcome of a request that has ended; nil while it is open.
    func outcome(of request: UnblockRequest) -> UnblockRequest.Ending? {
        engine.state.outcomes.last { $0.request == request.id }?.outcome
    }

    /// Whether the request is open.
    func isOpen(_ request: UnblockRequest) -> Bool {
        engine.state.requests.contains { $0.id == request.id }
    }

    /// Why permissions ended, in order.
    var grantEndings: [Grant.Ending] {
        history.compactMap { event in
            if case .grantEnded(let ending) = event.fact { ending.reason } else { nil }
        }
    }

    /// The auto-protections that began, in order, with when.
    var autoProtections: [(at: String, protection: Protection)] {
        history.compactMap { event in
            guard case .protectionStarted(let protection) = event.fact,
                protection.kind == .autoProtection
            else { return nil }
            return (text(event.at, in: zone), protection)
        }
    }

    /// The open prompts of a kind.
    func prompts(_ kind: Prompt.Kind) -> [Prompt] {
        engine.state.prompts.filter { $0.kind == kind }
    }
}

struct NotAnswered: Error {}

/// One millisecond, the finest that is told apart.
let instantly = TimeSpan(milliseconds: 1)

/// A machine in the night of Wednesday, 2026-11-18 in Berlin, at 23:00; shopping is blocked by
/// quiet hours until 06:30 unless the rules say otherwise.
func atNight(_ rules: RuleSet? = nil) throws -> Machine {
    var machine = try Machine(
        at: "2026-11-18T22:00:00+01:00", rules: try rules ?? everyNight())
    machine.advance(.hours(1))
    return machine
}

/// Rules under which two targets share the site `mall.example`; `games` and `shopping` have
/// schedules of their own where ranges are given.
func sharedSite(
    games: [String] = [], shopping: [String] = [], strict: String = "", risk: RiskRules = .none,
    auto: [AutoProtection] = []
) throws -> RuleSet {
    var schedules: [QuietHours] = []
    for (key, ranges) in [("games", games), ("shopping", shopping)] where !ranges.isEmpty {
        schedules.append(
            try schedule("quiet " + key, ranges, blocks: [key], isStrict: key == strict))
    }
    return try rules(
        schedules, targets: ["games", "shopping"], sharing: "mall.example", risk: risk, auto: auto)
}
