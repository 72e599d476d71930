/// The invariants that must hold at every step.
package enum Invariant: String, CaseIterable, Sendable {
    /// A target is blocked exactly when a restriction holds and no grant runs.
    case blockedExactly
    /// The reasons told are those that hold.
    case reasons
    /// Nothing changes later than the rules of time say.
    case onTime
    /// Nothing ends before its time.
    case notEarly
    /// No grant outlasts its elapsed minutes.
    case grantLength
    /// Nothing strict is opened.
    case strict
    /// No two equal decisions in a row; block and unblock take turns.
    case decisionsDiffer
    /// A subscriber that connects at any time knows the true state.
    case subscribers
    /// Everything acknowledged is on disk, and everything that weakens was on disk before it took
    /// effect.
    case acknowledged
    /// Events are written in the order of their numbers, without gaps.
    case record
    /// The fold of what is on disk is the engine's state.
    case replay
    /// The score equals the sum of its true factors.
    case scoreIsSum
    /// A factor is true exactly when its condition is, by a naive count.
    case factors
    /// A weakening edit waits as long as the rules say.
    case weakeningWaits
    /// Auto-protections begin where they must and nowhere else.
    case autoProtection
    /// A check-in's day begins once, when it should.
    case checkInDay
    /// A budget is used up when it is.
    case budgets
    /// Trusted time runs with elapsed time.
    case trustedTime
    /// A wait is waited for, and cannot be stored up.
    case waits
    /// A person's protection ends the requests about its targets, and the figures of episodes are
    /// those of the requests.
    case episodes
    /// A refusal says what is so.
    case answers
    /// The same seed is the same life.
    case sameAgain
}

/// Something that must hold and does not.
package struct Violation: Error, CustomStringConvertible {
    /// The violated invariant.
    package var invariant: Invariant
    /// The observation, in words.
    package var detail: String

    init(_ invariant: Invariant, _ detail: String) {
        self.invariant = invariant
        self.detail = detail
    }

    /// The invariant's name and what was seen.
    package var description: String { "\(invariant.rawValue): \(detail)" }
}
