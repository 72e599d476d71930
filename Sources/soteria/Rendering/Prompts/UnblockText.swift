import API

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
                style.apply(.strong, Printable.text(target.name)) + " is "
                + RestrictionText.state(target, now: now)
            let reasons = Printable.text(RestrictionText.all(target.restrictions))
            text += (reasons.isEmpty ? "" : ": " + reasons) + "\n"
        }
        if text.isEmpty { text = "Nothing is blocked now.\n" }
        if request.emergency == true {
            text += "This is an emergency request: it also opens what strict rules block.\n"
        }
        return text + circumstances(request.circumstances)
    }

    /// `This is request 3 today, after 1 unblock.`
    private static func circumstances(_ circumstances: UnblockAPI.Circumstances) -> String {
        let unblocks = circumstances.unblocksToday
        let after = unblocks > 0 ? ", after \(Count.text(unblocks, "unblock"))" : ""
        return "This is request \(circumstances.requestsToday) today\(after).\n"
    }

    /// `The block is kept. Today so far: 3 protection moments.`
    static func kept(_ reply: UnblockAPI.Keep.Reply) -> String {
        let moments = Count.text(reply.today, "protection moment")
        return "The block is kept." + (reply.today > 0 ? " Today so far: \(moments).\n" : "\n")
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
        return "\(names(targets.map(\.target), state)) \(targets.count == 1 ? "is" : "are") "
            + "strictly blocked\(TimeWords.end(last, now: now)), so you cannot unblock "
            + (targets.count == 1 ? "it" : "them") + (last == nil ? ".\n" : " before then.\n")
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
        var text = "The protection has ended\n"
        if let grant = reply.grant {
            let now = Moment(grant.at) ?? Moment(seconds: 0, offset: 0)
            text = GrantText.groups(grant.targets, state, otherwise: grant.until)
                .map { group in
                    "\(names(group.targets, state)) \(group.targets.count == 1 ? "is" : "are") "
                        + style.apply(
                            .good, RestrictionText.granted(group.until, then: then, now: now))
                        + "\n"
                }.joined()
        }
        guard !reply.blocked.isEmpty else { return text }
        let verb = reply.blocked.count == 1 ? "stays" : "stay"
        return text + "\(names(reply.blocked, state)) \(verb) " + style.apply(.bad, "blocked")
            + "\n"
    }

    /// An open request in a list: `12 (Shopping, since 23:10)`.
    static func request(
        _ request: UnblockAPI.OpenRequest, _ state: ProtectionAPI.List.Reply
    ) -> String {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        return "\(request.request) (\(names(request.targets, state)), "
            + "since \(TimeWords.at(request.at, now: now)))"
    }

    /// The names of targets, or the keys of targets without a name.
    static func names(_ keys: [String], _ state: ProtectionAPI.List.Reply) -> String {
        let names = keys.map { key in
            state.targets.first { $0.target == key }?.name ?? key
        }
        return Printable.text(names.joined(separator: ", "))
    }
}
