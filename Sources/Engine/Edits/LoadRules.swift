import RuleModel

/// Loads a rule set that was read without errors, with the entries by which it protects less than
/// before.
package struct LoadRules: Request {
    let rules: RuleSet
    let weakened: [String]

    package enum Refusal: Error, Hashable, Sendable {
        /// Too many edits are pending; the first takes effect at the instant.
        case tooManyEdits(until: Instant)
    }

    package static var cause: Decision.Cause? { .rules }
    package static var isJudgedByPresent: Bool { false }

    package func perform(on engine: inout Engine) -> Response<Self> {
        engine.load(rules, weakened).map { .refused($0) } ?? .replied(Done())
    }
}

extension Request where Self == LoadRules {
    package static func rules(_ rules: RuleSet, weakened: [String] = []) -> Self {
        Self(rules: rules, weakened: weakened)
    }
}
