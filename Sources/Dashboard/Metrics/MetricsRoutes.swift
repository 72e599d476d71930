import API

/// The figures of a range of days, as numbers, pictures and sentences.
enum MetricsRoutes {
    static let routes: [Route] = [
        Route(.get, "metrics") { context, _ in try answer(context) }
    ]

    private static func answer(_ context: PageContext) throws -> PageResponse {
        var query = RangeQuery(context.request.query)
        guard query.isWhole else {
            return show(context, MetricsView(query, context.environment), query)
        }
        do throws(CallFailure) {
            let metrics = try context.daemon.call(MetricsAPI.Get.self, query.asked).metrics
            var view = MetricsView(query, context.environment)
            let words = FigureFormats(context.environment)
            view.result = MetricsResult(metrics, words)
            let asked = query.asked
            let insights = try context.daemon.call(
                MetricsAPI.Insights.self,
                .init(range: asked.range, from: asked.from, to: asked.to))
            view.show(
                insights.insights, try context.daemon.call(MetricsAPI.Prediction.self), words)
            // How the figures and the risk went; what cannot be had leaves words.
            if view.result?.isEmpty == false {
                view.result?.append(try Trend.group(metrics, context.daemon, words))
                view.result?.append(try RiskHistory.group(metrics, context, words))
            }
            return show(context, view, query)
        } catch .refused(let error as MetricsAPI.InvalidRange) {
            query.record(error)
            return show(context, MetricsView(query, context.environment), query)
        } catch .refused(let limit as MetricsAPI.PlanLimit) {
            return try show(context, limit, query)
        }
    }

    private static func show(
        _ context: PageContext, _ view: MetricsView, _ query: RangeQuery
    ) -> PageResponse {
        context.show(
            "metrics", title: context.texts("metrics.title"), view,
            status: query.problem == nil ? 200 : 422)
    }

    /// If the plan does not allow the range, tries each range to find those that it allows.
    private static func show(
        _ context: PageContext, _ limit: MetricsAPI.PlanLimit, _ query: RangeQuery
    ) throws -> PageResponse {
        let allowed = try RangeQuery.named.filter { range in
            do throws(CallFailure) {
                _ = try context.daemon.call(MetricsAPI.Get.self, .init(range: range))
                return true
            } catch .refused(is MetricsAPI.PlanLimit) {
                return false
            }
        }
        let view = MetricsView(query, context.environment, limit: limit, allowed: allowed)
        return context.show(
            "metrics", title: context.texts("metrics.title"), view, status: 409)
    }
}
