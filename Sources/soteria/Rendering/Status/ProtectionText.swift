import API
import Localization

/// The text of `soteria protect`: the end of each target's block.
enum ProtectionText {
    /// A line for the targets with the same end, each by its name: `Shopping is blocked until
    /// 17:23 (in 1 h)`, or `Shopping stays blocked until ...` if a rule or an earlier protection
    /// blocks it for longer than requested.
    static func text(
        _ reply: ProtectionAPI.Start.Reply, asked length: Length,
        _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let endings = reply.targets.map { key in
            let target = state.targets.first { $0.target == key }
            let ending = ProtectionEnding(
                of: target, by: reply, asked: now.seconds + length.seconds)
            return (ending, name: style.apply(.strong, Printable.text(target?.name ?? key)))
        }
        return endings.grouped(by: \.0).map { ending, targets in
            ending.text(targets.map(\.name), now: now, style) + "\n"
        }.joined()
    }

    /// How the protection can be ended before its time.
    static func ending(_ reply: ProtectionAPI.Start.Reply, isStrict: Bool) -> String {
        guard isStrict else {
            return localized(
                "To end the protection early: soteria unblock --protection \(reply.id)\n")
        }
        let undoing = undoing(until: reply.takeBackUntil).map {
            localized("To undo the protection, \($0)\n")
        }
        return localized("The protection is strict: you cannot unblock anything before it ends\n")
            + (undoing ?? "")
    }

    /// `until 22:31:05: soteria protect --undo`; nil without that end.
    static func undoing(until end: String?) -> String? {
        end.flatMap { Moment($0) }.map {
            localized("until \($0.timeWithSeconds): soteria protect --undo")
        }
    }

    /// The end of a strict protection that was taken back, and the targets that stay blocked.
    static func undone(
        _ reply: ProtectionAPI.TakeBack.Reply, _ state: ProtectionAPI.List.Reply?, _ style: Style
    ) -> String {
        var text = localized("The protection has been undone\n")
        if let state, !reply.blocked.isEmpty {
            text += UnblockText.staying(reply.blocked, state, style)
        }
        return text
    }
}

/// The end of a protected target's block.
private enum ProtectionEnding: Hashable {
    /// It is blocked until this instant; nil if unknown.
    case blocked(until: String?)
    /// Something else already blocks it for longer than requested.
    case held(until: String?)

    /// `end` is the end of the requested protection, in seconds since 1970.
    init(
        of target: ProtectionAPI.TargetState?, by protection: ProtectionAPI.Start.Reply,
        asked end: Int
    ) {
        guard let target, target.blocked else {
            self = .blocked(until: protection.until)
            return
        }
        let own = String(protection.id)
        let isHeld = target.restrictions.contains {
            $0.kind != .manualProtection || $0.rule != own
        }
        // The daemon returns an existing protection if that lasts longer.
        let isEarlier = Self.isLater(protection.until, than: end)
        self =
            (isHeld || isEarlier) && Self.isLater(target.until, than: end)
            ? .held(until: target.until) : .blocked(until: target.until)
    }

    private static func isLater(_ until: String?, than end: Int) -> Bool {
        guard let until else { return true }
        // Instants come in whole seconds, rounded.
        return (Moment(until)?.seconds ?? end) > end + 1
    }

    /// The text about targets with these names.
    func text(_ names: [String], now: Moment, _ style: Style) -> String {
        let all = names.joined(separator: ", ")
        func blocked(_ until: String?) -> String {
            style.apply(.bad, localized("blocked\(TimeWords.end(until, now: now))"))
        }
        switch self {
        case .blocked(let until):
            return localized(
                count: names.count, one: "\(all) is \(blocked(until))",
                other: "\(all) are \(blocked(until))")
        case .held(let until):
            return localized(
                count: names.count, one: "\(all) stays \(blocked(until))",
                other: "\(all) stay \(blocked(until))")
        }
    }
}

extension SoteriaClient {
    /// The state of a target at an instant, if nothing changes until then.
    func explain(_ target: String, at instant: String) throws(CallFailure)
        -> ProtectionAPI.Explain.Reply
    {
        try call(ProtectionAPI.Explain.self, .init(target: target, at: instant))
    }
}

extension ProtectionAPI.Explain.Reply {
    /// Whether anything restricts the target at that instant, with or without a grant: the end of a
    /// grant is rounded, so the daemon may report the grant as still running then.
    var isRestricted: Bool { rules.contains(where: \.inForce) }
}
