import API

/// What the figures show, in sentences.
enum InsightText {
    static func list(_ insights: [MetricsAPI.Insight], _ style: Style) -> String {
        if insights.isEmpty {
            return "The figures support nothing yet: it takes at least five events.\n"
        }
        return insights.map { Paragraph.marked("•", .faint, $0.text, style) }.joined()
    }

    /// The next hour that is likely to be risky; empty where there is none.
    static func prediction(_ prediction: MetricsAPI.Prediction.Reply, now: Moment?) -> String {
        guard let next = prediction.next else { return "" }
        let begins = now.map { TimeWords.ahead(next.begins, now: $0) } ?? next.begins
        let text = prediction.text.map { ": \(Printable.text($0))" } ?? ""
        let told =
            prediction.enabled
            ? "" : "You are not told at its start: your plan does not allow that.\n"
        return "\nThe next risky hour begins \(begins)\(text).\n" + told
    }
}
