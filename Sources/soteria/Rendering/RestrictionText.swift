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

    /// `Financial quiet mode (quiet hours, strict)`.
    static func one(_ restriction: ProtectionAPI.Restriction) -> String {
        let kind = kind(restriction.kind) + (restriction.strict ? ", strict" : "")
        return "\(restriction.name) (\(kind))"
    }

    /// All of them, one after another.
    static func all(_ restrictions: [ProtectionAPI.Restriction]) -> String {
        restrictions.map(one).joined(separator: ", ")
    }

    /// `blocked until 06:30 (in 7 h 12 min)`, `blocked, no end known`, `open`, `not monitored`.
    static func state(blocked: Bool, monitored: Bool, until: String?, now: Moment) -> String {
        if blocked { return "blocked" + TimeWords.end(until, now: now) }
        return open(monitored: monitored)
    }

    /// `open`, `not monitored`.
    static func open(monitored: Bool) -> String { monitored ? "open" : "not monitored" }
}
