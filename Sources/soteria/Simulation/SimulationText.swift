import API
import Engine
import Localization
import RuleModel

struct SimulationText {
    let result: SimulationResult
    let zone: TimeZoneRules
    let isUTF8: Bool
    let style: Style

    /// The whole text: the decisions day by day if requested, the week pictures, the totals.
    func all(withDecisions: Bool) -> String {
        var text = withDecisions ? decisions : ""
        if !text.isEmpty { text += "\n" }
        return text + pictures + summary
    }

    // MARK: Decisions

    private var decisions: String {
        let width = result.targets.map { Printable.columns($0.name) }.max() ?? 0
        var text = ""
        var day: CalendarDay?
        for decision in result.decisions {
            guard let at = Moment(decision.at) else { continue }
            if at.day != day {
                day = at.day
                text += style.apply(.strong, "\(at.day.weekdayName) \(at.day)") + "\n"
            }
            text += DecisionText.line(Self.decision(decision), nameWidth: width, style)
        }
        return text
    }

    /// Converts a simulated decision to one of the daemon's.
    private static func decision(_ decision: RulesAPI.SimulatedDecision) -> ProtectionAPI.Decision {
        ProtectionAPI.Decision(
            sequence: 0, at: decision.at, target: decision.target, name: decision.name,
            verdict: ProtectionAPI.Verdict(rawValue: decision.verdict.rawValue) ?? .update,
            restrictions: decision.restrictions.compactMap { restriction in
                ProtectionAPI.RestrictionKind(rawValue: restriction.kind.rawValue).map {
                    ProtectionAPI.Restriction(
                        kind: $0, rule: restriction.rule, name: restriction.name,
                        until: restriction.until, strict: restriction.strict)
                }
            }, until: decision.until,
            cause: ProtectionAPI.Cause(rawValue: decision.cause) ?? .schedule,
            grantedUntil: decision.grantedUntil)
    }

    // MARK: Pictures

    /// Shows one picture for all targets that are blocked at the same times.
    private var pictures: String {
        let blocked = result.blocked()
        let begin = Instant(rfc3339: result.from)?.milliseconds ?? 0
        let end = max(begin, Instant(rfc3339: result.to)?.milliseconds ?? 0)
        let picture = WeekPicture(
            zone: zone, span: begin..<end, isUTF8: isUTF8, style: style)
        let alike = result.targets.grouped { blocked[$0.target] ?? [] }
        var text = ""
        for (stretches, targets) in alike {
            let names = targets.map { Printable.text($0.name) }.joined(separator: ", ")
            text += style.apply(.strong, names)
            text += stretches.isEmpty ? localized(": never blocked\n\n") : "\n"
            if !stretches.isEmpty { text += picture.text(of: stretches) + "\n" }
        }
        return alike.contains { !$0.key.isEmpty } ? text + picture.legend + "\n" : text
    }

    // MARK: Sums

    private var summary: String {
        guard let summary = result.summary else { return "" }
        var table = TextTable()
        for target in summary.targets {
            let blocked = localized(
                "blocked \(Self.hours(target.seconds)), \(Self.times(target.times))")
            table.add(
                .init(target.name),
                .init(target.seconds == 0 ? localized("never blocked") : blocked))
        }
        if summary.targets.isEmpty { table.add(.localized("Targets"), .localized("none")) }
        let requests =
            localized("\(summary.requests), \(summary.kept) kept, \(summary.unblocked) unblocked")
        table.add(
            .localized("Requests"), .init(summary.requests == 0 ? localized("none") : requests))
        if summary.attempts > 0 { table.add(.localized("Attempts"), "\(summary.attempts)") }
        table.add(.localized("Auto-protections"), "\(summary.autoProtections)")
        table.add(.localized("Highest risk"), "\(summary.highestRisk)")
        return table.text(.unbroken)
    }

    /// `56 h`, `7.5 h`, `20 min`: hours are clearer than days for sums over weeks.
    private static func hours(_ seconds: Int) -> String {
        guard seconds >= 3600 else { return TimeWords.length(seconds: seconds) }
        let tenths = (seconds + 180) / 360
        return tenths % 10 == 0
            ? localized("\(tenths / 10) h") : localized("\(tenths / 10).\(tenths % 10) h")
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 0: localized("from the beginning")
        case 1: localized("once")
        default: localized("\(count) times")
        }
    }

    // MARK: Refusals

    static func words(_ problem: SimulatedSpan.Problem) -> String {
        switch problem {
        case .empty: localized("the end must be after the start")
        case .tooLong: localized("a simulation can cover at most ten years")
        case .outOfReach: localized("only the years 1970 to 9998 can be simulated")
        }
    }

    static func noTarget(_ key: String) -> String {
        localized("the rules have no target \"\(Printable.text(key))\"")
    }

    static func noHistory(since: Moment?) -> String {
        guard let since else {
            return localized("nothing has been recorded yet; try --history none")
        }
        return localized(
            """
            the record begins on \(since.day) at \(since.time); choose a later start, or try \
            --history none
            """)
    }
}
