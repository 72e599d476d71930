import RuleModel

/// Something that happened. State is the fold of facts, so a fact says all that its effect needs:
/// what was decided once is never decided again on replay.
///
/// What is long lies beside it: an event is handed on many times, and costs no more for that.
package enum Fact: Hashable, Sendable {
    /// The daemon began to run.
    indirect case daemonStarted(DaemonStart)
    /// The daemon was told to stop.
    case daemonStopped
    /// A new event store was begun because the old one was damaged.
    case storeReplaced(setAside: String)
    /// A commit failed, and the fact of this kind that was asked for did not happen.
    case storeFailed(refused: Kind)
    /// A rule set came into force.
    case rulesLoaded(RulesLoaded)
    /// Wall clock and elapsed time disagree by `size` (wall minus trusted).
    case clockJumped(size: TimeSpan)
    /// Trusted time follows the wall clock again, and moved by `size`.
    case clockAdopted(size: TimeSpan, reason: AdoptionReason)
    /// The wall clock came back to trusted time by itself.
    case clockReturned
    /// The machine's time zone changed.
    case zoneChanged(from: String, to: String)
    /// A schedule became active.
    indirect case quietHoursBegan(QuietRun)
    /// An active schedule moved its end.
    indirect case quietHoursMoved(QuietRun)
    /// A schedule is no longer active.
    case quietHoursEnded(schedule: String)
    /// A protection began.
    indirect case protectionStarted(Protection)
    /// A protection is over.
    case protectionEnded(id: Int64)
    /// A person switched a schedule, or the monitoring of a target, on or off.
    indirect case switched(Switch)
    /// A switch was forgotten because its entry in the rules was edited.
    case switchCleared(Switch.Subject)
    /// A target was blocked or unblocked, or its reasons changed.
    indirect case decided(Decision)
    /// The risk score was made, and differs from the one before in score or factors.
    case riskAssessed(RiskRecord)
    /// A blocked app or site was opened.
    case attempted(Attempt)
    /// A person asks to open targets, or pauses.
    case unblockRequested(UnblockRequest)
    /// The person said what is behind a request; the whole request as it stands now.
    case intentGiven(UnblockRequest)
    /// A request ended with the block being kept: a protection moment.
    case blockKept(request: Int64)
    /// A request ended with its targets being opened.
    indirect case unblocked(Grant)
    /// A request ended in another way.
    case requestClosed(RequestClosing)
    /// A permission ended.
    case grantEnded(GrantEnding)
    /// A request ended with a manual protection being ended before its time.
    indirect case protectionReleased(ProtectionRelease)
    /// A prompt was answered, or its time was over.
    case promptClosed(PromptClosing)
    /// The daemon runs on, and nothing else happened for a while.
    case timeNoted
    /// The rules protect less than before.
    case rulesWeakened(RulesWeakened)
    /// Another record was put in the place of the one before.
    indirect case storeRestored(StoreRestored)
    /// Old events were removed.
    case retained(Retention)
    /// A person said what came of an unblock.
    indirect case outcomeLogged(LoggedOutcome)
    /// A target began to be used.
    indirect case usageBegan(UsageSession)
    /// Targets were used.
    indirect case usageNoted(UsageNote)
    /// A target is no longer used; the whole stretch.
    indirect case usageEnded(UsageSession)
    /// A new day began for a check-in.
    indirect case checkInOpened(CheckInOpening)
    /// A check-in was asked again.
    indirect case checkInAsked(CheckInAsking)
    /// A check-in was answered.
    indirect case checkInAnswered(CheckInAnswer)
    /// A check-in was over before the next day began for it.
    case checkInLapsed(checkIn: String)
    /// All that is recorded of a check-in was forgotten.
    case checkInReset(checkIn: String)
    /// The day of a check-in was forgotten, not its answers.
    case checkInDayForgotten(checkIn: String)
    /// A budget was used up.
    indirect case budgetReached(BudgetReach)
    /// A budget that was used up no longer restricts.
    case budgetReset(budget: String)
    /// A risky hour was told of before it went by.
    case riskyHourTold(RiskyHour)
    /// Something to save for was added.
    indirect case goalAdded(Goal)
    /// Something was saved.
    indirect case goalContributed(GoalContribution)
    /// Something to save for was removed.
    case goalRemoved(id: Int64)
    /// A person gave an app or a site a name.
    case placeNamed(PlaceName)
    /// The rules were edited, or something switched off, and what was before holds on for a while
    /// or can be gone back to.
    indirect case editBegan(RuleEdit)
    /// An edit waits no longer.
    indirect case editEnded(EditEnding)
    /// Edits were taken back in full.
    case editsTakenBack(EditReversal)
}

/// How the daemon began to run.
package struct DaemonStart: Hashable, Sendable, Codable {
    /// The program's version.
    package var version: String
    /// How the clocks hang together with those of the last event.
    package var continuity: Continuity
    /// The name of the machine's zone.
    package var zone: String
    /// How long it is since the last event; nil where there was none.
    package var away: TimeSpan?
    /// Whether the daemon had been told to stop; nil where there was nothing before.
    package var wasStopped: Bool?

    /// A start of the given version.
    package init(
        version: String, continuity: Continuity, zone: String, away: TimeSpan? = nil,
        wasStopped: Bool? = nil
    ) {
        self.version = version
        self.continuity = continuity
        self.zone = zone
        self.away = away
        self.wasStopped = wasStopped
    }

    /// How trusted time was continued at a start.
    package enum Continuity: String, Hashable, Sendable, Codable {
        /// There was no history.
        case first
        /// The same boot: elapsed time proves how long the daemon was away.
        case sameBoot
        /// Another boot, with a wall clock known to be right.
        case synchronised
        /// Another boot, and nothing proves the wall clock.
        case unproven
        /// Another boot, with a wall clock before the last recorded instant.
        case behind
    }
}

/// The rule texts that came into force.
package struct RulesLoaded: Hashable, Sendable, Codable {
    /// `Fingerprint` of all texts: equal texts have equal fingerprints.
    package var fingerprint: String
    /// The texts, in the order read.
    package var sources: [RuleText]

    /// The texts of a rule set with their common fingerprint.
    package init(fingerprint: String, sources: [RuleText]) {
        self.fingerprint = fingerprint
        self.sources = sources
    }
}

/// Why a jumped wall clock is believed.
package enum AdoptionReason: String, Hashable, Sendable, Codable {
    /// It is known to follow a time server.
    case synchronised
    /// It stood for 24 hours of elapsed time.
    case waited
}

/// One stretch during which a schedule is active.
package struct QuietRun: Hashable, Sendable, Codable {
    /// The schedule's key.
    package var schedule: String
    /// When it began.
    package var start: Instant
    /// When it ends if nothing changes; nil where no end is in sight.
    package var end: Instant?
    /// The schedule's entry that it was decided by.
    package var fingerprint: String

    /// A stretch of a schedule.
    package init(schedule: String, start: Instant, end: Instant?, fingerprint: String) {
        self.schedule = schedule
        self.start = start
        self.end = end
        self.fingerprint = fingerprint
    }
}

/// A window that blocks targets for a length of elapsed time.
package struct Protection: Hashable, Sendable, Codable {
    /// Its number on this device: the sequence of the event that started it.
    package var id: Int64
    /// Whether a person or the daemon started it.
    package var kind: Restriction.Kind
    /// The name that people see.
    package var name: String
    /// The keys of its targets.
    package var targets: [String]
    /// Whether nothing can be unblocked while it holds.
    package var isStrict: Bool
    /// How long it lasts in elapsed time.
    package var length: TimeSpan
    /// When it is over.
    package var deadline: Deadline
    /// The key of the rule that began it; nil where a person did.
    package var rule: String?
    /// The risk that began it; nil where a person did.
    package var risk: RiskRecord?
    /// The fingerprint of the rule's entry; nil where a person began it, and in early records.
    package var entry: String?

    /// How long it lasts, and until when.
    package var time: Countdown {
        get { Countdown(length: length, deadline: deadline) }
        set { (length, deadline) = (newValue.length, newValue.deadline) }
    }

    /// A window of the given length.
    package init(
        id: Int64, kind: Restriction.Kind, name: String, targets: [String], isStrict: Bool,
        length: TimeSpan, deadline: Deadline, rule: String? = nil, risk: RiskRecord? = nil,
        entry: String? = nil
    ) {
        self.entry = entry
        self.rule = rule
        self.risk = risk
        self.id = id
        self.kind = kind
        self.name = name
        self.targets = targets
        self.isStrict = isStrict
        self.length = length
        self.deadline = deadline
    }
}

/// A switch that a person set through the socket.
package struct Switch: Hashable, Sendable, Codable {
    /// What was switched.
    package var subject: Subject
    /// Whether it is on.
    package var isOn: Bool
    /// The entry in the rules at that time; a later edit of it clears the switch.
    package var fingerprint: String

    /// A switch as it was set.
    package init(subject: Subject, isOn: Bool, fingerprint: String) {
        self.subject = subject
        self.isOn = isOn
        self.fingerprint = fingerprint
    }

    /// What a switch is of, with its key in the rules.
    package enum Subject: Hashable, Sendable {
        case schedule(String)
        case target(String)
        case autoProtection(String)
    }
}

/// A risk score as it is kept in history.
package struct RiskRecord: Hashable, Sendable, Codable {
    /// The score.
    package var score: Score
    /// The score of the automatic factors alone.
    package var automatic: Score
    /// The score's level under the rules in force then.
    package var level: RiskLevel
    /// The keys of the factors that were true.
    package var factors: [String]
    /// Whether it is high or above, or was and has not yet fallen well below; nil, as in early
    /// records: no.
    package var isElevated: Bool?

    /// A score with what made it.
    package init(
        score: Score, automatic: Score, level: RiskLevel, factors: [String],
        isElevated: Bool? = nil
    ) {
        self.isElevated = isElevated
        self.score = score
        self.automatic = automatic
        self.level = level
        self.factors = factors
    }
}
