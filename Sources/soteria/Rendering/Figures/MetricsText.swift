import API
import Engine

struct MetricsText {
    let metrics: MetricsAPI.Metrics
    var emergency: MetricsAPI.Emergency?
    let isTerminal: Bool
    let style: Style

    var text: String {
        let sections = [
            heading + summary, note, habits, outcomes, usage,
            chart("By hour", BarChart.inner(hours)), chart("By weekday", weekdays),
            chart("By mood", named(episodes.moods)),
            chart("By category", named(episodes.categories)),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var episodes: MetricsAPI.Episodes { metrics.byEpisode }

    private var heading: String {
        let days =
            metrics.from == metrics.to ? metrics.from : "\(metrics.from) to \(metrics.to)"
        return style.apply(.strong, Self.name(metrics.range)) + " (\(Printable.text(days)))\n"
    }

    static func name(_ range: MetricsAPI.Range) -> String {
        switch range {
        case .today: "Today"
        case .thisWeek: "This week"
        case .thisMonth: "This month"
        case .all: "All time"
        case .custom: "Selected days"
        }
    }

    // MARK: Tables

    private var summary: String {
        table([
            (
                "Protection moments",
                String(episodes.kept) + (episodes.keptBefore.map { " (\($0) before)" } ?? "")
            ),
            ("Unblocks", String(metrics.unblocks) + before(\.unblocks)),
            ("Requests", String(metrics.requests) + before(\.requests)),
            ("Attempts", String(metrics.attempts)),
            ("Expired", count(metrics.expired)),
            ("Kept", share(episodes.keptShare, of: noun)),
            ("Impulse", share(episodes.impulse, of: noun)),
            ("Planned", share(episodes.planned, of: noun)),
            ("In quiet hours", share(metrics.quietHours)),
            ("Protections", protections), ("Check-ins", checkIns),
            ("Emergencies", emergency.map { EmergencyText.used($0.used, of: $0.count, $0.per) }),
        ])
    }

    /// The word for an episode; nil if the daemon's version counts requests alone.
    private var noun: String? { metrics.episodes.map { _ in "occasions" } }

    private var note: String { InsightText.note(episodes.countsRequests, style) }

    /// ` (4 before)`: the value of the preceding range of the same length.
    private func before(_ part: KeyPath<MetricsAPI.Cell, Int>) -> String {
        metrics.previous.map { " (\($0[keyPath: part]) before)" } ?? ""
    }

    private var protections: String? {
        guard metrics.protections + metrics.autoProtections > 0 else { return nil }
        return "\(metrics.protections) by you, \(metrics.autoProtections) automatic"
    }

    private var checkIns: String? {
        guard metrics.checkInsYes + metrics.checkInsNo > 0 else { return nil }
        return "\(metrics.checkInsYes) yes, \(metrics.checkInsNo) no"
    }

    private var habits: String {
        let weekday = metrics.mostActiveWeekday.flatMap {
            (1...7).contains($0) ? ClockText.weekdays[$0 - 1] : nil
        }
        return table([
            ("Busiest hour", metrics.mostActiveHour.map(Self.hour)),
            ("Busiest weekday", weekday), ("Most common mood", episodes.commonMood),
            ("Most common category", episodes.commonCategory),
            ("Time between unblocks", average(metrics.meanGapSeconds)),
        ])
    }

    private var outcomes: String {
        table([
            ("Used after an unblock", metrics.unblocks > 0 ? share(metrics.used) : nil),
            ("How long the use lasted", average(metrics.meanUsedSeconds)),
            ("Intended", intended), ("Logged", count(metrics.logged)),
            ("Bought", share(metrics.bought)), ("Spent", money(metrics.spent)),
            ("Average regret", metrics.meanRegret.map { "\(decimal($0)) of 4" }),
            ("Not spent", money(episodes.keptAmounts)),
        ])
    }

    private var intended: String? {
        guard let minutes = episodes.meanIntendedMinutes else { return nil }
        let used = episodes.meanUsedOfIntendedSeconds.map { TimeWords.length(seconds: $0) }
        return "\(decimal(minutes)) min on average" + (used.map { ", used \($0)" } ?? "")
    }

    private var usage: String {
        guard !metrics.usage.isEmpty else { return "" }
        return style.apply(.strong, "Used") + "\n"
            + table(
                metrics.usage.map { ($0.name, TimeWords.length(seconds: $0.seconds)) }, indent: 2)
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
        zip(ClockText.shortWeekdays, zip(metrics.weekdays, episodes.weekdays)).map {
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
        let noun = things.map { " \($0)" } ?? ""
        return "\(share.count) of \(share.of)\(noun) (\(share.percent)%)"
    }

    private func average(_ seconds: Int?) -> String? {
        seconds.map { "\(TimeWords.length(seconds: $0)) on average" }
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
            "On some of these days, each request counts as an occasion of its own, because an "
            + "earlier version removed the events of those days."
        return Paragraph.wrapped(text, width: style.width).map { $0 + "\n" }.joined()
    }

    static func list(_ insights: [MetricsAPI.Insight], _ style: Style) -> String {
        if insights.isEmpty {
            return "No insights yet: an insight is shown only if at least five events support it.\n"
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
            ? "" : "Your plan does not include notifications of risky hours.\n"
        return "\nThe next risky hour begins \(begins)\(text).\n" + told
    }
}

extension Share {
    /// A share as the socket has it; nil if it is of nothing.
    init?(_ share: MetricsAPI.Share) { self.init(share.count, of: share.of) }
}
