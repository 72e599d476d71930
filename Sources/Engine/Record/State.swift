import RuleModel

/// The state: the fold of the recorded facts.
///
/// `evolve` applies facts and decides nothing, so that neither a new rule set nor a new version
/// rewrites history. It may contain keys of rules that are gone.
package struct State: Hashable, Sendable, Codable {
    /// The sequence of the last event; 0 if there is none.
    package var lastSequence: Int64 = 0
    /// The time of the last event, on both clocks; nil if there is none.
    package var last: Moment?
    /// A disagreement of the clocks that is not yet resolved.
    package var jump: Jump?
    /// The relation of the clocks at the daemon's last start.
    package var continuity = DaemonStart.Continuity.first
    /// The name of the machine's zone; nil if none was recorded.
    package var zone: String?
    /// The fingerprint of the rule set in force; nil if none was.
    package var rules: String?
    /// The active schedules by key.
    package var quietHours = KeyedValues<QuietRun>()
    /// The running protections, in the order of their start.
    package var protections: [Protection] = []
    /// The switches that differ from the rule files, by subject.
    package var switches: [Switch.Subject: Switch] = [:]
    /// The last decision about each target, by key.
    package var decisions = KeyedValues<NumberedDecision>()
    package var risk: RiskRecord?
    /// The open requests, in the order in which they were opened.
    package var requests: [UnblockRequest] = []
    /// The outcomes of the last ended requests, by number.
    package var outcomes = EndedRequests()
    /// The running grants, in the order in which they began.
    package var grants: [Grant] = []
    /// The open prompts, in the order in which they were raised.
    package var prompts: [Prompt] = []
    /// The end of each target's last auto-protection.
    package var autoProtectionEnds: [String: Moment] = [:]
    /// The person's actions, in figures.
    package var behaviour = Behaviour()
    /// The last moments at which trusted time went back, for events that are applied late.
    package var stepsBack: [StepBack] = []
    /// The sums of each local day.
    package var tally = Tally()
    /// The outcomes of the last unblocks, by the request's number.
    package var aftermaths: [UnblockOutcome] = []
    /// Present and past use.
    package var usage = UsageRecord()
    /// Use that other programs measured.
    package var imported = ImportedUse()
    /// All check-ins that were ever asked, by key.
    package var checkIns: [String: CheckInRecord] = [:]
    /// The budgets that are used up, by key.
    package var budgets: [String: BudgetReach] = [:]
    /// The goals, in the order in which they were added.
    package var goals: [Goal] = []
    /// The person's own names for apps and sites.
    package var names: [Place: String] = [:]
    /// The last incidents, oldest first.
    package var incidents: [Incident] = []
    /// The local day on which a risky hour was last announced, as days since 1970-01-01.
    package var riskyHourToldOn: Int?
    /// Whether the daemon was told to stop, and has not started since.
    package var isStopped = false
    /// The edits of the rules that are pending or can be reverted, in the order made.
    package var edits: [RuleEdit] = []
    /// The time during which a recent switch-on can be undone without a delay.
    package var switchedOn: [Switch.Subject: Countdown] = [:]
    /// The end of each entry's last auto-protection, by the entry's fingerprint and the target.
    package var entryEnds: [String: [String: Moment]] = [:]
    /// The recent requests about each target; of pauses, those that opened it.
    package var targetRequests = TargetRequests()
    /// The last emergencies, in the order in which they opened something.
    package var emergencies: [UsedEmergency] = []
    /// The last announced ends of open time, oldest first.
    package var openTimeEndsTold: [OpenTimeEnd] = []
    /// The episodes that can still change.
    package var episodes = Episodes()
    /// The other devices of the person, behind one reference; nil if there never was one.
    var others: Shared<OtherDevices>?

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
        /// The time at which the jump was seen, in elapsed time.
        package var since: Deadline
        /// The time at which the jump was seen, in trusted time.
        package var at: Instant
    }
    /// A decision with its number.
    package struct NumberedDecision: Hashable, Sendable, Codable {
        package var sequence: Int64
        package var at: Instant
        private var held: Shared<Decision>

        package var decision: Decision { held.content }
        var isBlocked: Bool { held.content.isBlocked }

        package init(sequence: Int64, at: Instant, decision: Decision) {
            self.sequence = sequence
            self.at = at
            held = Shared(decision)
        }

        private enum CodingKeys: String, CodingKey {
            case sequence, at
            case held = "decision"
        }
    }

    /// Applies one event; events come in the order of their sequence.
    package mutating func evolve(_ event: Event) {
        if let last, last.elapsed.boot != event.boot { carry(from: last, to: event) }
        event.fact.visit(&self, event)
        // An event that had to reach the disk first is applied after later ones.
        if event.sequence > lastSequence {
            lastSequence = event.sequence
            last = Moment(at: event.at, elapsed: event.deadline)
        }
        if let last, episodes.isAnyOver(at: last.elapsed) { settleEpisodes() }
    }

    /// Carries elapsed deadlines over a reboot.
    private mutating func carry(from last: Moment, to event: Event) {
        for index in protections.indices { protections[index].time.carry(from: last, to: event) }
        for index in grants.indices { grants[index].time.carry(from: last, to: event) }
        for index in requests.indices {
            requests[index].wait?.carry(from: last, to: event)
            requests[index].expires.carry(from: last, to: event)
        }
        for index in prompts.indices { prompts[index].expires.carry(from: last, to: event) }
        for index in edits.indices {
            edits[index].time.carry(from: last, to: event)
            edits[index].revocable.carry(from: last, to: event)
        }
        for subject in switchedOn.keys { switchedOn[subject]?.carry(from: last, to: event) }
        for key in checkIns.keys { checkIns[key]?.time.carry(from: last, to: event) }
        episodes.carry(from: last, to: event)
        changeOthersIfAny { $0.carry(from: last, to: event) }
        // A jump cannot be measured across a reboot; the start records how far the clock is proven.
        jump = nil
    }
}

extension State: FactVisitor {
    mutating func visit(_ kind: Fact.Kind, _ payload: some FactPayload, _ event: Event) {
        payload.apply(to: &self, event)
    }
}

extension State {
    /// Reads a state written by any version: members that it lacks keep their initial values. If a
    /// record continues a damaged one, the state is all that there is.
    package init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func known<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        func later<Value: Decodable>(_ key: CodingKeys, _ standard: Value) throws -> Value {
            try container.decodeIfPresent(Value.self, forKey: key) ?? standard
        }
        lastSequence = try known(.lastSequence)
        last = try container.decodeIfPresent(Moment.self, forKey: .last)
        jump = try container.decodeIfPresent(Jump.self, forKey: .jump)
        continuity = try known(.continuity)
        zone = try container.decodeIfPresent(String.self, forKey: .zone)
        rules = try container.decodeIfPresent(String.self, forKey: .rules)
        quietHours = try known(.quietHours)
        protections = try known(.protections)
        switches = try known(.switches)
        decisions = try known(.decisions)
        risk = try container.decodeIfPresent(RiskRecord.self, forKey: .risk)
        requests = try later(.requests, requests)
        outcomes = try later(.outcomes, outcomes)
        grants = try later(.grants, grants)
        prompts = try later(.prompts, prompts)
        autoProtectionEnds = try later(.autoProtectionEnds, autoProtectionEnds)
        behaviour = try later(.behaviour, behaviour)
        stepsBack = try later(.stepsBack, stepsBack)
        tally = try later(.tally, tally)
        aftermaths = try later(.aftermaths, aftermaths)
        usage = try later(.usage, usage)
        imported = try later(.imported, imported)
        checkIns = try later(.checkIns, checkIns)
        budgets = try later(.budgets, budgets)
        goals = try later(.goals, goals)
        names = try later(.names, names)
        incidents = try later(.incidents, incidents)
        riskyHourToldOn = try container.decodeIfPresent(Int.self, forKey: .riskyHourToldOn)
        isStopped = try later(.isStopped, isStopped)
        edits = try later(.edits, edits)
        switchedOn = try later(.switchedOn, switchedOn)
        entryEnds = try later(.entryEnds, entryEnds)
        targetRequests = try later(.targetRequests, targetRequests)
        emergencies = try later(.emergencies, emergencies)
        openTimeEndsTold = try later(.openTimeEndsTold, openTimeEndsTold)
        others = try container.decodeIfPresent(Shared<OtherDevices>.self, forKey: .others)
        if let known = try container.decodeIfPresent(Episodes.self, forKey: .episodes) {
            episodes = known
        } else {
            deriveEpisodes()
        }
    }
}
