import API
import Localization

enum UnblockText {
    /// The state of a request's targets, and the number of today's requests.
    static func introduction(
        _ request: UnblockAPI.OpenRequest, _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let targets = state.targets.filter { request.targets.contains($0.target) }
        var text = ""
        for target in targets where target.blocked || targets.count == 1 {
            text +=
                localized(
                    """
                    \(style.apply(.strong, Printable.text(target.name))) is \
                    \(RestrictionText.state(target, now: now))
                    """)
            let reasons = Printable.text(RestrictionText.all(target.restrictions))
            text += (reasons.isEmpty ? "" : ": " + reasons) + "\n"
        }
        if text.isEmpty { text = localized("Nothing is blocked now.\n") }
        if request.emergency == true {
            text += localized(
                "This is an emergency request: it also opens what strict rules block.\n")
        }
        return text + circumstances(request.circumstances)
    }

    /// `This is request 3 today, after 1 unblock.`
    private static func circumstances(_ circumstances: UnblockAPI.Circumstances) -> String {
        let unblocks = circumstances.unblocksToday
        let after = unblocks > 0 ? localized(", after \(Count.unblocks(unblocks))") : ""
        return localized("This is request \(circumstances.requestsToday) today\(after).\n")
    }

    /// `The block is kept. Today so far: 3 protection moments.`
    static func kept(_ reply: UnblockAPI.Keep.Reply) -> String {
        let moments = Count.protectionMoments(reply.today)
        return reply.today > 0
            ? localized("The block is kept. Today so far: \(moments).\n")
            : localized("The block is kept.\n")
    }

    /// The end of a strict restriction of the request's targets; nil if there is none.
    static func strict(_ request: UnblockAPI.OpenRequest, _ state: ProtectionAPI.List.Reply)
        -> String?
    {
        let targets = state.targets.filter {
            request.targets.contains($0.target) && $0.blocked && $0.strict
        }
        guard !targets.isEmpty else { return nil }
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let last = RestrictionText.strictEnd(of: targets.flatMap(\.restrictions))
        let names = names(targets.map(\.target), state)
        let end = TimeWords.end(last, now: now)
        guard last != nil else {
            return localized(
                count: targets.count,
                one: "\(names) is strictly blocked\(end), so you cannot unblock it.\n",
                other: "\(names) are strictly blocked\(end), so you cannot unblock them.\n")
        }
        return localized(
            count: targets.count,
            one: "\(names) is strictly blocked\(end), so you cannot unblock it before then.\n",
            other: "\(names) are strictly blocked\(end), so you cannot unblock them before then.\n")
    }

    /// `Shopping is open until 23:33 (in 15 min), then blocked again`, and the targets that stay
    /// blocked. Each target has its own end: a new grant does not shorten a longer one.
    ///
    /// `then` is the state of the only target at the grant's end; nil if there are several targets
    /// or the state is unknown. `state` is the state of all targets after the opening.
    static func opened(
        _ reply: UnblockAPI.Confirm.Reply, then: ProtectionAPI.Explain.Reply?,
        _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        var text = localized("The protection has ended\n")
        if let grant = reply.grant {
            let now = Moment(grant.at) ?? Moment(seconds: 0, offset: 0)
            text = GrantText.groups(grant.targets, state, otherwise: grant.until)
                .map { group in
                    let names = names(group.targets, state)
                    let standing = style.apply(
                        .good, RestrictionText.granted(group.until, then: then, now: now))
                    return localized(
                        count: group.targets.count, one: "\(names) is \(standing)",
                        other: "\(names) are \(standing)") + "\n"
                }.joined()
        }
        guard !reply.blocked.isEmpty else { return text }
        return text + staying(reply.blocked, state, style)
    }

    /// `Shopping stays blocked`, on a line.
    static func staying(
        _ keys: [String], _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        let (names, blocked) = (names(keys, state), style.apply(.bad, localized("blocked")))
        return localized(
            count: keys.count, one: "\(names) stays \(blocked)\n",
            other: "\(names) stay \(blocked)\n")
    }

    /// An open request in a list: `12 (Shopping, since 23:10)`.
    static func request(
        _ request: UnblockAPI.OpenRequest, _ state: ProtectionAPI.List.Reply
    ) -> String {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        return localized(
            """
            \(request.request) (\(names(request.targets, state)), since \
            \(TimeWords.at(request.at, now: now)))
            """)
    }

    /// The names of targets, or the keys of targets without a name.
    static func names(_ keys: [String], _ state: ProtectionAPI.List.Reply) -> String {
        let names = keys.map { key in
            state.targets.first { $0.target == key }?.name ?? key
        }
        return Printable.text(names.joined(separator: ", "))
    }
}
