import API
import Engine
import RuleModel
import Varlink

/// Recorded facts as the socket shows them: instants in RFC 3339, lengths in seconds.
extension Daemon {
    func phrase(_ event: Event) -> DaemonAPI.Event {
        DaemonAPI.Event(
            sequence: Int(event.sequence), at: LocalTime.rfc3339(event.at, offset: event.offset),
            kind: event.fact.kind.rawValue, fact: JSONObject(members(of: event.fact)))
    }

    private func members(of fact: Fact) -> [(String, JSON)] {
        switch fact {
        case .daemonStopped, .clockReturned, .timeNoted: []
        case .daemonStarted(let start):
            [
                ("version", .string(start.version)),
                ("continuity", .string(start.continuity.rawValue)),
                ("zone", .string(start.zone)),
            ] + member("away", start.away.map { Int($0.seconds) })
                + (start.wasStopped.map { [("wasStopped", .bool($0))] } ?? [])
        case .storeReplaced(let path): [("setAside", .string(path))]
        case .storeFailed(let refused): [("refused", .string(refused.rawValue))]
        case .rulesLoaded(let loaded):
            [
                ("fingerprint", .string(loaded.fingerprint)),
                ("files", .array(loaded.sources.map { .string($0.path) })),
            ]
        case .clockJumped(let size): [("seconds", .integer(size.seconds))]
        case .clockAdopted(let size, let reason):
            [("seconds", .integer(size.seconds)), ("reason", .string(reason.rawValue))]
        case .zoneChanged(let from, let to): [("from", .string(from)), ("to", .string(to))]
        case .quietHoursBegan(let run), .quietHoursMoved(let run):
            [("schedule", .string(run.schedule)), ("start", .string(text(run.start)))]
                + optional("end", run.end)
        case .quietHoursEnded(let schedule): [("schedule", .string(schedule))]
        case .protectionStarted(let protection): members(of: protection)
        case .protectionEnded(let id): [("id", .integer(id))]
        case .switched(let change): [member(of: change.subject), ("on", .bool(change.isOn))]
        case .switchCleared(let subject): [member(of: subject)]
        case .decided(let decision): members(of: decision)
        case .riskAssessed(let record):
            [
                ("score", number(record.score)), ("automatic", number(record.automatic)),
                ("level", .string(record.level.rawValue)),
                ("factors", strings(record.factors)),
                ("elevated", .bool(record.isElevated ?? false)),
            ]
        case .attempted, .unblockRequested, .intentGiven, .blockKept, .unblocked, .requestClosed,
            .grantEnded, .protectionReleased, .promptClosed:
            conversation(fact)
        case .rulesWeakened, .storeRestored, .retained, .outcomeLogged, .usageBegan, .usageNoted,
            .usageEnded, .checkInOpened, .checkInAsked, .checkInAnswered, .checkInLapsed,
            .checkInReset, .checkInDayForgotten, .budgetReached, .budgetReset, .riskyHourTold,
            .goalAdded, .goalContributed, .goalRemoved, .placeNamed:
            tracking(fact)
        case .editBegan, .editEnded, .editsTakenBack: edit(fact)
        }
    }

    private func members(of protection: Protection) -> [(String, JSON)] {
        [
            ("id", .integer(protection.id)), ("kind", .string(protection.kind.rawValue)),
            ("name", .string(protection.name)),
            ("targets", strings(protection.targets)),
            ("strict", .bool(protection.isStrict)),
            ("seconds", .integer(protection.length.seconds)),
        ] + (protection.rule.map { [("rule", .string($0))] } ?? [])
            + (protection.risk.map {
                [("score", number($0.automatic)), ("factors", strings($0.factors))]
            } ?? [])
    }

    private func members(of decision: Decision) -> [(String, JSON)] {
        let restrictions = decision.restrictions.map { restriction in
            JSON.object(
                JSONObject(
                    [
                        ("kind", .string(restriction.kind.rawValue)),
                        ("rule", .string(restriction.rule)),
                        ("name", .string(restriction.name)),
                        ("strict", .bool(restriction.isStrict)),
                    ] + optional("until", restriction.until)))
        }
        return [
            ("target", .string(decision.target)), ("verdict", .string(decision.verdict.rawValue)),
            ("restrictions", .array(restrictions)), ("cause", .string(decision.cause.rawValue)),
        ] + optional("until", decision.until) + optional("grantedUntil", decision.grantedUntil)
    }

    func member(of subject: Switch.Subject) -> (String, JSON) {
        switch subject {
        case .schedule(let key): ("schedule", .string(key))
        case .target(let key): ("target", .string(key))
        case .autoProtection(let key): ("autoProtection", .string(key))
        }
    }

    func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    private func optional(_ name: String, _ instant: Instant?) -> [(String, JSON)] {
        instant.map { [(name, .string(text($0)))] } ?? []
    }

    private func number(_ score: Score) -> JSON {
        .number(JSONNumber(thousandths: score.thousandths))
    }
}
