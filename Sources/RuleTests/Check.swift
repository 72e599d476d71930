import CEL
import Engine
import RuleFiles
import RuleModel

/// One thing that a case expects, at its place in the file.
struct Check: Sendable {
    /// Where the expected value is written.
    var at: Position
    /// What is expected.
    var kind: Kind

    /// What can be expected.
    enum Kind: Sendable {
        /// The score of all factors.
        case score(Score)
        /// The score of the automatic factors.
        case automatic(Score)
        /// The score's level.
        case level(RiskLevel)
        /// Whether a condition of the rules is true.
        case condition(RuleCondition.Name, Bool)
        /// The conditions of one kind that are true; the others are false.
        case exactly(RuleCondition.Kind, Set<String>)
        /// An expression of the test's own that must be true.
        case holds(Program)
        /// Whether a target is blocked.
        case blocked(String, Bool)
        /// The paths of all restrictions of a target: `quiet_hours.nights`.
        case by(String, [String])
        /// When a target is no longer blocked; nil: that no end is known.
        case until(String, LocalMoment?)
        /// Whether a strict restriction holds for a target.
        case strict(String, Bool)
        /// Until when a permission keeps a target open.
        case granted(String, LocalMoment)
        /// The decisions since the last expectation of this kind.
        case decisions([ExpectedDecision])
        /// How a check-in stands.
        case checkIn(String, CheckInRecord.Phase)
        /// The kinds of the prompts that are open.
        case prompts(Set<Prompt.Kind>)
        /// How long the request that the step made has to wait.
        case wait(TimeSpan)
        /// Why what the step did was refused.
        case refused(RefusalWord)
        /// Until when it is refused.
        case refusedUntil(LocalMoment?)
    }
}

/// A decision as a case expects it.
struct ExpectedDecision: Sendable {
    /// Where it is written.
    var at: Position
    /// When it is taken; nil: any time.
    var time: (moment: LocalMoment, at: Position)?
    /// What becomes of the target.
    var verdict: Decision.Verdict
    /// The target's key.
    var target: String
    /// The known end; nil: not looked at.
    var until: (moment: LocalMoment?, at: Position)?
    /// The paths of the restrictions; nil: not looked at.
    var by: (paths: [String], at: Position)?
}
