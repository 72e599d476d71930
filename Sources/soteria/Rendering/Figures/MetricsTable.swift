import API
import EventStore

/// The metrics of a range as rows: name, value, denominator. docs/metrics.md defines each metric.
enum MetricsTable {
    struct Row: Hashable {
        var figure: String
        var value: String
        /// The denominator of a share; empty for any other metric.
        var of = ""
    }

    /// Comma-separated values as in RFC 4180, with the names of the columns in the first line.
    static func csv(
        _ metrics: MetricsAPI.Metrics, _ emergency: MetricsAPI.Emergency? = nil
    ) -> String {
        let emergencies = [emergency].compactMap(\.self).map {
            Row(
                figure: "emergencies.\($0.per.rawValue)", value: String($0.used),
                of: String($0.count))
        }
        return CSVRow.encode(["figure", "value", "of"])
            + (rows(metrics) + emergencies).map { row in
                CSVRow.encode([row.figure, row.value, row.of].map { $0.isEmpty ? nil : $0 })
            }.joined()
    }

    static func rows(_ metrics: MetricsAPI.Metrics) -> [Row] {
        [
            Row(figure: "range", value: metrics.range.rawValue),
            Row(figure: "from", value: metrics.from), Row(figure: "to", value: metrics.to),
        ] + counts(metrics) + shares(metrics) + habits(metrics) + cells(metrics) + names(metrics)
            + sums(metrics) + (metrics.previous.map { rows("previous", $0) } ?? [])
            + (metrics.episodes.map(rows) ?? [])
    }

    private static func counts(_ metrics: MetricsAPI.Metrics) -> [Row] {
        [
            ("requests", metrics.requests), ("attempts", metrics.attempts),
            ("unblocks", metrics.unblocks), ("kept", metrics.kept), ("expired", metrics.expired),
            ("logged", metrics.logged), ("auto_protections", metrics.autoProtections),
            ("protections", metrics.protections), ("check_ins_yes", metrics.checkInsYes),
            ("check_ins_no", metrics.checkInsNo),
        ].map { Row(figure: $0, value: String($1)) }
    }

    private static func shares(_ metrics: MetricsAPI.Metrics) -> [Row] {
        [
            ("impulse", metrics.impulse), ("planned", metrics.planned),
            ("quiet_hours", metrics.quietHours),
            ("quiet_hours_requests", metrics.quietHoursRequests), ("used", metrics.used),
            ("bought", metrics.bought),
        ].compactMap { name, share in
            share.map { Row(figure: name, value: String($0.count), of: String($0.of)) }
        }
    }

    private static func habits(_ metrics: MetricsAPI.Metrics) -> [Row] {
        [
            ("mean_gap_seconds", metrics.meanGapSeconds.map(String.init)),
            ("mean_used_seconds", metrics.meanUsedSeconds.map(String.init)),
            ("mean_intended_minutes", metrics.meanIntendedMinutes?.description),
            ("mean_used_of_intended_seconds", metrics.meanUsedOfIntendedSeconds.map(String.init)),
            ("mean_regret", metrics.meanRegret?.description),
            ("most_active_hour", metrics.mostActiveHour.map(String.init)),
            ("most_active_weekday", metrics.mostActiveWeekday.map(String.init)),
            ("common_mood", metrics.commonMood), ("common_category", metrics.commonCategory),
        ].compactMap { name, value in value.map { Row(figure: name, value: $0) } }
    }

    private static func rows(_ episodes: MetricsAPI.Episodes) -> [Row] {
        let counts = [
            ("all", episodes.all), ("opened", episodes.opened), ("kept", episodes.kept),
        ].map { Row(figure: "episodes.\($0)", value: String($1)) }
        let shares = [
            ("kept_share", episodes.keptShare), ("impulse", episodes.impulse),
            ("planned", episodes.planned),
        ].compactMap { name, share in
            share.map {
                Row(figure: "episodes.\(name)", value: String($0.count), of: String($0.of))
            }
        }
        let others = [
            ("mean_intended_minutes", episodes.meanIntendedMinutes?.description),
            ("mean_used_of_intended_seconds", episodes.meanUsedOfIntendedSeconds.map(String.init)),
            ("common_mood", episodes.commonMood), ("common_category", episodes.commonCategory),
            ("previous.kept", episodes.keptBefore.map(String.init)),
            ("counts_requests", episodes.countsRequests ? "true" : nil),
        ].compactMap { name, value in value.map { Row(figure: "episodes.\(name)", value: $0) } }
        return counts + shares + others + cells("hour", episodes.hours, from: 0)
            + cells("weekday", episodes.weekdays, from: 1) + names("category", episodes.categories)
            + names("mood", episodes.moods) + amounts("episodes.kept_amount", episodes.keptAmounts)
    }

    private static func cells(_ name: String, _ counts: [Int], from first: Int) -> [Row] {
        counts.enumerated().map {
            Row(figure: "episodes.\(name).\($0 + first).kept", value: String($1))
        }
    }

    private static func names(_ kind: String, _ names: [MetricsAPI.NamedEpisodes]) -> [Row] {
        names.flatMap { name in
            [
                Row(figure: "episodes.\(kind).\(name.name).opened", value: String(name.opened)),
                Row(figure: "episodes.\(kind).\(name.name).kept", value: String(name.kept)),
            ]
        }
    }

    /// `hour.22.unblocks`, `weekday.5.kept`; the unblocks of an hour of the week by both.
    private static func cells(_ metrics: MetricsAPI.Metrics) -> [Row] {
        metrics.hours.enumerated().flatMap { rows("hour.\($0)", $1) }
            + metrics.weekdays.enumerated().flatMap { rows("weekday.\($0 + 1)", $1) }
            + metrics.hourWeekday.enumerated().map { index, unblocks in
                Row(
                    figure: "weekday.\(index / 24 + 1).hour.\(index % 24).unblocks",
                    value: String(unblocks))
            }
    }

    private static func rows(_ name: String, _ cell: MetricsAPI.Cell) -> [Row] {
        [
            Row(figure: "\(name).requests", value: String(cell.requests)),
            Row(figure: "\(name).unblocks", value: String(cell.unblocks)),
            Row(figure: "\(name).kept", value: String(cell.kept)),
        ]
    }

    private static func names(_ metrics: MetricsAPI.Metrics) -> [Row] {
        func rows(_ kind: String, _ names: [MetricsAPI.Named]) -> [Row] {
            names.flatMap { name in
                [
                    Row(figure: "\(kind).\(name.name).unblocks", value: String(name.unblocks)),
                    Row(figure: "\(kind).\(name.name).kept", value: String(name.kept)),
                ]
            }
        }
        return rows("category", metrics.categories) + rows("mood", metrics.moods)
    }

    /// Amounts by currency; an amount without a currency is under the metric's name alone.
    private static func amounts(_ name: String, _ amounts: [MetricsAPI.Money]) -> [Row] {
        amounts.map { amount in
            Row(figure: name + (amount.currency.map { ".\($0)" } ?? ""), value: amount.amount)
        }
    }

    private static func sums(_ metrics: MetricsAPI.Metrics) -> [Row] {
        amounts("spent", metrics.spent) + amounts("kept_amount", metrics.keptAmounts)
            + metrics.usage.map {
                Row(figure: "usage.\($0.target).seconds", value: String($0.seconds))
            }
            + (metrics.imported ?? []).map {
                Row(figure: "imported.\($0.target).seconds", value: String($0.seconds))
            }
    }
}
