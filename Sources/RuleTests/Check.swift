import CEL
import Engine
import RuleFiles
import RuleModel

/// One expectation of a case, with its position in the file.
struct Check: Sendable {
    /// The position of the expected value.
    var at: Position
    var kind: Kind

    enum Kind: Sendable {
        /// The score of all factors.
        case score(Score)
        case automatic(Score)
        case level(RiskLevel)
        case condition(RuleCondition.Name, Bool)
        /// The conditions of one kind that are true; the others are false.
        case exactly(RuleCondition.Kind, Set<String>)
        /// An expression of the test that must be true.
        case holds(Program)
        case blocked(String, Bool)
        /// The paths of all restrictions of a target: `quiet_hours.nights`.
        case by(String, [String])
        /// The end of a target's block; nil: no end is known.
        case until(String, LocalMoment?)
        case strict(String, Bool)
        case granted(String, LocalMoment)
        /// The decisions since the last expectation of this kind.
        case decisions([ExpectedDecision])
        case checkIn(String, CheckInRecord.Phase)
        case prompts(Set<Prompt.Kind>)
        /// The wait of the request that the step made.
        case wait(TimeSpan)
        case refused(RefusalWord)
        case refusedUntil(LocalMoment?)
    }
}

/// A decision as a case expects it.
struct ExpectedDecision: Sendable {
    var at: Position
    /// The time of the decision; nil: any time.
    var time: (moment: LocalMoment, at: Position)?
    var verdict: Decision.Verdict
    var target: String
    /// The known end; nil: not checked.
    var until: (moment: LocalMoment?, at: Position)?
    /// The paths of the restrictions; nil: not checked.
    var by: (paths: [String], at: Position)?
}
