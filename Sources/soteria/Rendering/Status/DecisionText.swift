import API
import Localization

/// Decisions as `soteria watch` shows them, one line each.
enum DecisionText {
    /// A decision: `22:30:00  Shopping  blocked until 06:30 (in 8 h)  Financial quiet mode (...)`.
    ///
    /// `nameWidth` is the number of columns for names, so that lines are aligned.
    static func line(_ decision: ProtectionAPI.Decision, nameWidth: Int = 0, _ style: Style)
        -> String
    {
        guard let at = Moment(decision.at) else { return "" }
        let state =
            switch decision.verdict {
            case .block:
                decision.cause == .grant
                    ? localized("blocked again\(TimeWords.end(decision.until, now: at))")
                    : localized("blocked\(TimeWords.end(decision.until, now: at))")
            case .update: localized("stays blocked\(TimeWords.end(decision.until, now: at))")
            case .unblock:
                decision.grantedUntil.map { RestrictionText.granted($0, now: at) }
                    ?? localized("open again")
            }
        return line(
            time: at.timeWithSeconds, name: Printable.padded(decision.name, to: nameWidth),
            state: state, blocked: decision.verdict != .unblock, decision.restrictions, style)
    }

    /// The state of a target at the start of the watch.
    static func line(
        _ target: ProtectionAPI.TargetState, now: Moment?, nameWidth: Int = 0, _ style: Style
    ) -> String {
        let now = now ?? target.since.flatMap { Moment($0) } ?? Moment(seconds: 0, offset: 0)
        return line(
            time: localized("now"), name: Printable.padded(target.name, to: nameWidth),
            state: RestrictionText.state(target, now: now), blocked: target.blocked,
            target.restrictions, style)
    }

    private static func line(
        time: String, name: String, state: String, blocked: Bool,
        _ restrictions: [ProtectionAPI.Restriction], _ style: Style
    ) -> String {
        var text =
            style.apply(.faint, Printable.padded(time, to: 8)) + "  "
            + style.apply(.strong, Printable.text(name))
            + "  " + style.apply(blocked ? .bad : .good, state)
        if !restrictions.isEmpty {
            let reasons = Printable.text(RestrictionText.all(restrictions))
            text += "  " + style.apply(.faint, reasons)
        }
        return text + "\n"
    }
}
