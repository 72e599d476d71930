import API
import Demo
import Engine
import Localization
import Phrasing
import RuleModel

struct TimeLapseText {
    let lapse: TimeLapse
    let isUTF8: Bool
    let style: Style

    func heading(seconds: Int) -> String {
        let day = CalendarDay(number: LocalTime(lapse.from, in: lapse.zone).daysSince1970)
        let weekday = WeekdayText.name(day.weekday) ?? ""
        let title =
            seconds == 0
            ? localized("A day with Soteria")
            : localized("A day with Soteria in \(Count.seconds(seconds))")
        return localized(
            """
            \(style.apply(.strong, title)): \(weekday), \(day). The day is made up; the decisions \
            are real.
            Shops are blocked during work, at night, and until you answer a check-in. You can use \
            them for 45 min a day.


            """)
    }

    func line(_ entry: TimeLapse.Entry) -> String {
        switch entry.kind {
        case .action(let words): line(at: entry.at, words, nil)
        case .told(let words): line(at: entry.at, words, .doubtful)
        case .decided(let decision):
            DecisionText.line(
                ProtectionAPI.Decision(
                    decision, at: entry.at, names: lapse.names, clock: LocalClock(lapse.zone)),
                style)
        case .assessed(let assessment): risk(assessment, at: entry.at)
        }
    }

    private func line(at instant: Instant, _ words: String, _ role: Style.Role?) -> String {
        style.apply(.faint, clock(instant)) + "  " + style.apply(role, Printable.text(words)) + "\n"
    }

    /// `22:30:00  Risk 0.850 critical: late_night 0.400, rapid_unblocks 0.200`.
    private func risk(_ assessment: RiskAssessment, at instant: Instant) -> String {
        let factors = assessment.factors.filter(\.isTrue)
            .sorted { ($1.weight, $0.key) < ($0.weight, $1.key) }
            .map { "\($0.key) \(FixedPoint($0.weight))" }
        let level = RiskAPI.Level(rawValue: assessment.level.rawValue)
        let score = localized("Risk \(FixedPoint(assessment.score)) \(assessment.level.rawValue)")
        return style.apply(.faint, clock(instant)) + "  "
            + style.apply(level.map(RiskText.role), score)
            + (factors.isEmpty ? "" : ": " + factors.joined(separator: ", ")) + "\n"
    }

    private func clock(_ instant: Instant) -> String { moment(instant).timeWithSeconds }

    private func moment(_ instant: Instant) -> Moment { LocalClock(lapse.zone).moment(instant) }

    // MARK: The bar of the day

    /// The bar of the day up to an instant, redrawn often: `22:30 ███···░░ `.
    func bar(at instant: Instant) -> String {
        let columns = style.width - 8
        var bar = ""
        var run: (role: Style.Role?, text: String) = (nil, "")
        for column in 0..<columns {
            let (role, sign) = cell(column, of: columns, at: instant)
            if role != run.role {
                bar += style.apply(run.role, run.text)
                run = (role, "")
            }
            run.text += sign
        }
        return style.apply(.strong, moment(instant).time) + " "
            + bar + style.apply(run.role, run.text)
    }

    /// The cell of a column: the target's state at the column's end, or blank for the future.
    private func cell(_ column: Int, of columns: Int, at instant: Instant)
        -> (Style.Role?, String)
    {
        let whole = (lapse.to - lapse.from).milliseconds
        let begin =
            lapse.from
            + TimeSpan(milliseconds: whole * Int64(column) / Int64(max(1, columns)))
        guard begin <= instant else { return (nil, " ") }
        switch lapse.standing(at: begin) {
        case .blocked: return (.bad, isUTF8 ? "█" : "#")
        case .granted: return (.doubtful, isUTF8 ? "▒" : "+")
        case .open: return (.good, isUTF8 ? "·" : ".")
        }
    }

    private var legend: String {
        isUTF8
            ? localized("█ blocked  ▒ opened by permission  · open")
            : localized("# blocked  + opened by permission  . open")
    }

    private var axis: String {
        let columns = style.width - 8
        let whole = (lapse.to - lapse.from).milliseconds
        var line = ""
        var instant = lapse.from
        while instant < lapse.to, whole > 0 {
            let local = LocalTime(instant, in: lapse.zone)
            if local.hour % 3 == 0, local.minute == 0 {
                let column = Int((instant - lapse.from).milliseconds * Int64(columns) / whole) + 6
                line += String(repeating: " ", count: max(0, column - line.count))
                line += ClockText.two(local.hour)
            }
            instant = instant + .hours(1)
        }
        return line + "\n"
    }

    // MARK: Summary

    /// The whole day's bar, the totals, and the next steps.
    func summary(configuration: String) -> String {
        let totals = lapse.totals
        let seconds = Int(totals.targets["shopping"]?.length.seconds ?? 0)
        let count = totals.autoProtections
        var table = TextTable()
        table.add(
            .localized("Requests"),
            .localized("\(totals.requests): \(totals.unblocked) unblocked, \(totals.kept) kept"))
        table.add(.localized("Protection moments"), "\(lapse.moments)")
        table.add(
            .localized("Blocked"),
            .init(
                localized(
                    """
                    \(TimeWords.length(seconds: seconds)), with \(Count.autoProtections(count))
                    """)))
        table.add(.localized("Highest risk"), "\(FixedPoint(totals.highestRisk))")
        return bar(at: lapse.to) + "\n" + style.apply(.faint, axis + legend) + "\n\n"
            + table.text(.unbroken) + next(configuration)
    }

    private func next(_ configuration: String) -> String {
        let rules = Printable.text(configuration) + "/soteria/rules.d"
        return localized(
            """

            Next steps:
              soteria demo --days 365  a whole year, in the dashboard
              soteria dashboard        your own days
              soteria rules list       your rules; write them in
                                       \(rules)

            """)
    }
}
