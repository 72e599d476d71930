import RuleModel

/// A period during which a schedule is active.
package struct QuietRun: FactPayload {
    package var schedule: String
    package var start: Instant
    /// The expected end; nil if no end is known.
    package var end: Instant?
    /// The fingerprint of the schedule's entry.
    package var fingerprint: String

    package func apply(to state: inout State, _ event: Event) {
        state.quietHours[schedule] = self
    }
}

struct QuietHoursEnd: FactPayload {
    var schedule: String

    func apply(to state: inout State, _ event: Event) {
        state.quietHours[schedule] = nil
    }
}

/// A protection: it blocks targets for a length of elapsed time.
package struct Protection: FactPayload {
    /// The protection's number on this device: the sequence of the event that started it.
    package var id: Int64
    /// Whether a person or the daemon started it.
    package var kind: Restriction.Kind
    package var name: String
    package var targets: [String]
    /// Whether nothing can be unblocked during the protection.
    package var isStrict: Bool
    /// The length in elapsed time.
    package var length: TimeSpan
    /// The end.
    package var deadline: Deadline
    /// The key of the rule that began it; nil if a person did.
    package var rule: String?
    /// The risk that began it; nil if a person did.
    package var risk: RiskRecord?
    /// The fingerprint of the rule's entry; nil if a person began it, and in early records.
    package var entry: String?
    /// The fact of another device, on which the protection began; nil: it began on this one.
    package var elsewhere: SharedFactID?

    /// Whether a rule of this device started it: it leaves the targets alone for a while then.
    var isOwnAutoProtection: Bool { kind == .autoProtection && elsewhere == nil }

    /// How long a protection that a person starts can be.
    package static let lengths = TimeSpan.minutes(1) ... .days(7)

    /// The length and the end.
    package var time: Countdown {
        get { Countdown(length: length, deadline: deadline) }
        set { (length, deadline) = (newValue.length, newValue.deadline) }
    }

    package init(
        id: Int64, kind: Restriction.Kind, name: String, targets: [String], isStrict: Bool,
        length: TimeSpan, deadline: Deadline, rule: String? = nil, risk: RiskRecord? = nil,
        entry: String? = nil, elsewhere: SharedFactID? = nil
    ) {
        self.entry = entry
        self.elsewhere = elsewhere
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

    package func apply(to state: inout State, _ event: Event) {
        state.protections.append(self)
        if let elsewhere {
            // It is in no figure of this device, and nobody here is told of it.
            return state.changeOthers { $0.begin(elsewhere, at: event.at) }
        }
        state.tally.protection(day: event.day, isAuto: kind == .autoProtection)
        guard kind == .autoProtection else { return }
        state.prompts.append(
            Prompt(
                id: event.sequence, kind: .autoProtection, at: event.at, targets: targets,
                risk: risk,
                expires: time))
    }
}

struct ProtectionEnd: FactPayload {
    var id: Int64
    /// Whether the person took the protection back in its first minute; nil: no.
    var isTakenBack: Bool?

    func apply(to state: inout State, _ event: Event) {
        if isTakenBack == true, let running = state.protections.first(where: { $0.id == id }) {
            let age = running.length - (running.deadline.elapsed - event.elapsed)
            let day = event.replacing(at: event.at - age).day
            state.tally.protectionTakenBack(day: day)
            state.takeBackInEpisodes(id)
        }
        state.endProtection(id, event)
    }
}

extension Decision: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.decisions[target] = State.NumberedDecision(
            sequence: event.sequence, at: event.at, decision: self)
        if isBlocked {
            state.withdrawOpenTimeEnds(of: target)
        } else {
            state.withdrawAttempts(onOpened: target)
        }
    }
}

/// A risk score in the form that history keeps.
package struct RiskRecord: FactPayload {
    package var score: Score
    /// The score of the automatic factors only.
    package var automatic: Score
    /// The score's level under the rules in force then.
    package var level: RiskLevel
    /// The keys of the factors that were true.
    package var factors: [String]
    /// Whether the risk is high or above, or was and has not yet fallen well below; nil, as in
    /// early records: no.
    package var isElevated: Bool?

    package func apply(to state: inout State, _ event: Event) {
        suggestQuietHours(in: &state, event)
        state.risk = self
    }

    /// Raises or withdraws the suggestion of quiet hours as the risk rises or falls.
    private func suggestQuietHours(in state: inout State, _ event: Event) {
        let isElevated = isElevated ?? false
        guard isElevated != (state.risk?.isElevated ?? false) else { return }
        state.prompts.removeAll { $0.kind == .riskHigh }
        guard isElevated else { return }
        state.prompts.append(
            Prompt(
                id: event.sequence, kind: .riskHigh, at: event.at, targets: [], risk: self,
                expires: Countdown(Prompt.suggestionLength, from: event.deadline)))
    }
}
