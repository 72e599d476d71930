import API

/// What `soteria protect` shows: until when each target is blocked now.
enum ProtectionText {
    /// A line for the targets that end alike, each by its name:
    /// `Shopping is blocked until 17:23 (in 1 h)`, or `Shopping stays blocked until ...` where a
    /// rule or an earlier protection blocks it for longer than was asked for.
    static func text(
        _ reply: ProtectionAPI.Start.Reply, asked length: Length,
        _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        var groups: [(ending: Ending, names: [String])] = []
        for key in reply.targets {
            let target = state.targets.first { $0.target == key }
            let ending = Ending(of: target, by: reply, asked: now.seconds + length.seconds)
            let name = style.apply(.strong, Printable.text(target?.name ?? key))
            if let group = groups.firstIndex(where: { $0.ending == ending }) {
                groups[group].names.append(name)
            } else {
                groups.append((ending, [name]))
            }
        }
        return groups.map { group in
            let isOne = group.names.count == 1
            let verb = group.ending.stays ? (isOne ? "stays" : "stay") : (isOne ? "is" : "are")
            let blocked = "blocked" + TimeWords.end(group.ending.until, now: now)
            return "\(group.names.joined(separator: ", ")) \(verb) "
                + style.apply(.bad, blocked) + "\n"
        }.joined()
    }

    /// How the protection can be ended before its time.
    static func ending(_ reply: ProtectionAPI.Start.Reply, isStrict: Bool) -> String {
        isStrict
            ? "Nothing can be unblocked before the protection ends\n"
            : "To end the protection early: soteria unblock --protection \(reply.id)\n"
    }

    /// How long a target is blocked now that it is protected.
    private struct Ending: Hashable {
        /// Nil where no end is known.
        var until: String?
        /// Whether something else blocks it already, and for longer than was asked for.
        var stays: Bool

        /// `end` is when what was asked for ends, in seconds since 1970.
        init(
            of target: ProtectionAPI.TargetState?, by protection: ProtectionAPI.Start.Reply,
            asked end: Int
        ) {
            guard let target, target.blocked else {
                until = protection.until
                stays = false
                return
            }
            until = target.until
            let own = String(protection.id)
            let isHeld = target.restrictions.contains {
                $0.kind != .manualProtection || $0.rule != own
            }
            // One that lasts longer already is answered in the place of a new one.
            let isEarlier = Self.isLater(protection.until, than: end)
            stays = (isHeld || isEarlier) && Self.isLater(target.until, than: end)
        }

        private static func isLater(_ until: String?, than end: Int) -> Bool {
            guard let until else { return true }
            // Instants come in whole seconds, rounded.
            return (Moment(until)?.seconds ?? end) > end + 1
        }
    }
}
