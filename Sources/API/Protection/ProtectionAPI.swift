/// The typed calls of `org.soteria.protection`.
///
/// What is blocked now, why, and until when; and protection that a person starts by hand.
///
/// In all interfaces of Soteria instants are RFC 3339 strings with an offset
/// ("2026-11-21T22:30:00+01:00", the offset being the local zone's at that instant), durations are
/// whole seconds, and a field marked with "?" is left out where it says nothing.
package enum ProtectionAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.protection"
}

/// The types of `org.soteria.protection`, as its file declares them.
extension ProtectionAPI {
    /// What kind of rule restricts.
    package enum RestrictionKind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A quiet-hours schedule runs.
        case quietHours = "quiet_hours"
        /// The daemon found a high risk and protects by itself.
        case autoProtection = "auto_protection"
        /// A person started a protection.
        case manualProtection = "manual_protection"
        /// A check-in is unanswered, or was answered with no.
        case checkIn = "check_in"
        /// The time allowed for the day or the week is used up.
        case budget
    }

    /// One reason why a target is blocked now.
    package struct Restriction: Codable, Hashable, Sendable {
        /// What kind of rule restricts.
        package var kind: RestrictionKind
        /// The rule's key in the rule files, or the protection's id in digits; unique within its
        /// kind.
        package var rule: String
        /// The name that people see.
        package var name: String
        /// When it ends if nothing changes; left out where no end is known.
        package var until: String?
        /// Whether the target cannot be unblocked while it holds.
        package var strict: Bool

        /// The value with all that it holds.
        package init(
            kind: RestrictionKind, rule: String, name: String, until: String? = nil, strict: Bool
        ) {
            self.kind = kind
            self.rule = rule
            self.name = name
            self.until = until
            self.strict = strict
        }
    }

    /// How one target stands.
    package struct TargetState: Codable, Hashable, Sendable {
        /// The target's key in the rule files.
        package var target: String
        /// The name that people see.
        package var name: String
        /// Whether it is blocked now.
        package var blocked: Bool
        /// Whether one of its restrictions is strict.
        package var strict: Bool
        /// When its last decision was taken; left out where there never was one.
        package var since: String?
        /// When it is unblocked if nothing changes; left out where it is open or no end is known.
        package var until: String?
        /// Why it is blocked, by kind and rule; empty where it is open.
        package var restrictions: [Restriction]
        /// Whether it is monitored; what is not is never blocked.
        package var monitored: Bool
        /// How many sites it holds.
        package var sites: Int
        /// How many apps it holds.
        package var apps: Int
        /// Until when a permission keeps it open that restrictions hold for; left out where none
        /// runs.
        package var grantedUntil: String?

        /// The value with all that it holds.
        package init(
            target: String, name: String, blocked: Bool, strict: Bool, since: String? = nil,
            until: String? = nil, restrictions: [Restriction], monitored: Bool, sites: Int,
            apps: Int, grantedUntil: String? = nil
        ) {
            self.target = target
            self.name = name
            self.blocked = blocked
            self.strict = strict
            self.since = since
            self.until = until
            self.restrictions = restrictions
            self.monitored = monitored
            self.sites = sites
            self.apps = apps
            self.grantedUntil = grantedUntil
        }
    }

    /// What a decision says of its target.
    package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was open and is blocked.
        case block
        /// It was blocked and is open.
        case unblock
        /// It stays blocked, for other reasons or until another time.
        case update
    }

    /// What brought a decision about.
    package enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
        /// A schedule began, ended or moved its end as time went on.
        case schedule
        /// A protection began or ended.
        case protection
        /// A permission to use the target began or ended.
        case grant
        /// A check-in was asked, answered or over.
        case checkIn = "check_in"
        /// A budget was used up or reset.
        case budget
        /// The rule files changed.
        case rules
        /// A schedule or a target was switched on or off.
        case `switch`
        /// The clock or the time zone was changed.
        case clock
        /// The daemon started and found that things had changed while it was away.
        case start
    }

    /// A change of one target.
    package struct Decision: Codable, Hashable, Sendable {
        /// The number of its event; grows from decision to decision, with gaps.
        package var sequence: Int
        /// When it was taken.
        package var at: String
        /// The target's key in the rule files.
        package var target: String
        /// The name that people see; the key where the target is no longer in the rules.
        package var name: String
        /// What changed.
        package var verdict: Verdict
        /// The reasons that hold now, by kind and rule; empty after unblock.
        package var restrictions: [Restriction]
        /// When it is unblocked if nothing changes; left out where it is open or no end is known.
        package var until: String?
        /// What brought the change about.
        package var cause: Cause
        /// After unblock: until when a permission keeps it open; left out where none runs.
        package var grantedUntil: String?

        /// The value with all that it holds.
        package init(
            sequence: Int, at: String, target: String, name: String, verdict: Verdict,
            restrictions: [Restriction], until: String? = nil, cause: Cause,
            grantedUntil: String? = nil
        ) {
            self.sequence = sequence
            self.at = at
            self.target = target
            self.name = name
            self.verdict = verdict
            self.restrictions = restrictions
            self.until = until
            self.cause = cause
            self.grantedUntil = grantedUntil
        }
    }

    /// How one rule bears on a target.
    package struct Explanation: Codable, Hashable, Sendable {
        /// What kind of rule it is.
        package var kind: RestrictionKind
        /// The rule's key in the rule files, or the protection's id in digits.
        package var rule: String
        /// The name that people see.
        package var name: String
        /// Whether it restricts the target at the instant asked about.
        package var inForce: Bool
        /// Whether it is switched on.
        package var enabled: Bool
        /// Whether the target cannot be unblocked while it holds.
        package var strict: Bool
        /// When it began if it is in force, else when it begins next; left out where that is not
        /// known.
        package var from: String?
        /// When it ends after that; left out where no end is known.
        package var until: String?
        /// Why it is in force or not, in words.
        package var why: String
        /// What would lift it, in words; left out where it is not in force.
        package var lift: String?

        /// The value with all that it holds.
        package init(
            kind: RestrictionKind, rule: String, name: String, inForce: Bool, enabled: Bool,
            strict: Bool, from: String? = nil, until: String? = nil, why: String,
            lift: String? = nil
        ) {
            self.kind = kind
            self.rule = rule
            self.name = name
            self.inForce = inForce
            self.enabled = enabled
            self.strict = strict
            self.from = from
            self.until = until
            self.why = why
            self.lift = lift
        }
    }
}
