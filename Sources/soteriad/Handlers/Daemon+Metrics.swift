import API
import CEL
import Engine
import EventStore
import RuleModel

/// `org.soteria.metrics`.
extension Daemon: MetricsAPI.Handlers {
    func get(_ call: TypedCall<MetricsAPI.Get>) throws(CallError<MetricsAPI>) {
        let asked = call.parameters
        observe()
        let range = asked.range ?? .thisWeek
        let days = try days(of: range, asked.from, asked.to)
        computeMetrics(of: days) { daemon, metrics in
            // All time is that of the record, and imports are older.
            let imported = daemon.engine.state.imported.use(
                days: range == .all ? .min..<days.upperBound : days)
            call.reply(
                MetricsAPI.Get.Reply(
                    metrics: .init(metrics, range, imported, names: daemon.names),
                    emergency: daemon.engine.emergencyStanding.map { .init($0) }))
        }
    }

    func insights(_ call: TypedCall<MetricsAPI.Insights>) throws(CallError<MetricsAPI>) {
        let asked = call.parameters
        observe()
        let days = try days(of: asked.range ?? .thisWeek, asked.from, asked.to)
        computeMetrics(of: days) { daemon, metrics in
            call.reply(
                MetricsAPI.Insights.Reply(
                    insights: metrics.insights.map { .init($0) },
                    countsRequests: metrics.episodes.countsRequests ? true : nil))
        }
    }

    /// Computes metrics beside the loop, so that no decision waits for ten years of days.
    private func computeMetrics(
        of days: Range<Int>, then: @escaping @Sendable (isolated Daemon, Metrics) -> Void
    ) {
        let (tally, running) = (engine.state.tally, engine.state.runningUnblocks)
        work.metrics.async {
            let metrics = tally.metrics(days: days, running: running)
            self.enter { then($0, metrics) }
        }
    }

    func prediction(_ call: TypedCall<MetricsAPI.Prediction>) {
        observe()
        let isEnabled = engine.rules.plan.hasPredictiveAlerts
        let next = isEnabled ? engine.nextRiskyHour : nil
        call.reply(
            MetricsAPI.Prediction.Reply(
                next: next.map { next in
                    MetricsAPI.RiskyHour(
                        weekday: next.hour.weekday, hour: next.hour.hour, count: next.hour.count,
                        of: next.hour.total, begins: text(next.at))
                }, text: next?.hour.text, enabled: isEnabled))
    }

    func export(_ call: TypedCall<MetricsAPI.Export>) throws(CallError<MetricsAPI>) {
        let asked = call.parameters
        guard engine.rules.plan.hasExport else { throw planLimit("exporting the record") }
        begin(export: call, table(asked.table), format(asked.format))
    }

    private func planLimit(_ what: String) -> CallError<MetricsAPI> {
        .planLimit(plan: engine.rules.plan.key, what: what)
    }

    /// The local days of a range, as days since 1970-01-01, if the person's plan allows it.
    private func days(
        of range: MetricsAPI.Range, _ from: String?, _ to: String?
    ) throws(CallError<MetricsAPI>) -> Range<Int> {
        if range != .custom {
            if from != nil { throw .invalidParameter("from") }
            if to != nil { throw .invalidParameter("to") }
        }
        let asked = try resolve(range, from, to)
        guard engine.rules.plan.allows(asked.plan) else {
            throw planLimit("metrics of \(asked.words)")
        }
        return asked.first..<asked.last + 1
    }

    /// A requested range: its name in plans, its name in words, its first and last day.
    private func resolve(
        _ range: MetricsAPI.Range, _ from: String?, _ to: String?
    ) throws(CallError<MetricsAPI>) -> (
        plan: Plan.MetricsRange, words: String, first: Int, last: Int
    ) {
        let today = engine.localDay
        switch range {
        case .today: return (.today, "today", today, today)
        case .thisWeek:
            let monday = today - CivilDate.weekday(daysSince1970: today) + 1
            return (.thisWeek, "this week", monday, today)
        case .thisMonth:
            let first = today - CivilDate(daysSince1970: today).day + 1
            return (.thisMonth, "this month", first, today)
        case .all:
            let recorded = engine.state.tally.recorded ?? today...today
            let first = min(recorded.lowerBound, today)
            return (.all, "all time", first, max(recorded.upperBound, today))
        case .custom:
            guard let from else { throw .invalidParameter("from") }
            let invalid = CallError<MetricsAPI>.invalidRange(from: from, to: to)
            guard let first = CivilDate(from)?.daysSince1970 else { throw invalid }
            guard let last = to.map({ CivilDate($0)?.daysSince1970 }) ?? today, first <= last
            else { throw invalid }
            return (.custom, "a custom range", first, last)
        }
    }

    private func table(_ table: MetricsAPI.Table) -> ExportTable {
        switch table {
        case .events: .events
        case .requests: .requests
        }
    }

    private func format(_ format: MetricsAPI.Format) -> ExportFormat {
        switch format {
        case .jsonl: .jsonLines
        case .csv: .csv
        }
    }
}
