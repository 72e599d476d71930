import API
import Engine
import Localization

struct MetricsText {
    let metrics: MetricsAPI.Metrics
    var emergency: MetricsAPI.Emergency?
    let isTerminal: Bool
    let style: Style

    var text: String {
        let sections = [
            heading + summary, note, habits, outcomes, usage, imported,
            chart(localized("By hour"), BarChart.inner(hours)),
            chart(localized("By weekday"), weekdays),
            chart(localized("By mood"), named(episodes.moods)),
            chart(localized("By category"), named(episodes.categories)),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var episodes: MetricsAPI.Episodes { metrics.byEpisode }

    private var heading: String {
        let days =
            metrics.from == metrics.to
            ? metrics.from : localized("\(metrics.from) to \(metrics.to)")
        return style.apply(.strong, Self.name(metrics.range)) + " (\(Printable.text(days)))\n"
    }

    static func name(_ range: MetricsAPI.Range) -> String {
        switch range {
        case .today: localized("Today")
        case .thisWeek: localized("This week")
        case .thisMonth: localized("This month")
        case .all: localized("All time")
        case .custom: localized("Selected days")
        }
    }

    // MARK: Tables

    private var summary: String {
        table([
            (
                localized("Protection moments"),
                String(episodes.kept)
                    + (episodes.keptBefore.map { localized(" (\($0) before)") } ?? "")
            ),
            (localized("Unblocks"), String(metrics.unblocks) + before(\.unblocks)),
            (localized("Requests"), String(metrics.requests) + before(\.requests)),
            (localized("Attempts"), String(metrics.attempts)),
            (localized("Expired"), count(metrics.expired)),
            (localized("Kept"), share(episodes.keptShare, of: noun)),
            (localized("Impulse"), share(episodes.impulse, of: noun)),
            (localized("Planned"), share(episodes.planned, of: noun)),
            (localized("In quiet hours"), share(metrics.quietHours)),
            (localized("Protections"), protections), (localized("Check-ins"), checkIns),
            (
                localized("Emergencies"),
                emergency.map { EmergencyText.used($0.used, of: $0.count, $0.per) }
            ),
        ])
    }

    /// The word for an episode; nil if the daemon's version counts requests alone.
    private var noun: String? { metrics.episodes.map { _ in localized("occasions") } }

    private var note: String { InsightText.note(episodes.countsRequests, style) }

    /// ` (4 before)`: the value of the preceding range of the same length.
    private func before(_ part: KeyPath<MetricsAPI.Cell, Int>) -> String {
        metrics.previous.map { localized(" (\($0[keyPath: part]) before)") } ?? ""
    }

    private var protections: String? {
        guard metrics.protections + metrics.autoProtections > 0 else { return nil }
        return localized("\(metrics.protections) by you, \(metrics.autoProtections) automatic")
    }

    private var checkIns: String? {
        guard metrics.checkInsYes + metrics.checkInsNo > 0 else { return nil }
        return localized("\(metrics.checkInsYes) yes, \(metrics.checkInsNo) no")
    }

    private var habits: String {
        let weekday = metrics.mostActiveWeekday.flatMap(WeekdayText.name)
        return table([
            (localized("Busiest hour"), metrics.mostActiveHour.map(Self.hour)),
            (localized("Busiest weekday"), weekday),
            (localized("Most common mood"), episodes.commonMood),
            (localized("Most common category"), episodes.commonCategory),
            (localized("Time between unblocks"), average(metrics.meanGapSeconds)),
        ])
    }

    private var outcomes: String {
        table([
            (localized("Used after an unblock"), metrics.unblocks > 0 ? share(metrics.used) : nil),
            (localized("How long the use lasted"), average(metrics.meanUsedSeconds)),
            (localized("Intended"), intended), (localized("Logged"), count(metrics.logged)),
            (localized("Bought"), share(metrics.bought)),
            (localized("Spent"), money(metrics.spent)),
            (
                localized("Average regret"),
                metrics.meanRegret.map { localized("\(decimal($0)) of 4") }
            ),
            (localized("Not spent"), money(episodes.keptAmounts)),
        ])
    }

    private var intended: String? {
        guard let minutes = episodes.meanIntendedMinutes else { return nil }
        let used = episodes.meanUsedOfIntendedSeconds.map { TimeWords.length(seconds: $0) }
        let average = localized("\(decimal(minutes)) min on average")
        return used.map { localized("\(average), used \($0)") } ?? average
    }

    private var usage: String {
        guard !metrics.usage.isEmpty else { return "" }
        return style.apply(.strong, localized("Used")) + "\n"
            + table(
                metrics.usage.map { ($0.name, TimeWords.length(seconds: $0.seconds)) }, indent: 2)
    }

    private var imported: String {
        guard let imported = metrics.imported else { return "" }
        return style.apply(.strong, localized("Used, as other programs measured (imported)")) + "\n"
            + table(
                imported.map { ($0.name, TimeWords.length(seconds: $0.seconds)) }, indent: 2)
    }

    private func table(_ rows: [(String, String?)], indent: Int = 0) -> String {
        var table = TextTable()
        for (name, value) in rows { table.add(name: name, value) }
        return table.text(style, indent: indent)
    }

    // MARK: Bars

    private func chart(_ title: String, _ rows: [BarChart.Row]) -> String {
        BarChart(title: title, rows: rows, isTerminal: isTerminal).text(style)
    }

    private var hours: [BarChart.Row] {
        zip(metrics.hours, episodes.hours).enumerated().map { hour, counts in
            BarChart.Row(name: Self.hour(hour), unblocks: counts.0.unblocks, kept: counts.1)
        }
    }

    private var weekdays: [BarChart.Row] {
        zip(WeekdayText.short, zip(metrics.weekdays, episodes.weekdays)).map {
            BarChart.Row(name: $0, unblocks: $1.0.unblocks, kept: $1.1)
        }
    }

    private func named(_ names: [MetricsAPI.NamedEpisodes]) -> [BarChart.Row] {
        names.map { BarChart.Row(name: $0.name, unblocks: $0.opened, kept: $0.kept) }
    }

    // MARK: Values

    /// `22–23`.
    static func hour(_ hour: Int) -> String {
        guard (0..<24).contains(hour) else { return String(hour) }
        return "\(ClockText.two(hour))–\(ClockText.two(hour + 1))"
    }

    private func count(_ count: Int) -> String? { count > 0 ? String(count) : nil }

    /// `14 of 20 (70%)`, or `14 of 20 occasions (70%)`; 0% only for none, and 100% only for all.
    private func share(_ share: MetricsAPI.Share?, of things: String? = nil) -> String? {
        guard let share = share.flatMap({ Share($0) }) else { return nil }
        guard let things else {
            return localized("\(share.count) of \(share.of) (\(share.percent)%)")
        }
        return localized("\(share.count) of \(share.of) \(things) (\(share.percent)%)")
    }

    private func average(_ seconds: Int?) -> String? {
        seconds.map { localized("\(TimeWords.length(seconds: $0)) on average") }
    }

    /// One decimal, halves rounded up: `2.4` for 2.350.
    private func decimal(_ number: FixedPoint) -> String {
        let tenths = (number.thousandths + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func money(_ amounts: [MetricsAPI.Money]) -> String? {
        let sums = amounts.map { OutcomeText.money($0.amount, $0.currency) }
        return sums.isEmpty ? nil : sums.joined(separator: ", ")
    }
}

enum InsightText {
    /// A note if some days count requests in place of episodes; otherwise empty.
    static func note(_ countsRequests: Bool, _ style: Style) -> String {
        guard countsRequests else { return "" }
        let text =
            localized(
                """
                On some of these days, each request counts as an occasion of its own, because an \
                earlier version removed the events of those days.
                """)
        return Paragraph.wrapped(text, width: style.width).map { $0 + "\n" }.joined()
    }

    static func list(_ insights: [MetricsAPI.Insight], _ style: Style) -> String {
        if insights.isEmpty {
            return localized(
                "No insights yet: an insight is shown only if at least five events support it.\n")
        }
        return insights.map { Paragraph.marked("•", .faint, $0.text, style) }.joined()
    }

    /// The next hour that is likely to be risky; empty if there is none.
    static func prediction(_ prediction: MetricsAPI.Prediction.Reply, now: Moment?) -> String {
        guard let next = prediction.next else { return "" }
        let begins = TimeWords.ahead(next.begins, now: now)
        let text = prediction.text.map { ": \(Printable.text($0))" } ?? ""
        let told =
            prediction.enabled
            ? "" : localized("Your plan does not include notifications of risky hours.\n")
        return "\n" + localized("The next risky hour begins \(begins)\(text).\n") + told
    }
}

extension Share {
    /// A share as the socket has it; nil if it is of nothing.
    init?(_ share: MetricsAPI.Share) { self.init(share.count, of: share.of) }
}
