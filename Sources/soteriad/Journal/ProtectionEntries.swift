import Engine
import Logging
import RuleModel

/// What the journal says of protections.
extension FactEntries {
    func tellProtection(_ event: Event) {
        switch event.fact {
        case .protectionStarted(let protection) where protection.kind == .autoProtection:
            tellAutoProtection(protection, event)
        case .protectionStarted(let protection):
            let end = until(event.at + protection.length, event)
            journal.send(
                .protectionStarted, .notice,
                "Manual protection \(protection.id): \(list(protection.targets)) until \(end).",
                [
                    "TARGET": key(protection.targets), "REASON": protection.kind.rawValue,
                    "UNTIL": end, "SEQUENCE": String(protection.id),
                ])
        case .protectionEnded(let id):
            let ended = before.protection(id)
            let isCovered = ended.map { event.elapsed < $0.deadline.elapsed } ?? false
            journal.send(
                .protectionEnded, .info, "\(name(ended, id)) is over.",
                [
                    "TARGET": key(ended?.targets ?? []),
                    "REASON": isCovered ? "a longer one holds instead" : "its time is over",
                    "SEQUENCE": String(id),
                ])
        case .protectionReleased(let release):
            let ended = before.protection(release.id)
            journal.send(
                .protectionReleased, .notice,
                "\(name(ended, release.id)) of "
                    + "\(list(ended?.targets ?? [])) was ended before its time.",
                [
                    "TARGET": key(ended?.targets ?? []), "REQUEST": String(release.request),
                    "SEQUENCE": String(release.id),
                ])
        default: break
        }
    }

    /// What a protection is called here: what somebody called it by hand is theirs.
    func name(_ protection: Protection?, _ id: Int64) -> String {
        guard let protection, protection.kind == .autoProtection else {
            return "Manual protection \(id)"
        }
        return protection.name
    }

    private func tellAutoProtection(_ protection: Protection, _ event: Event) {
        let end = until(event.at + protection.length, event)
        let score = protection.risk?.automatic ?? .zero
        let factors = reason(protection.risk?.factors ?? [])
        journal.send(
            .autoProtectionBegan, .notice,
            "\(protection.name): \(list(protection.targets)) until \(end). "
                + "The risk is \(score): \(factors).",
            [
                "TARGET": key(protection.targets), "NAME": protection.name, "UNTIL": end,
                "RISK_SCORE": score.description, "REASON": protection.kind.rawValue,
                "FACTORS": factors,
                "RULE": protection.rule ?? "unknown", "SEQUENCE": String(protection.id),
            ])
    }

    /// The keys of targets as a field holds them.
    func key(_ targets: [String]) -> String {
        targets.isEmpty ? "unknown" : targets.joined(separator: " ")
    }
}
