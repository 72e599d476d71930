import API

/// A decision as the environment of the command that is run for it.
enum DecisionVariables {
    /// `SOTERIA_TARGET` and its like; those that say nothing are empty, so that a shell that
    /// forbids unset ones finds them all.
    static func of(_ decision: ProtectionAPI.Decision) -> [String: String] {
        var kinds: [String] = []
        for restriction in decision.restrictions where !kinds.contains(restriction.kind.rawValue) {
            kinds.append(restriction.kind.rawValue)
        }
        return [
            "SOTERIA_TARGET": decision.target,
            "SOTERIA_NAME": decision.name,
            "SOTERIA_VERDICT": decision.verdict.rawValue,
            "SOTERIA_UNTIL": decision.until ?? "",
            "SOTERIA_GRANTED_UNTIL": decision.grantedUntil ?? "",
            "SOTERIA_CAUSE": decision.cause.rawValue,
            "SOTERIA_REASONS": kinds.joined(separator: " "),
            "SOTERIA_STRICT": decision.restrictions.contains(where: \.strict) ? "1" : "0",
            "SOTERIA_SEQUENCE": String(decision.sequence),
        ]
    }
}
