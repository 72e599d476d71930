import Engine
import RuleModel

/// A client that follows decisions: told the state first and the changes after, by a queue that
/// holds so many and no more.
struct Subscriber {
    struct Told: Equatable {
        var isBlocked: Bool
        var restrictions: [Restriction]
        var until: Instant?

        init(_ decision: Decision?) {
            isBlocked = decision?.isBlocked ?? false
            restrictions = isBlocked ? decision?.restrictions ?? [] : []
            until = isBlocked ? decision?.until : nil
        }
    }

    private(set) var picture: [String: Told] = [:]
    private(set) var queue: [State.NumberedDecision] = []
    /// The number of the last event that it knows of.
    private(set) var sequence: Int64
    var isSlow: Bool
    static let capacity = 6

    init(_ engine: Engine, isSlow: Bool) {
        self.isSlow = isSlow
        sequence = engine.state.lastSequence
        for target in engine.rules.targets {
            picture[target.key] = Told(engine.state.decisions[target.key]?.decision)
        }
    }

    /// False where it has to be dropped.
    mutating func notify(_ decided: State.NumberedDecision) -> Bool {
        guard queue.count < Self.capacity else { return false }
        queue.append(decided)
        return true
    }

    /// Reads what waits; what it is told must follow on what it knows.
    mutating func read() throws {
        for decided in queue {
            let decision = decided.decision
            guard decided.sequence > sequence else {
                throw Violation(.subscribers, "decision \(decided.sequence) comes too late")
            }
            sequence = decided.sequence
            let before = picture[decision.target] ?? Told(nil)
            let after = Told(decision)
            let isTurn =
                switch decision.verdict {
                case .block: !before.isBlocked && after.isBlocked
                case .unblock: before.isBlocked && !after.isBlocked
                case .update: before.isBlocked && after.isBlocked && before != after
                }
            guard isTurn else {
                throw Violation(
                    .decisionsDiffer, "\(decision.verdict) of \(decision.target) after \(before)")
            }
            picture[decision.target] = after
        }
        queue = []
    }
}
