import API

enum RestrictionText {
    static func kind(_ kind: ProtectionAPI.RestrictionKind) -> String {
        switch kind {
        case .quietHours: "quiet hours"
        case .autoProtection: "auto-protection"
        case .manualProtection: "your protection"
        case .checkIn: "check-in"
        case .budget: "budget used up"
        }
    }

    /// `quiet hours`; `your protection 12`, whose number ends it; `quiet hours, earlier version`,
    /// which still hold beside the edited entry under a key such as `nights@3f09ac`.
    static func kind(_ kind: ProtectionAPI.RestrictionKind, rule: String) -> String {
        if kind == .manualProtection { return self.kind(kind) + " \(rule)" }
        return self.kind(kind) + (rule.contains("@") ? ", earlier version" : "")
    }

    /// `Financial quiet mode (quiet hours, strict)`, `An evening off (your protection 12)`.
    static func one(_ restriction: ProtectionAPI.Restriction) -> String {
        let kind = kind(restriction.kind, rule: restriction.rule)
        return "\(restriction.name) (\(kind)\(restriction.strict ? ", strict" : ""))"
    }

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

    /// `open until 23:13 (in 8 min), then blocked again`, or `..., and not blocked after that`, by
    /// the target's state at that end, `then`; without a known state, only the first part.
    static func granted(_ until: String, then: ProtectionAPI.Explain.Reply?, now: Moment) -> String
    {
        let open = granted(until, now: now)
        guard let then else { return open }
        return open
            + (then.isRestricted ? ", then blocked again" : ", and not blocked after that")
    }

    /// The end of the last strict restriction; nil if one has no known end: it outlasts the others.
    static func strictEnd(of restrictions: [ProtectionAPI.Restriction]) -> String? {
        let ends = restrictions.filter(\.strict).map(\.until)
        return ends.contains(nil)
            ? nil
            : ends.compactMap(\.self).max {
                (Moment($0)?.seconds ?? 0) < (Moment($1)?.seconds ?? 0)
            }
    }

    /// `open`, `not monitored`.
    static func open(monitored: Bool) -> String { monitored ? "open" : "not monitored" }
}

enum GrantText {
    /// Targets that are open until the same instant.
    struct Group: Hashable {
        /// RFC 3339.
        var until: String
        var targets: [String]
    }

    /// The targets by the end of their grant: that of the state, else `otherwise` if given.
    static func groups(
        _ keys: [String], _ state: ProtectionAPI.List.Reply, otherwise: String? = nil
    ) -> [Group] {
        keys.compactMap { key in
            let granted = state.targets.first { $0.target == key }?.grantedUntil
            return (granted ?? otherwise).map { (target: key, until: $0) }
        }.grouped(by: \.until).map { until, targets in
            Group(until: until, targets: targets.map(\.target))
        }
    }

    /// `Shopping is blocked until 06:30 (in 7 h 12 min)` for each blocked target after grants were
    /// ended, or `Shopping is already blocked until ...` if none was running.
    static func ended(
        _ reply: UnblockAPI.EndGrants.Reply, _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        return reply.blocked.map { key in
            let until = state.targets.first { $0.target == key }?.until
            return style.apply(.strong, UnblockText.names([key], state)) + " is "
                + (reply.grants.isEmpty ? "already " : "")
                + style.apply(.bad, "blocked" + TimeWords.end(until, now: now)) + "\n"
        }.joined()
    }

    /// The reason why no target is blocked after grants were ended, and how to block them. Without
    /// a named place, every target was meant.
    static func nothingBlocks(
        _ reply: UnblockAPI.EndGrants.Reply, isNamed: Bool, _ state: ProtectionAPI.List.Reply
    ) -> String {
        let ended = reply.grants.isEmpty ? "" : "the permission has ended, but "
        guard isNamed, let first = reply.targets.first else {
            return ended + "nothing is blocked now; to block every target for an hour: "
                + "soteria protect --for 1h"
        }
        return ended + "nothing blocks \(UnblockText.names(reply.targets, state)) now; to block "
            + "\(reply.targets.count == 1 ? "it" : "them") for an hour: "
            + "soteria protect \(Printable.text(first)) --for 1h"
    }

    /// `Games is already open until 19:15 (in 12 min)`; nil if none has a running grant.
    static func already(_ keys: [String], _ state: ProtectionAPI.List.Reply) -> String? {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let open = groups(keys, state).map { group in
            "\(UnblockText.names(group.targets, state)) "
                + "\(group.targets.count == 1 ? "is" : "are") already "
                + RestrictionText.granted(group.until, now: now)
        }
        return open.isEmpty ? nil : open.joined(separator: "; ")
    }
}
