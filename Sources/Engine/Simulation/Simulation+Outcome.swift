import RuleModel

extension Simulation {
    package struct Outcome: Hashable, Sendable {
        package var at: Instant
        /// The `SimulatedAction.id` that caused the outcome; nil: only time.
        package var happening: Int?
        package var kind: Kind
    }

    package enum Kind: Hashable, Sendable {
        /// A target was blocked or unblocked, or its reasons changed; with the kind of rule.
        case decided(Decision)
        /// The risk has another score, another level or other true factors than before.
        case assessed(RiskAssessment)
        /// Soteria started an auto-protection.
        indirect case protected(Protection)
        /// The answer to an action.
        case answered(Reaction)
        /// Conditions were evaluated with these values; with `Details.evaluations` alone.
        indirect case evaluated(Features)
        /// An event was recorded; with `Details.record` alone.
        indirect case recorded(Event)
    }

    /// The answers to what can happen to a person, by `SimulatedAction.Kind`.
    package enum Reaction: Hashable, Sendable {
        case attempt(Answer<ReportAttempt>)
        case request(Answer<AskToUnblock>)
        case keep(Answer<KeepBlock>)
        case confirm(Answer<ConfirmUnblock>)
        indirect case protectInstead(Answer<ProtectInstead>)
        indirect case protect(Answer<StartProtection>)
        case endGrants(Answer<EndGrants>)
        case takeBack(Answer<TakeProtectionBack>)
        case use(Answer<OpenUse>)
        case absence(Answer<ReportAbsence>)
        case checkIn(Answer<AnswerCheckIn>)
        indirect case outcome(Answer<LogOutcome>)
        case `switch`(Answer<SwitchEntry>)
    }

    /// The outcomes besides decisions, changes of the risk, auto-protections and answers.
    package struct Details: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The values that conditions read, at every evaluation.
        package static let evaluations = Details(rawValue: 1)
        /// Every event that the daemon would record.
        package static let record = Details(rawValue: 2)
    }

    /// The moments at which a simulation stops.
    package enum Pace: Hashable, Sendable {
        /// Whenever something can change: decisions and risk are those of the daemon.
        case changes
        /// At every mark of the cadences, as the daemon does: shows every evaluation.
        case minutes
    }

    package struct Totals: Hashable, Sendable {
        /// The time for which each target was blocked, and how often, by key.
        package private(set) var targets = KeyedValues<Blocked>()
        /// How many requests were opened, pauses included.
        package internal(set) var requests = 0
        /// The number of requests that ended with the block being kept.
        package internal(set) var kept = 0
        /// The number of requests that ended with an unblock.
        package internal(set) var unblocked = 0
        /// The number of counted attempts.
        package internal(set) var attempts = 0
        package internal(set) var autoProtections = 0
        package internal(set) var highestRisk = Score.zero

        package struct Blocked: Hashable, Sendable {
            package internal(set) var length = TimeSpan.zero
            /// How often the target became blocked.
            package internal(set) var times = 0
            /// The time at which the target was blocked; nil if it is open.
            package internal(set) var since: Instant?

            fileprivate mutating func apply(_ verdict: Decision.Verdict, at instant: Instant) {
                switch verdict {
                case .block:
                    times += 1
                    since = since ?? instant
                case .update: since = since ?? instant
                case .unblock:
                    if let since { length = length + (instant - since) }
                    since = nil
                }
            }
        }

        mutating func count(_ event: Event) {
            switch event.fact {
            case .unblockRequested: requests += 1
            case .blockKept: kept += 1
            case .unblocked, .protectionReleased: unblocked += 1
            case .attempted: attempts += 1
            case .protectionStarted(let protection) where protection.kind == .autoProtection:
                autoProtections += 1
            case .riskAssessed(let record): highestRisk = max(highestRisk, record.score)
            case .decided(let decision):
                targets.update(decision.target, default: Blocked()) {
                    $0.apply(decision.verdict, at: event.at)
                }
            default: break
            }
        }

        /// Adds a target that was blocked when the simulation began.
        mutating func begin(_ target: String, at instant: Instant) {
            targets.update(target, default: Blocked()) { $0.since = instant }
        }

        /// The totals up to an instant, until which blocked targets stay blocked.
        package func counted(to instant: Instant) -> Totals {
            var totals = self
            for target in targets {
                guard let since = target.value.since, since < instant else { continue }
                totals.targets.update(target.key, default: target.value) {
                    $0.length = $0.length + (instant - since)
                    $0.since = instant
                }
            }
            return totals
        }
    }
}
