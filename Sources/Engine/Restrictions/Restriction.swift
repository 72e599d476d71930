import RuleModel

/// A restriction: one reason why a target is blocked now.
package struct Restriction: Hashable, Sendable, Codable {
    package var kind: Kind
    /// The rule's key, or the protection's number: unique within its kind.
    package var rule: String
    package var name: String
    /// The expected end; nil if no end is known.
    package var until: Instant?
    /// Whether the target cannot be unblocked during the restriction.
    package var isStrict: Bool

    package init(kind: Kind, rule: String, name: String, until: Instant?, isStrict: Bool) {
        self.kind = kind
        self.rule = rule
        self.name = name
        self.until = until
        self.isStrict = isStrict
    }

    /// The kinds of rules that restrict, under the names that the socket and the journal use.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case quietHours = "quiet_hours"
        case autoProtection = "auto_protection"
        case manualProtection = "manual_protection"
        case checkIn = "check_in"
        case budget
    }
}

extension Sequence<Instant?> {
    /// The latest of several ends; nil if one is not known, or there are none.
    package var latestEnd: Instant? {
        var latest: Instant?
        for end in self {
            guard let end else { return nil }
            latest = Swift.max(latest ?? end, end)
        }
        return latest
    }
}

/// A decision about a target: blocked, unblocked, or blocked for other reasons or to another end.
package struct Decision: Hashable, Sendable, Codable {
    package var target: String
    package var verdict: Verdict
    /// The reasons that hold now, by kind and rule; empty after `unblock`.
    package var restrictions: [Restriction]
    /// The expected end of the block; nil if no end is known or the target is open.
    package var until: Instant?
    package var cause: Cause
    /// After `unblock`: the end of the grant that keeps the target open; nil if none runs.
    package var grantedUntil: Instant?

    package init(
        target: String, verdict: Verdict, restrictions: [Restriction], until: Instant?,
        cause: Cause, grantedUntil: Instant? = nil
    ) {
        self.grantedUntil = grantedUntil
        self.target = target
        self.verdict = verdict
        self.restrictions = restrictions
        self.until = until
        self.cause = cause
    }

    package var isBlocked: Bool { verdict != .unblock }

    /// `block` and `unblock` are decisions; `update` changes the reasons or the end of a block.
    package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        case block, unblock, update
    }

    /// The cause of a decision.
    package enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// A schedule began, ended or moved its end as time passed.
        case schedule
        /// A protection began or ended.
        case protection
        /// A grant began or ended.
        case grant
        /// A check-in was asked or answered, or reached its limit.
        case checkIn = "check_in"
        /// A budget was used up or reset.
        case budget
        /// The rule files changed.
        case rules
        /// A schedule or a target was switched on or off.
        case `switch`
        /// The clock or the zone changed.
        case clock
        /// The daemon started and found that things had changed while it was not running.
        case start
    }
}
