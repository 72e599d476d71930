import RuleModel

/// A person answers a check-in; the reply is its key.
package struct AnswerCheckIn: Request {
    package typealias Reply = String
    package let checkIn: String
    package let isYes: Bool

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchCheckIn(String)
        /// The check-in has no open question.
        case notAsking(String)
        /// The check-in was answered today, or its answer is being written.
        case alreadyAnswered(String, isYes: Bool)
    }

    package static var cause: Decision.Cause? { .checkIn }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.rules.checkIns.contains(where: { $0.key == checkIn }) else {
            return .refused(.noSuchCheckIn(checkIn))
        }
        if engine.checkIns.isUnderWay(checkIn) {
            return .refused(.alreadyAnswered(checkIn, isYes: isYes))
        }
        guard let record = engine.state.checkIns[checkIn], let day = record.day else {
            return .refused(.notAsking(checkIn))
        }
        switch record.phase {
        case .asking: break
        case .yes: return .refused(.alreadyAnswered(checkIn, isYes: true))
        case .no: return .refused(.alreadyAnswered(checkIn, isYes: false))
        case .lapsed: return .refused(.notAsking(checkIn))
        }
        return engine.propose(
            .checkInAnswered(
                CheckInAnswer(checkIn: checkIn, day: day, isYes: isYes, at: engine.now)),
            of: checkIn)
    }
}

extension Request where Self == AnswerCheckIn {
    package static func answerCheckIn(_ checkIn: String, isYes: Bool) -> Self {
        Self(checkIn: checkIn, isYes: isYes)
    }
}

/// Records that the greeting of a check-in was shown, so that it is not shown again.
package struct AcknowledgeWelcome: Request {
    let checkIn: String

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchCheckIn
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.rules.checkIns.contains(where: { $0.key == checkIn }) else {
            return .refused(.noSuchCheckIn)
        }
        if let record = engine.state.checkIns[checkIn], !record.isWelcomed {
            engine.record(.checkInWelcomed(checkIn: checkIn))
        }
        return .replied(Done())
    }
}

extension Request where Self == AcknowledgeWelcome {
    package static func acknowledgeWelcome(_ checkIn: String) -> Self { Self(checkIn: checkIn) }
}

/// Changes the state of a check-in, for a person who tries out rules; needs `debug: true`. The
/// reply is the key of the check-in.
package struct DebugCheckIn: Request {
    package typealias Reply = String
    let checkIn: String
    let action: Action

    package enum Action: String, Hashable, Sendable, CaseIterable {
        /// Forget the whole record.
        case reset
        /// Forget the day, not the answers.
        case newDay
        /// Ask now, regardless of today's answer.
        case force
    }

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchCheckIn(String)
        /// The rules do not say `debug: true`.
        case debugOff
        /// An answer or a change of the check-in is being written.
        case notAsking(String)
    }

    package static var cause: Decision.Cause? { .checkIn }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard let found = engine.rules.checkIns.first(where: { $0.key == checkIn }) else {
            return .refused(.noSuchCheckIn(checkIn))
        }
        guard engine.rules.isDebug else { return .refused(.debugOff) }
        if engine.checkIns.isUnderWay(checkIn) { return .refused(.notAsking(checkIn)) }
        switch action {
        case .reset: return engine.propose(.checkInReset(checkIn: checkIn), of: checkIn)
        case .newDay: return engine.propose(.checkInDayForgotten(checkIn: checkIn), of: checkIn)
        case .force:
            if let opening = engine.force(found) {
                return engine.propose(.checkInOpened(opening), of: checkIn)
            }
            return .replied(checkIn)
        }
    }
}

extension Request where Self == DebugCheckIn {
    package static func debugCheckIn(_ checkIn: String, _ action: DebugCheckIn.Action) -> Self {
        Self(checkIn: checkIn, action: action)
    }
}
