import API

/// Reasons and ends of blocks in words.
enum RestrictionText {
    /// `quiet hours`, as people say it.
    static func kind(_ kind: ProtectionAPI.RestrictionKind) -> String {
        switch kind {
        case .quietHours: "quiet hours"
        case .autoProtection: "automatic protection"
        case .manualProtection: "your protection"
        case .checkIn: "check-in"
        case .budget: "time used up"
        }
    }

    /// `quiet hours`; `your protection 12`, by whose number it can be ended; `quiet hours from
    /// before an edit`, which holds on beside the edited entry under a key such as `nights@3f09ac`.
    static func kind(_ kind: ProtectionAPI.RestrictionKind, rule: String) -> String {
        if kind == .manualProtection { return self.kind(kind) + " \(rule)" }
        return self.kind(kind) + (rule.contains("@") ? " from before an edit" : "")
    }

    /// `Financial quiet mode (quiet hours, strict)`, `An evening off (your protection 12)`.
    static func one(_ restriction: ProtectionAPI.Restriction) -> String {
        let kind = kind(restriction.kind, rule: restriction.rule)
        return "\(restriction.name) (\(kind)\(restriction.strict ? ", strict" : ""))"
    }

    /// All of them, one after another.
    static func all(_ restrictions: [ProtectionAPI.Restriction]) -> String {
        restrictions.map(one).joined(separator: ", ")
    }

    /// `blocked until 06:30 (in 7 h 12 min)`, `blocked, no end known`, `open until 23:13 (in 8
    /// min)`, `open`, `not monitored`.
    static func state(
        blocked: Bool, monitored: Bool, until: String?, grantedUntil: String? = nil, now: Moment
    ) -> String {
        if blocked { return "blocked" + TimeWords.end(until, now: now) }
        if let grantedUntil, monitored { return granted(grantedUntil, now: now) }
        return open(monitored: monitored)
    }

    static func state(_ target: ProtectionAPI.TargetState, now: Moment) -> String {
        state(
            blocked: target.blocked, monitored: target.monitored, until: target.until,
            grantedUntil: target.grantedUntil, now: now)
    }

    /// `open until 23:13 (in 8 min)`.
    static func granted(_ until: String, now: Moment) -> String {
        "open until \(TimeWords.ahead(until, now: now))"
    }

    /// `open until 23:13 (in 8 min), then blocked again`, or that nothing blocks it then, by how
    /// the target stands at that end; nil where that is not known, of which nothing is said.
    static func granted(_ until: String, then: ProtectionAPI.Explain.Reply?, now: Moment) -> String
    {
        let open = granted(until, now: now)
        guard let then else { return open }
        return open + (then.isRestricted ? ", then blocked again" : ", and nothing blocks it then")
    }

    /// `open`, `not monitored`.
    static func open(monitored: Bool) -> String { monitored ? "open" : "not monitored" }
}
