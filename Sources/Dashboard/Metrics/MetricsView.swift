import API

struct MetricsView {
    struct RangeLink {
        let key: String
        let label: String
        let isCurrent: Bool
    }

    struct DayField {
        let typed: String
        let problem: String?
    }

    struct Limit {
        let words: String
        let allowed: [RangeLink]
    }

    /// Sentences about the figures, and the hour that is likely to be risky.
    struct Sentences {
        let insights: [String]
        let risky: String?
        let begins: String?
        let hint: String?
    }

    let ranges: [RangeLink]
    let first: DayField
    let last: DayField
    let isUnknown: Bool
    let limit: Limit?
    var sentences: Sentences?
    var result: MetricsResult?

    init(
        _ query: RangeQuery, _ environment: PageEnvironment, limit: MetricsAPI.PlanLimit? = nil,
        allowed: [MetricsAPI.Range] = []
    ) {
        let texts = environment.texts
        func link(_ range: MetricsAPI.Range) -> RangeLink {
            RangeLink(
                key: range.rawValue, label: texts("metrics.range.\(range.rawValue)"),
                isCurrent: range == query.range)
        }
        ranges = RangeQuery.named.map(link)
        var problems: (first: String?, last: String?)
        switch query.problem {
        case .from(let key): problems.first = texts(key)
        case .to(let key): problems.last = texts(key)
        case .unknown, nil: break
        }
        first = DayField(typed: query.from, problem: problems.first)
        last = DayField(typed: query.to, problem: problems.last)
        isUnknown = query.problem == .unknown
        self.limit = limit.map {
            Limit(words: ErrorMessage.words($0, environment), allowed: allowed.map(link))
        }
    }

    mutating func show(
        _ insights: [MetricsAPI.Insight], _ prediction: MetricsAPI.Prediction.Reply,
        _ words: FigureFormats
    ) {
        let texts = words.texts
        let begins = prediction.next.flatMap { Moment($0.begins) }.map { moment in
            texts(
                "metrics.riskyBegins",
                [
                    "day": words.formats.weekdayAndDay(moment.day),
                    "time": words.formats.time(moment),
                ])
        }
        let hint: String? =
            switch (prediction.enabled, prediction.next) {
            case (false, _): texts("metrics.riskyNotInPlan")
            case (true, nil): texts("metrics.riskyNone")
            case (true, _): nil
            }
        sentences = Sentences(
            insights: insights.map(\.text), risky: prediction.text, begins: begins, hint: hint)
    }
}
