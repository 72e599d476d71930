import Engine
import RuleModel

/// Reports on quiet hours, protections, decisions and the risk.
extension FactReporter {
    func quietHoursBegan(_ run: QuietRun) -> FactReport {
        let lasting = run.end == nil ? "" : " and last until \(until(run.end))"
        return quietHours(run, .quietHoursBegan, "began\(lasting)")
    }

    func quietHoursMoved(_ run: QuietRun) -> FactReport {
        let end = run.end == nil ? "have no known end" : "end at \(until(run.end))"
        return quietHours(run, nil, "now \(end)")
    }

    private func quietHours(_ run: QuietRun, _ kind: EntryKind?, _ what: String) -> FactReport {
        FactReport(
            ["schedule": run.schedule, "start": text(run.start), "end": run.end.map(text)],
            text: run.schedule + untilWords(run.end),
            FactEntry(
                kind, .info, "Quiet hours \"\(run.schedule)\" \(what).",
                ["SCHEDULE": run.schedule, "UNTIL": until(run.end)]))
    }

    func quietHoursEnded(_ schedule: String) -> FactReport {
        FactReport(
            ["schedule": schedule], text: schedule,
            FactEntry(
                .quietHoursEnded, .info, "Quiet hours \"\(schedule)\" ended.",
                ["SCHEDULE": schedule]))
    }

    func protectionStarted(_ protection: Protection) -> FactReport {
        let risk = protection.risk
        return FactReport(
            [
                "id": protection.id, "kind": protection.kind.rawValue, "name": protection.name,
                "targets": protection.targets, "strict": protection.isStrict,
                "seconds": protection.length, "rule": protection.rule, "score": risk?.automatic,
                "factors": risk?.factors,
                "elsewhere": protection.elsewhere == nil ? nil : true,
            ],
            text: "\(protection.name) (\(protection.id)) on "
                + "\(protection.targets.joined(separator: ", ")) for \(length(protection.length))"
                + (protection.isStrict ? ", strict" : "")
                + (risk.map { ", risk \($0.automatic)" } ?? ""),
            protection.kind == .autoProtection
                ? autoProtection(protection) : manualProtection(protection))
    }

    private func manualProtection(_ protection: Protection) -> FactEntry {
        let end = until(event.at + protection.length)
        return FactEntry(
            .protectionStarted, .notice,
            "Manual protection \(protection.id) blocks \(journal.list(protection.targets)) until "
                + "\(end).",
            [
                "TARGET": journal.key(protection.targets), "REASON": protection.kind.rawValue,
                "UNTIL": end, "SEQUENCE": String(protection.id),
            ])
    }

    private func autoProtection(_ protection: Protection) -> FactEntry {
        let end = until(event.at + protection.length)
        let score = protection.risk?.automatic ?? .zero
        let factors = journal.reason(protection.risk?.factors ?? [])
        return FactEntry(
            .autoProtectionBegan, .notice,
            "The protection \"\(protection.name)\" blocks "
                + "\(journal.list(protection.targets)) until \(end). "
                + "The risk is \(score) (factors: \(factors)).",
            [
                "TARGET": journal.key(protection.targets), "NAME": protection.name, "UNTIL": end,
                "RISK_SCORE": score.description, "REASON": protection.kind.rawValue,
                "FACTORS": factors, "RULE": protection.rule ?? "unknown",
                "SEQUENCE": String(protection.id),
            ])
    }

    func protectionEnded(_ id: Int64, isTakenBack: Bool) -> FactReport {
        let ended = journal.before.protection(id)
        let isCovered = ended.map { event.elapsed < $0.deadline.elapsed } ?? false
        let reason =
            isTakenBack
            ? "undone in its first minute"
            : isCovered ? "a longer protection replaced this one" : "time ran out"
        return FactReport(
            ["id": id, "takenBack": isTakenBack ? true : nil],
            text: isTakenBack ? "\(id), undone in its first minute" : String(id),
            FactEntry(
                .protectionEnded, isTakenBack ? .notice : .info,
                "\(journal.name(ended, id)) "
                    + (isTakenBack ? "was undone in its first minute." : "has ended."),
                [
                    "TARGET": journal.key(ended?.targets ?? []), "SEQUENCE": String(id),
                    "REASON": reason,
                ]))
    }

    func decided(_ decision: Decision) -> FactReport {
        let restrictions = decision.restrictions.map { restriction -> FactMembers in
            [
                "kind": restriction.kind.rawValue, "rule": restriction.rule,
                "name": restriction.name, "strict": restriction.isStrict,
                "until": restriction.until.map(text),
            ]
        }
        let (kind, isNow, words): (EntryKind, String, String) =
            switch decision.verdict {
            case .block: (.block, "is blocked", "blocked")
            case .unblock: (.unblock, "is open", "open")
            case .update: (.update, "stays blocked", "stays blocked")
            }
        let end = decision.isBlocked ? decision.until : decision.grantedUntil
        let reasons = decision.restrictions.map(reason).joined(separator: ", ")
        return FactReport(
            [
                "target": decision.target, "verdict": decision.verdict.rawValue,
                "restrictions": restrictions, "cause": decision.cause.rawValue,
                "until": decision.until.map(text), "grantedUntil": decision.grantedUntil.map(text),
            ],
            text: "\(decision.target) \(words)\(untilWords(decision.until)) "
                + "(\(decision.cause.rawValue))",
            FactEntry(
                kind, decision.verdict == .update ? .info : .notice,
                "\(journal.list([decision.target])) \(isNow)"
                    + (end.map { " until \(until($0))" } ?? "")
                    + (decision.isBlocked ? ": \(reasons)." : "."),
                [
                    "TARGET": decision.target, "DECISION": decision.verdict.rawValue,
                    "REASON": decision.restrictions.isEmpty
                        ? decision.cause.rawValue
                        : decision.restrictions.map(\.kind.rawValue).joined(separator: " "),
                    "CAUSE": decision.cause.rawValue,
                    "UNTIL": end == nil && !decision.isBlocked ? "now" : until(end),
                    "SEQUENCE": String(event.sequence),
                ]))
    }

    /// A restriction's display name; private and left out for check-ins and manual protections.
    private func reason(_ restriction: Restriction) -> String {
        switch restriction.kind {
        case .checkIn: "check-in \(restriction.rule)"
        case .manualProtection: "manual protection \(restriction.rule)"
        default: restriction.name
        }
    }

    func riskAssessed(_ record: RiskRecord) -> FactReport {
        let before = journal.before.risk
        let fields = [
            "RISK_SCORE": record.score.description, "RISK_LEVEL": record.level.rawValue,
            "REASON": journal.reason(record.factors),
        ]
        let level = FactEntry(
            .riskAssessed, record.level >= .high ? .notice : .info,
            "The risk is \(record.level.rawValue): \(record.score).", fields)
        let suggestion = FactEntry(
            .quietHoursSuggested, .notice,
            "The risk is \(record.score), so Soteria suggests quiet hours.", fields)
        let isSuggested = record.isElevated == true && before?.isElevated != true
        return FactReport(
            [
                "score": record.score, "automatic": record.automatic,
                "level": record.level.rawValue, "factors": record.factors,
                "elevated": record.isElevated ?? false,
            ],
            text: "\(record.score) \(record.level.rawValue)"
                + (record.factors.isEmpty ? "" : ": \(record.factors.joined(separator: ", "))"),
            record.level == before?.level ? nil : level, isSuggested ? suggestion : nil)
    }
}
