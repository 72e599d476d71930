import API
import Localization

enum RestrictionText {
    static func kind(_ kind: ProtectionAPI.RestrictionKind) -> String {
        switch kind {
        case .quietHours: localized("quiet hours")
        case .autoProtection: localized("auto-protection")
        case .manualProtection: localized("your protection")
        case .checkIn: localized("check-in")
        case .budget: localized("budget used up")
        }
    }

    /// `quiet hours`; `your protection 12`, whose number ends it; `quiet hours, earlier version`,
    /// which still hold beside the edited entry under a key such as `nights@3f09ac`.
    static func kind(_ kind: ProtectionAPI.RestrictionKind, rule: String) -> String {
        if kind == .manualProtection { return self.kind(kind) + " \(rule)" }
        return self.kind(kind) + (rule.contains("@") ? localized(", earlier version") : "")
    }

    /// `Financial quiet mode (quiet hours, strict)`, `An evening off (your protection 12)`.
    static func one(_ restriction: ProtectionAPI.Restriction) -> String {
        let kind = kind(restriction.kind, rule: restriction.rule)
        return "\(restriction.name) (\(kind)\(restriction.strict ? localized(", strict") : ""))"
    }

    static func all(_ restrictions: [ProtectionAPI.Restriction]) -> String {
        restrictions.map(one).joined(separator: ", ")
    }

    /// `blocked until 06:30 (in 7 h 12 min)`, `blocked, no end known`, `open until 23:13 (in 8
    /// min)`, `open`, `not monitored`.
    static func state(
        blocked: Bool, monitored: Bool, until: String?, grantedUntil: String? = nil, now: Moment
    ) -> String {
        if blocked { return localized("blocked\(TimeWords.end(until, now: now))") }
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
        localized("open until \(TimeWords.ahead(until, now: now))")
    }

    /// `open until 23:13 (in 8 min), then blocked again`, or `..., and not blocked after that`, by
    /// the target's state at that end, `then`; without a known state, only the first part.
    static func granted(_ until: String, then: ProtectionAPI.Explain.Reply?, now: Moment) -> String
    {
        let open = granted(until, now: now)
        guard let then else { return open }
        return then.isRestricted
            ? localized("\(open), then blocked again")
            : localized("\(open), and not blocked after that")
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
    static func open(monitored: Bool) -> String {
        monitored ? localized("open") : localized("not monitored")
    }
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
            let name = style.apply(.strong, UnblockText.names([key], state))
            let blocked = style.apply(.bad, localized("blocked\(TimeWords.end(until, now: now))"))
            return reply.grants.isEmpty
                ? localized("\(name) is already \(blocked)\n")
                : localized("\(name) is \(blocked)\n")
        }.joined()
    }

    /// The reason why no target is blocked after grants were ended, and how to block them. Without
    /// a named place, every target was meant.
    static func nothingBlocks(
        _ reply: UnblockAPI.EndGrants.Reply, isNamed: Bool, _ state: ProtectionAPI.List.Reply
    ) -> String {
        let ended = reply.grants.isEmpty ? "" : localized("the permission has ended, but ")
        guard isNamed, let first = reply.targets.first else {
            return ended
                + localized(
                    """
                    nothing is blocked now; to block every target for an hour: soteria protect \
                    --for 1h
                    """)
        }
        let names = UnblockText.names(reply.targets, state)
        let command = "soteria protect \(Printable.text(first)) --for 1h"
        return ended
            + localized(
                count: reply.targets.count,
                one: "nothing blocks \(names) now; to block it for an hour: \(command)",
                other: "nothing blocks \(names) now; to block them for an hour: \(command)")
    }

    /// `Games is already open until 19:15 (in 12 min)`; nil if none has a running grant.
    static func already(_ keys: [String], _ state: ProtectionAPI.List.Reply) -> String? {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let open = groups(keys, state).map { group -> String in
            let names = UnblockText.names(group.targets, state)
            let standing = RestrictionText.granted(group.until, now: now)
            return localized(
                count: group.targets.count, one: "\(names) is already \(standing)",
                other: "\(names) are already \(standing)")
        }
        return open.isEmpty ? nil : open.joined(separator: "; ")
    }
}
