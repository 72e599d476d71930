import RuleModel

/// All that history left behind: the fold of the recorded facts.
///
/// `evolve` only believes facts, it decides nothing, so that a new rule set or a new version
/// rewrites no history. Keys of rules that are gone may stand in it.
package struct State: Hashable, Sendable, Codable {
    /// The sequence of the last event; 0 where there is none.
    package var lastSequence: Int64 = 0
    /// When the last event happened, on both clocks; nil where there is none.
    package var last: Moment?
    /// A disagreement of the clocks that is not yet resolved.
    package var jump: Jump?
    /// How the clocks hung together when the daemon last started.
    package var continuity = DaemonStart.Continuity.first
    /// The name of the machine's zone; nil where none was recorded.
    package var zone: String?
    /// The fingerprint of the rule set in force; nil where none was.
    package var rules: String?
    /// The active schedules by key.
    package var quietHours: [String: QuietRun] = [:]
    /// The protections that run, in the order of their start.
    package var protections: [Protection] = []
    /// The switches that differ from the rule files, by what they are of.
    package var switches: [Switch.Subject: Switch] = [:]
    /// The last decision about each target, by key.
    package var decisions: [String: Decided] = [:]
    /// The last recorded risk.
    package var risk: RiskRecord?
    /// The open requests, in the order in which they were opened.
    package var requests: [UnblockRequest] = []
    /// What became of the last requests that ended, by number.
    package var outcomes: [Ended] = []
    /// The permissions that run, in the order in which they were given.
    package var grants: [Grant] = []
    /// The open prompts, in the order in which they were raised.
    package var prompts: [Prompt] = []
    /// When the last auto-protection of each target ended.
    package var autoProtectionEnds: [String: Moment] = [:]
    /// What the person did, in figures.
    package var behaviour = Behaviour()
    /// The last moments at which trusted time went back, for events that are taken in late.
    package var stepsBack: [StepBack] = []
    /// What happened on each local day, in sums.
    package var tally = Tally()
    /// What came of the last unblocks, by the request's number.
    package var aftermaths: [Aftermath] = []
    /// What is and was used.
    package var usage = UsageRecord()
    /// The check-ins that were ever asked, by key.
    package var checkIns: [String: CheckInRecord] = [:]
    /// The budgets that are used up, by key.
    package var budgets: [String: BudgetReach] = [:]
    /// What the person saves for, in the order in which it was added.
    package var goals: [Goal] = []
    /// The person's own names for apps and sites.
    package var names: [Place: String] = [:]
    /// The last incidents, oldest first.
    package var incidents: [Incident] = []
    /// The local day on which a risky hour was last told of, as days since 1970-01-01.
    package var riskyHourToldOn: Int?
    /// Whether the daemon was told to stop, and has not started since.
    package var isStopped = false
    /// The edits of the rules that wait or can be gone back to, in the order in which they were
    /// made.
    package var edits: [RuleEdit] = []
    /// For how long what was switched on lately may be switched off again without waiting.
    package var switchedOn: [Switch.Subject: Countdown] = [:]
    /// When the last auto-protection of each target ended that an entry of the rules began, by the
    /// entry's fingerprint and the target.
    package var entryEnds: [String: [String: Moment]] = [:]

    /// Before any fact.
    package init() {}

    /// A moment on both clocks.
    package struct Moment: Hashable, Sendable, Codable {
        /// Trusted time.
        package var at: Instant
        /// Elapsed time and its boot.
        package var elapsed: Deadline
    }
    /// A disagreement of wall clock and elapsed time.
    package struct Jump: Hashable, Sendable, Codable {
        /// Wall minus trusted time.
        package var size: TimeSpan
        /// When it was seen, in elapsed time.
        package var since: Deadline
        /// When it was seen, in trusted time.
        package var at: Instant
    }
    /// A decision with its number.
    package struct Decided: Hashable, Sendable, Codable {
        /// The sequence of its event.
        package var sequence: Int64
        /// When it was taken.
        package var at: Instant
        /// The decision.
        package var decision: Decision
    }

    /// Takes in one event; events come in the order of their sequence.
    package mutating func evolve(_ event: Event) {
        continueBoot(with: event)
        switch event.fact {
        case .daemonStarted(let start):
            continuity = start.continuity
            zone = zone ?? start.zone
            note(start, event)
            isStopped = false
        case .storeFailed, .timeNoted, .retained: break
        case .rulesLoaded(let loaded): rules = loaded.fingerprint
        case .clockJumped(let size):
            jump = Jump(
                size: size, since: event.deadline, at: event.at)
            note(Incident(.clockJump, event, span: size))
        case .clockAdopted(let size, let reason):
            jump = nil
            if size < .zero { stepBack(event) }
            if reason == .synchronised { continuity = .synchronised }
        case .clockReturned: jump = nil
        case .zoneChanged(_, let to): zone = to
        case .quietHoursBegan(let run), .quietHoursMoved(let run):
            quietHours[run.schedule] = run
        case .quietHoursEnded(let schedule): quietHours[schedule] = nil
        case .protectionStarted(let protection): begin(protection, event)
        case .protectionEnded(let id): endProtection(id, event)
        case .switched(let change):
            switches[change.subject] = change
            noteSwitchedOn(change, event)
            note(change, event)
        case .switchCleared(let subject): switches[subject] = nil
        case .decided(let decision):
            decisions[decision.target] = Decided(
                sequence: event.sequence, at: event.at, decision: decision)
            if !decision.isBlocked { settleAttempts(onOpened: decision.target) }
        case .riskAssessed(let record):
            suggest(record, event)
            risk = record
        case .attempted(let attempt): note(attempt, event)
        case .unblockRequested(let request), .intentGiven(let request): note(request, event)
        case .blockKept(let request): end(request, .kept, event)
        case .unblocked(let grant): begin(grant, event)
        case .requestClosed(let closing): end(closing.request, closing.outcome, event)
        case .grantEnded(let ending): grants.removeAll { $0.id == ending.grant }
        case .protectionReleased(let release): note(release, event)
        case .promptClosed(let closing): prompts.removeAll { $0.id == closing.prompt }
        default: track(event)
        }
        // An event that had to reach the disk first is taken in after later ones.
        guard event.sequence > lastSequence else { return }
        lastSequence = event.sequence
        last = Moment(
            at: event.at, elapsed: event.deadline)
    }

    /// Carries elapsed deadlines over a reboot: the rest that was left at the last event, less the
    /// wall time that went by since, and never more than the rest.
    private mutating func continueBoot(with event: Event) {
        guard let last, last.elapsed.boot != event.boot else { return }
        for index in protections.indices {
            protections[index].time = protections[index].time.carried(from: last, to: event)
        }
        for index in grants.indices {
            grants[index].time = grants[index].time.carried(from: last, to: event)
        }
        for index in requests.indices {
            requests[index].wait = requests[index].wait?.carried(from: last, to: event)
            requests[index].expires = requests[index].expires.carried(from: last, to: event)
        }
        for index in prompts.indices {
            prompts[index].expires = prompts[index].expires.carried(from: last, to: event)
        }
        for index in edits.indices {
            edits[index].time = edits[index].time.carried(from: last, to: event)
            edits[index].revocable = edits[index].revocable.carried(from: last, to: event)
        }
        switchedOn = switchedOn.mapValues { $0.carried(from: last, to: event) }
        checkIns = checkIns.mapValues { record in
            var record = record
            record.time = record.time.carried(from: last, to: event)
            return record
        }
        // A disagreement cannot be measured across a reboot; the start says how far it was proved.
        jump = nil
    }
}
