import API

/// The text of `soteria protect`: until when each target is blocked now.
enum ProtectionText {
    /// A line for the targets that end alike, each by its name:
    /// `Shopping is blocked until 17:23 (in 1 h)`, `Shopping stays blocked until ...` where a rule
    /// or an earlier protection blocks it for longer than was asked for, and
    /// `Shopping is open until 16:30 (in 7 min), then blocked until 17:23` while a permission runs.
    static func text(
        _ reply: ProtectionAPI.Start.Reply, asked length: Length, _ outcome: ProtectionOutcome,
        _ style: Style
    ) -> String {
        let state = outcome.state
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let endings = reply.targets.map { key in
            let target = state.targets.first { $0.target == key }
            let ending = ProtectionEnding(
                of: target, by: reply, asked: now.seconds + length.seconds,
                afterPermission: outcome.afterPermission[key])
            return (ending, name: style.apply(.strong, Printable.text(target?.name ?? key)))
        }
        return endings.grouped(by: \.0).map { ending, targets in
            targets.map(\.name).joined(separator: ", ") + " "
                + ending.text(isOne: targets.count == 1, now: now, style) + "\n"
        }.joined()
    }

    /// How the protection can be ended before its time.
    static func ending(_ reply: ProtectionAPI.Start.Reply, isStrict: Bool) -> String {
        isStrict
            ? "Nothing can be unblocked before the protection ends\n"
            : "To end the protection early: soteria unblock --protection \(reply.id)\n"
    }
}

/// How long a target is blocked now that it is protected.
private enum ProtectionEnding: Hashable {
    /// It is blocked until then; nil where no end is known.
    case blocked(until: String?)
    /// Something else blocks it already, and for longer than was asked for.
    case held(until: String?)
    /// A permission keeps it open; what comes then is not known.
    case open(until: String)
    /// A permission keeps it open, and it is blocked then; nil where that has no known end.
    case interrupted(until: String, then: String?)
    /// A permission keeps it open for longer than anything blocks it.
    case unaffected(until: String)

    /// `end` is when what was asked for ends, in seconds since 1970.
    init(
        of target: ProtectionAPI.TargetState?, by protection: ProtectionAPI.Start.Reply,
        asked end: Int, afterPermission: ProtectionAPI.Explain.Reply?
    ) {
        guard let target, target.blocked else {
            if let permitted = target?.grantedUntil {
                self = Self.permitted(until: permitted, then: afterPermission)
            } else {
                self = .blocked(until: protection.until)
            }
            return
        }
        let own = String(protection.id)
        let isHeld = target.restrictions.contains {
            $0.kind != .manualProtection || $0.rule != own
        }
        // One that lasts longer already is answered in the place of a new one.
        let isEarlier = Self.isLater(protection.until, than: end)
        self =
            (isHeld || isEarlier) && Self.isLater(target.until, than: end)
            ? .held(until: target.until) : .blocked(until: target.until)
    }

    private static func permitted(until: String, then: ProtectionAPI.Explain.Reply?) -> Self {
        guard let then else { return .open(until: until) }
        guard then.isRestricted else { return .unaffected(until: until) }
        return .interrupted(until: until, then: then.until)
    }

    private static func isLater(_ until: String?, than end: Int) -> Bool {
        guard let until else { return true }
        // Instants come in whole seconds, rounded.
        return (Moment(until)?.seconds ?? end) > end + 1
    }

    /// The words about one target, or several, behind their names.
    func text(isOne: Bool, now: Moment, _ style: Style) -> String {
        let (be, stay) = isOne ? ("is ", "stays ") : ("are ", "stay ")
        func blocked(_ until: String?) -> String {
            style.apply(.bad, "blocked" + TimeWords.end(until, now: now))
        }
        func open(_ until: String) -> String {
            style.apply(.good, RestrictionText.granted(until, now: now))
        }
        switch self {
        case .blocked(let until): return be + blocked(until)
        case .held(let until): return stay + blocked(until)
        case .open(let until): return be + open(until)
        case .interrupted(let until, let then):
            let end = then.map { "until \(TimeWords.at($0, now: now))" } ?? "again"
            return be + open(until) + ", then " + style.apply(.bad, "blocked \(end)")
        case .unaffected(let until):
            return stay + open(until)
                + ": \(isOne ? "it is" : "they are") unblocked for longer than that"
        }
    }
}

/// How targets stand once they are protected, which is not the protection's doing alone: a rule may
/// hold them for longer, and a permission that runs keeps them open until it ends.
struct ProtectionOutcome {
    var state: ProtectionAPI.List.Reply
    /// How those that a permission keeps open stand at its end, by key.
    var afterPermission: [String: ProtectionAPI.Explain.Reply] = [:]
}

extension ProtectionOutcome {
    init(of targets: [String], _ client: SoteriaClient) throws {
        self.init(state: try client.call(ProtectionAPI.List.self))
        for target in state.targets where targets.contains(target.target) {
            guard let end = target.grantedUntil else { continue }
            do {
                afterPermission[target.target] = try client.explain(target.target, at: end)
            } catch CallFailure.refused {
                // New rules may have taken the target away meanwhile.
                continue
            }
        }
    }
}

extension SoteriaClient {
    /// How a target stands at an instant as if nothing changed until then.
    func explain(_ target: String, at instant: String) throws(CallFailure)
        -> ProtectionAPI.Explain.Reply
    {
        try call(ProtectionAPI.Explain.self, .init(target: target, at: instant))
    }
}

extension ProtectionAPI.Explain.Reply {
    /// Whether anything restricts the target then, be there a permission or not: asked about the
    /// end of one, which comes rounded, the daemon may find that it still runs.
    var isRestricted: Bool { rules.contains(where: \.inForce) }
}
