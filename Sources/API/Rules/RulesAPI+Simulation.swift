/// What the rules would do over a span of time.
extension RulesAPI {
    /// What a simulation begins with and lets happen.
    package enum SimulatedHistory: String, Codable, Hashable, Sendable, CaseIterable {
        /// What is recorded: how things stood at the beginning, and what the person did from then.
        case real
        /// Nothing: as if Soteria had begun to run, and nobody did a thing.
        case none
    }

    /// The text of a rule file.
    package struct RuleFile: Codable, Hashable, Sendable {
        /// Its name, such as 10-mine.yaml, as if it lay in the person's directory of rules; or its
        /// path, beside which the lists of sites lie that it names.
        package var name: String
        /// Its whole text.
        package var text: String

        /// The value with all that it holds.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// What kind of rule restricts.
    package enum SimulatedKind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A quiet-hours schedule runs.
        case quietHours = "quiet_hours"
        /// A high risk was found.
        case autoProtection = "auto_protection"
        /// A person started a protection.
        case manualProtection = "manual_protection"
        /// A check-in is unanswered, or was answered with no.
        case checkIn = "check_in"
        /// The time allowed for the day or the week is used up.
        case budget
    }

    /// One reason why a target would be blocked.
    package struct SimulatedRestriction: Codable, Hashable, Sendable {
        /// What kind of rule restricts.
        package var kind: SimulatedKind
        /// The rule's key in the rule files, or the protection's number in the simulation.
        package var rule: String
        /// The name that people see.
        package var name: String
        /// When it ends if nothing changes; left out where no end is known.
        package var until: String?
        /// Whether the target cannot be unblocked while it holds.
        package var strict: Bool

        /// The value with all that it holds.
        package init(
            kind: SimulatedKind, rule: String, name: String, until: String? = nil, strict: Bool
        ) {
            self.kind = kind
            self.rule = rule
            self.name = name
            self.until = until
            self.strict = strict
        }
    }

    /// What a simulated decision says of its target.
    package enum SimulatedVerdict: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was open and is blocked.
        case block
        /// It was blocked and is open.
        case unblock
        /// It stays blocked, for other reasons or until another time.
        case update
    }

    /// A change of one target in a simulation.
    package struct SimulatedDecision: Codable, Hashable, Sendable {
        /// When it is taken.
        package var at: String
        /// The target's key in the rule files.
        package var target: String
        /// The name that people see.
        package var name: String
        /// What changes.
        package var verdict: SimulatedVerdict
        /// The reasons that hold then, by kind and rule; empty after unblock.
        package var restrictions: [SimulatedRestriction]
        /// When it is unblocked if nothing changes; left out where it is open or no end is known.
        package var until: String?
        /// What brings the change about, by the names of org.soteria.protection's Cause.
        package var cause: String
        /// After unblock: until when a permission keeps it open; left out where none runs.
        package var grantedUntil: String?

        /// The value with all that it holds.
        package init(
            at: String, target: String, name: String, verdict: SimulatedVerdict,
            restrictions: [SimulatedRestriction], until: String? = nil, cause: String,
            grantedUntil: String? = nil
        ) {
            self.at = at
            self.target = target
            self.name = name
            self.verdict = verdict
            self.restrictions = restrictions
            self.until = until
            self.cause = cause
            self.grantedUntil = grantedUntil
        }
    }

    /// A target of the simulated rules.
    package struct SimulatedTarget: Codable, Hashable, Sendable {
        /// Its key in the rule files.
        package var target: String
        /// The name that people see.
        package var name: String
        /// Whether it was blocked before the simulation begins.
        package var blocked: Bool

        /// The value with all that it holds.
        package init(target: String, name: String, blocked: Bool) {
            self.target = target
            self.name = name
            self.blocked = blocked
        }
    }

    /// For how long a target would be blocked.
    package struct SimulatedBlock: Codable, Hashable, Sendable {
        /// Its key in the rule files.
        package var target: String
        /// The name that people see.
        package var name: String
        /// For how many seconds in all.
        package var seconds: Int
        /// How often it becomes blocked.
        package var times: Int

        /// The value with all that it holds.
        package init(target: String, name: String, seconds: Int, times: Int) {
            self.target = target
            self.name = name
            self.seconds = seconds
            self.times = times
        }
    }

    /// What a simulation comes to.
    package struct SimulationSummary: Codable, Hashable, Sendable {
        /// The targets, by key.
        package var targets: [SimulatedBlock]
        /// How many requests are opened, pauses included.
        package var requests: Int
        /// How many of them end with the block being kept.
        package var kept: Int
        /// How many end with something being opened.
        package var unblocked: Int
        /// How many openings of something blocked are counted.
        package var attempts: Int
        /// How often Soteria protects by itself.
        package var autoProtections: Int
        /// The highest score of the risk, 0.000 to 1.000.
        package var highestRisk: RiskScore

        /// The value with all that it holds.
        package init(
            targets: [SimulatedBlock], requests: Int, kept: Int, unblocked: Int, attempts: Int,
            autoProtections: Int, highestRisk: RiskScore
        ) {
            self.targets = targets
            self.requests = requests
            self.kept = kept
            self.unblocked = unblocked
            self.attempts = attempts
            self.autoProtections = autoProtections
            self.highestRisk = highestRisk
        }
    }

    /// Goes through a span of time by the rules, and says what would be decided; needs "more". What
    /// is in force stays so. The first reply has the zone and the targets, those that follow the
    /// decisions in their order, the last one the summary.
    package enum Simulate: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.Simulate"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Where the span begins.
            package var from: String
            /// Where it ends; at most ten years later.
            package var to: String
            /// What it begins with and lets happen.
            package var history: SimulatedHistory
            /// The rule files to go by, upon the shipped defaults, in place of all others; left
            /// out: the rules in force.
            package var files: [RuleFile]?
            /// The key of the only target that is asked about; left out: all.
            package var target: String?

            /// What is asked, part by part.
            package init(
                from: String, to: String, history: SimulatedHistory, files: [RuleFile]? = nil,
                target: String? = nil
            ) {
                self.from = from
                self.to = to
                self.history = history
                self.files = files
                self.target = target
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Up to when the simulation has come.
            package var at: String
            /// The decisions since the reply before.
            package var decisions: [SimulatedDecision]
            /// The zone by which days are told apart; left out after the first reply.
            package var timeZone: String?
            /// The targets of the rules, by key; left out after the first reply.
            package var targets: [SimulatedTarget]?
            /// What it all comes to; left out before the last reply.
            package var summary: SimulationSummary?

            /// The answer, part by part.
            package init(
                at: String, decisions: [SimulatedDecision], timeZone: String? = nil,
                targets: [SimulatedTarget]? = nil, summary: SimulationSummary? = nil
            ) {
                self.at = at
                self.decisions = decisions
                self.timeZone = timeZone
                self.targets = targets
                self.summary = summary
            }
        }
    }

    /// Why a span cannot be simulated.
    package enum SpanProblem: String, Codable, Hashable, Sendable, CaseIterable {
        /// It ends before or where it begins.
        case empty
        /// It is longer than ten years.
        case tooLong = "too_long"
        /// It lies outside the years 1970 to 9998.
        case outOfReach = "out_of_reach"
    }

    /// The span cannot be simulated.
    package struct InvalidSpan: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.rules.InvalidSpan"
        /// Why.
        package var problem: SpanProblem

        /// The error with what it says.
        package init(problem: SpanProblem) { self.problem = problem }
    }

    /// Nothing is recorded that says how things stood where the span begins.
    package struct NoHistory: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.rules.NoHistory"
        /// When what is recorded begins; left out where nothing is.
        package var since: String?

        /// The error with what it says.
        package init(since: String? = nil) { self.since = since }
    }

    /// The simulated rules have no target of that key.
    package struct NoSuchTarget: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.rules.NoSuchTarget"
        /// The key.
        package var target: String

        /// The error with what it says.
        package init(target: String) { self.target = target }
    }

    /// As many simulations run as can at once.
    package struct Busy: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.rules.Busy"

        /// The error.
        package init() {}
    }
}
