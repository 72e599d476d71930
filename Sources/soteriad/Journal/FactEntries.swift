import Engine
import Logging
import RuleModel

/// What the journal says of each recorded fact.
struct FactEntries {
    let journal: Logger
    /// The names that people see, by target.
    let names: [String: String]
    /// The state before the facts.
    var before: Before
    /// What weakened the protection lately, the facts included.
    let incidents: [Incident]
    /// How the risk score is made.
    let risk: RiskRules

    mutating func tell(_ event: Event) {
        defer { before.note(event.fact) }
        switch event.fact {
        case .daemonStopped, .storeReplaced, .storeFailed:
            // Told where they happen, with what only that place knows.
            break
        case .timeNoted, .usageBegan, .usageNoted, .checkInAsked, .goalAdded, .goalRemoved,
            .placeNamed:
            // Of no use to whoever reads the journal.
            break
        case .daemonStarted, .rulesWeakened, .storeRestored, .retained: tellIncident(event)
        case .usageEnded, .outcomeLogged, .budgetReached, .budgetReset, .goalContributed,
            .riskyHourTold:
            tellTracking(event)
        case .checkInOpened, .checkInAnswered, .checkInLapsed, .checkInReset, .checkInDayForgotten:
            tellCheckIn(event)
        case .editBegan, .editEnded, .editsTakenBack: tellEdit(event)
        case .rulesLoaded(let loaded):
            journal.send(
                .rulesLoaded, .info,
                "The rules are in force: \(loaded.sources.count) files.",
                [
                    "RULES_HASH": loaded.fingerprint,
                    "RULES_FILES": loaded.sources.map(\.path).joined(separator: " "),
                ])
        case .clockJumped, .clockAdopted, .clockReturned, .zoneChanged: tellClock(event)
        case .quietHoursBegan(let run):
            journal.send(
                .quietHoursBegan, .info,
                "Quiet hours \"\(run.schedule)\" began\(lasting(run.end, event)).",
                ["SCHEDULE": run.schedule, "UNTIL": until(run.end, event)])
        case .quietHoursMoved(let run):
            let end = run.end == nil ? "when they are changed" : until(run.end, event)
            journal.info(
                "Quiet hours \"\(run.schedule)\" run on; they end \(end).",
                metadata: [
                    "SCHEDULE": .string(run.schedule), "UNTIL": .string(until(run.end, event)),
                ])
        case .quietHoursEnded(let schedule):
            journal.send(
                .quietHoursEnded, .info, "Quiet hours \"\(schedule)\" ended.",
                ["SCHEDULE": schedule])
        case .protectionStarted, .protectionEnded, .protectionReleased: tellProtection(event)
        case .attempted, .unblockRequested, .intentGiven, .blockKept, .unblocked, .requestClosed,
            .grantEnded, .promptClosed:
            tellConversation(event)
        case .switched(let change): tellSwitch(change.subject, change.isOn ? "on" : "off")
        case .switchCleared(let subject): tellSwitch(subject, "as the rule files say")
        case .decided(let decision): tell(decision, event)
        case .riskAssessed(let record): tell(record)
        }
    }

    private func tell(_ decision: Decision, _ event: Event) {
        let name = names[decision.target] ?? decision.target
        let reasons = decision.restrictions.map(reason).joined(separator: ", ")
        let kind: EntryKind
        let message: String
        switch decision.verdict {
        case .block:
            kind = .block
            message = "\(name) is blocked\(ending(decision.until, event)): \(reasons)."
        case .unblock:
            kind = .unblock
            message = "\(name) is open\(ending(decision.grantedUntil, event))."
        case .update:
            kind = .update
            message = "\(name) stays blocked\(ending(decision.until, event)): \(reasons)."
        }
        journal.send(
            kind, decision.verdict == .update ? .info : .notice, message,
            [
                "TARGET": decision.target, "DECISION": decision.verdict.rawValue,
                "REASON": decision.restrictions.isEmpty
                    ? decision.cause.rawValue
                    : decision.restrictions.map(\.kind.rawValue).joined(separator: " "),
                "CAUSE": decision.cause.rawValue,
                "UNTIL": decision.isBlocked
                    ? until(decision.until, event)
                    : decision.grantedUntil.map { until($0, event) } ?? "now",
                "SEQUENCE": String(event.sequence),
            ])
    }

    /// A reason by the name that people see; a check-in's question is nobody else's business, and
    /// neither is what a protection was called by hand.
    private func reason(_ restriction: Restriction) -> String {
        switch restriction.kind {
        case .checkIn: "check-in \(restriction.rule)"
        case .manualProtection: "manual protection \(restriction.rule)"
        default: restriction.name
        }
    }

    private func tell(_ record: RiskRecord) {
        let fields = [
            "RISK_SCORE": record.score.description, "RISK_LEVEL": record.level.rawValue,
            "REASON": reason(record.factors),
        ]
        if record.level != before.risk?.level {
            journal.send(
                .riskAssessed, record.level >= .high ? .notice : .info,
                "The risk is \(record.level.rawValue): \(record.score).", fields)
        }
        if record.isElevated == true, before.risk?.isElevated != true {
            journal.send(
                .quietHoursSuggested, .notice,
                "The risk is \(record.score): quiet hours are suggested.", fields)
        }
    }

    /// The keys of factors, or the word for none. That a factor is true says what it reads: one
    /// that reads a mood, an amount or a regret is not named.
    func reason(_ factors: [String]) -> String {
        let automatic = Set(
            risk.factors.lazy.filter { Vocabulary.isAutomatic($0.condition) }.map(\.key))
        let named = factors.filter(automatic.contains)
        return named.isEmpty ? "none" : named.joined(separator: " ")
    }

    private func tellSwitch(_ subject: Switch.Subject, _ state: String) {
        switch subject {
        case .schedule(let key):
            journal.send(
                .switched, .notice, "Quiet hours \"\(key)\" are switched \(state).",
                ["SCHEDULE": key, "STATE": state])
        case .autoProtection(let key):
            journal.send(
                .switched, .notice, "Auto-protection \"\(key)\" is switched \(state).",
                ["SCHEDULE": key, "STATE": state])
        case .target(let key):
            journal.send(
                .monitoringChanged, .notice,
                "The monitoring of \(names[key] ?? key) is switched \(state).",
                ["TARGET": key, "STATE": state])
        }
    }

    func list(_ targets: [String]) -> String {
        targets.map { names[$0] ?? $0 }.joined(separator: ", ")
    }

    func until(_ instant: Instant?, _ event: Event) -> String {
        // As the socket tells it, so that the two can be compared.
        instant.map { instant in
            LocalTime.rfc3339(
                instant.rounded(to: TimeSpan(milliseconds: 10)), offset: event.offset)
        } ?? "no known end"
    }

    private func lasting(_ instant: Instant?, _ event: Event) -> String {
        instant == nil ? "" : "; they last until \(until(instant, event))"
    }

    private func ending(_ instant: Instant?, _ event: Event) -> String {
        instant == nil ? "" : " until \(until(instant, event))"
    }
}
