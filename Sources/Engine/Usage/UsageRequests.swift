import RuleModel

/// Reports that an app or a site begins to be used.
package struct OpenUse: Request {
    let place: Place

    package struct Reply: Hashable, Sendable {
        package let use: Int64
        /// The monitored targets of the place.
        package let targets: [String]
    }

    package enum Refusal: Error, Hashable, Sendable {
        /// No monitored target has the app or site; the keys of the unmonitored targets that do.
        case notTracked([String])
    }

    package static func restsOnTheRecord(_ reply: Reply) -> Bool { false }

    package func perform(on engine: inout Engine) -> Response<Self> { engine.openUse(place) }
}

extension Request where Self == OpenUse {
    package static func useOpened(_ place: Place) -> Self { Self(place: place) }
}

/// Reports that uses continue, by number; the reply names those that are over.
package struct ReportUses: Request {
    package typealias Reply = [Int64]
    let uses: [Int64]

    package static func restsOnTheRecord(_ reply: [Int64]) -> Bool { false }

    package func perform(on engine: inout Engine) -> Response<Self> { .replied(engine.see(uses)) }
}

extension Request where Self == ReportUses {
    package static func usesSeen(_ uses: [Int64]) -> Self { Self(uses: uses) }
}

/// Reports that a use has ended.
package struct CloseUse: Request {
    let use: Int64

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchUse(Int64)
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.uses.end(use) != nil else { return .refused(.noSuchUse(use)) }
        engine.expireUses()
        return .replied(Done())
    }
}

extension Request where Self == CloseUse {
    package static func useClosed(_ use: Int64) -> Self { Self(use: use) }
}

/// Reports whether the person is away, since when, and whether the screen is locked.
package struct ReportAbsence: Request {
    let reporter: Int
    let isIdle: Bool
    let isLocked: Bool
    let length: TimeSpan

    package func perform(on engine: inout Engine) -> Response<Self> {
        engine.recordAbsence(reporter, isIdle: isIdle, isLocked: isLocked, for: length)
        return .replied(Done())
    }
}

extension Request where Self == ReportAbsence {
    package static func idle(
        reporter: Int, isIdle: Bool, isLocked: Bool, for length: TimeSpan
    ) -> Self {
        Self(reporter: reporter, isIdle: isIdle, isLocked: isLocked, length: length)
    }
}

package struct LogOutcome: Request {
    package typealias Reply = LoggedOutcome
    let request: Int64
    let isBought: Bool
    let amount: Money?
    let regret: Int?

    package enum Refusal: Error, Hashable, Sendable {
        /// No request of that number is remembered.
        case noSuchRequest(Int64)
        case notUnblocked(Int64, UnblockRequest.Ending?)
        /// The unblock is too long ago.
        case tooLate(Int64)
        /// The regret is not within `LoggedOutcome.regrets`.
        case invalidRegret(Int)
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        if let regret, !LoggedOutcome.regrets.contains(regret) {
            return .refused(.invalidRegret(regret))
        }
        guard let index = engine.state.aftermath(of: request) else {
            if engine.state.requests.contains(where: { $0.id == request }) {
                return .refused(.notUnblocked(request, nil))
            }
            switch engine.state.outcomes.last(where: { $0.request == request })?.outcome {
            case nil, .unblocked: return .refused(.noSuchRequest(request))
            case let outcome?: return .refused(.notUnblocked(request, outcome))
            }
        }
        let age = engine.now - engine.state.aftermaths[index].at
        guard age <= UnblockOutcome.patience else {
            return .refused(
                age <= UnblockOutcome.memory ? .tooLate(request) : .noSuchRequest(request))
        }
        let spends =
            isBought || engine.rules.spends(oneOf: engine.state.aftermaths[index].targets)
        let outcome = LoggedOutcome(
            request: request, isBought: isBought, amount: isBought ? amount : nil,
            regret: regret, at: engine.now, spends: spends ? nil : false)
        return engine.propose(.outcomeLogged(outcome)) { _ in .replied(outcome) }
    }
}

extension Request where Self == LogOutcome {
    package static func logOutcome(
        request: Int64, isBought: Bool, amount: Money?, regret: Int?
    ) -> Self {
        Self(request: request, isBought: isBought, amount: amount, regret: regret)
    }
}
