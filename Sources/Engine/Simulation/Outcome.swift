import RuleModel

extension Simulation {
    package struct Outcome: Hashable, Sendable {
        package var at: Instant
        /// `Happening.id` of what brought it about; nil: time alone.
        package var happening: Int?
        package var kind: Kind
    }

    /// What can come out of a simulation.
    package enum Kind: Hashable, Sendable {
        /// A target was blocked or unblocked, or its reasons changed; says by what sort of rule.
        case decided(Decision)
        /// The risk has another score, another level or other true factors than before.
        case assessed(RiskAssessment)
        /// Soteria began to protect by itself.
        indirect case protected(Protection)
        /// The answer to what happened.
        case answered(Reaction)
        /// Conditions were evaluated with these values; with `Details.evaluations` alone.
        indirect case evaluated(Features)
        /// Something was recorded; with `Details.record` alone.
        indirect case recorded(Event)
    }

    /// The answers to what can happen to a person, by `Happening.Kind`.
    package enum Reaction: Hashable, Sendable {
        case attempt(Answer<ReportAttempt>)
        case request(Answer<AskToUnblock>)
        case keep(Answer<KeepBlock>)
        case confirm(Answer<ConfirmUnblock>)
        indirect case protectInstead(Answer<ProtectInstead>)
        indirect case protect(Answer<StartProtection>)
        case use(Answer<OpenUse>)
        case absence(Answer<ReportAbsence>)
        case checkIn(Answer<AnswerCheckIn>)
        indirect case outcome(Answer<LogOutcome>)
        case `switch`(Answer<SwitchEntry>)
    }

    /// What comes out beside decisions, changes of the risk, auto-protections and answers.
    package struct Details: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The values that conditions read, at every evaluation.
        package static let evaluations = Details(rawValue: 1)
        /// Every event that the daemon would record.
        package static let record = Details(rawValue: 2)
    }

    /// Where a simulation stops.
    package enum Pace: Hashable, Sendable {
        /// Where something can change: the decisions and the risk are those of the daemon.
        case changes
        /// At every minute, every mark of auto-protection and of the risk, as the daemon does; for
        /// who wants to see every evaluation.
        case minutes
    }
}
