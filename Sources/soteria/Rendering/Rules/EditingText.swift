import API
import Localization
import RuleFiles

/// The result of `soteria add`.
struct AdditionText {
    let outcome: TargetAddition.Outcome
    let states: ProtectionAPI.List.Reply
    let schedules: [QuietHoursAPI.Schedule]
    /// The path of the file that was written.
    let file: String
    /// The paths of addresses whose whole sites were added, as they are added by themselves.
    let parts: [String]

    struct Reply: Encodable {
        var target: String
        var added: [String]
        var schedule: String?
        var changed: Bool
        var file: String
        /// The target as it is now; nil if it is not in force.
        var state: ProtectionAPI.TargetState?
    }

    var reply: Reply {
        Reply(
            target: outcome.key, added: outcome.added.map(\.text),
            schedule: outcome.schedule?.key, changed: outcome.isChange, file: file, state: state)
    }

    private var state: ProtectionAPI.TargetState? {
        states.targets.first { $0.target == outcome.key }
    }

    func text(_ style: Style) -> String {
        var lines = [change, standing].compactMap(\.self)
        if outcome.isChange { lines.append(localized("Saved in \(file)")) }
        lines += parts.map { part in
            let part = Printable.text(part)
            let site = part.prefix { $0 != "/" }
            guard outcome.added.contains(.site(String(site))) else {
                return localized("A pasted address stands for its whole site: \(site).")
            }
            // Added first, so that the target is never without both.
            return localized(
                """
                This adds the whole site \(site). To add only that part instead: soteria add \
                \(ShellWord.quoted(part)) --to \(outcome.key), then soteria remove \(site) --from \(outcome.key)
                """)
        }
        if outcome.schedule == nil, !schedules.contains(where: { $0.targets.contains(outcome.key) })
        {
            lines.append(
                localized(
                    """
                    No quiet hours are set for \(Printable.text(outcome.name)). To set times: \
                    soteria add --to \(outcome.key) --from 22:00 --to-time 06:30
                    """))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var change: String? {
        let name = Printable.text(outcome.name)
        guard outcome.isChange else {
            return localized("Nothing to add: \(name) already has all of this")
        }
        let places = outcome.added.map(\.text).joined(separator: ", ")
        return outcome.added.isEmpty
            ? nil : Printable.text(localized("Added to \(outcome.name): \(places)"))
    }

    /// The times, and whether it is blocked now.
    private var standing: String? {
        let name = Printable.text(outcome.name)
        let times = outcome.schedule.map { schedule in
            localized(
                """
                \(Printable.text(schedule.name ?? schedule.key)) blocks \(name) \
                \(schedule.ranges.map(Self.words).joined(separator: "; "))
                """)
        }
        guard let state, let now = Moment(states.now) else { return times }
        let standing = localized("\(name) is \(RestrictionText.state(state, now: now))")
        let why = RestrictionText.all(state.restrictions)
        return (times.map { "\($0)\n" } ?? "") + standing
            + (why.isEmpty ? "" : ": \(Printable.text(why))")
    }

    /// `daily 22:00–06:30`, `Sun–Thu 22:00–06:30`.
    private static func words(_ range: RangeEntry) -> String {
        let days = range.weekdays.compactMap { QuietHoursAPI.Weekday(rawValue: $0) }
        return "\(ScheduleText.days(days)) \(range.start)–\(range.end)"
    }
}

/// The result of `soteria remove`.
enum RemovalText {
    struct Reply: Encodable {
        var removed: [String]
        var pendingEdits: [RulesAPI.PendingEdit]
        var file: String
    }

    static func reply(_ outcome: RuleRemoval.Outcome, _ file: String) -> Reply {
        Reply(removed: outcome.removed, pendingEdits: outcome.waiting, file: file)
    }

    static func text(_ outcome: RuleRemoval.Outcome, now: Moment?) -> String {
        let removed = outcome.removed.map { $0 + "\n" }.joined()
        guard let until = outcome.waiting.map(\.until).max() else { return removed }
        let weaker = localized(
            """
            The removal weakens the rules, so the earlier rules stay in force until \
            \(TimeWords.ahead(until, now: now)). To cancel the removal, add back what you \
            removed: soteria add

            """)
        return removed + weaker
    }
}
