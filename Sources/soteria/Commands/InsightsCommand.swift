import API
import ArgumentParser
import Localization

struct InsightsCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "insights",
            abstract: localized(
                "Show patterns in your record, and the next hour that is likely to be risky."
            ),
            discussion: localized(
                """
                An insight is shown only if at least five events support it. Write dates as \
                2026-12-24.
                """))
    }

    @OptionGroup var range: RangeOptions

    @OptionGroup var daemon: DaemonOptions

    struct Output: Encodable {
        var insights: [MetricsAPI.Insight]
        var countsRequests: Bool?
        var prediction: MetricsAPI.Prediction.Reply
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let reply = try client.call(
            MetricsAPI.Insights.self,
            .init(range: range.asked, from: range.from?.description, to: range.to?.description))
        let result = Output(
            insights: reply.insights, countsRequests: reply.countsRequests,
            prediction: try client.call(MetricsAPI.Prediction.self))
        try context.show(result, daemon.output) { style in
            InsightText.list(result.insights, style)
                + InsightText.note(result.countsRequests ?? false, style)
                + InsightText.prediction(result.prediction, now: try client.now())
        }
    }
}
