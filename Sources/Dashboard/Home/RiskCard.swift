import API

struct RiskCard {
    let meter: String
    let badge: String
    let level: String
    let reasons: [String]
    let assessed: String

    init(_ status: RiskAPI.Status, _ now: Moment, _ stand: Stand) {
        let texts = stand.texts
        let formats = stand.formats
        level = texts("home.level.\(status.level.rawValue)")
        badge =
            switch status.level {
            case .low: "badge-success"
            case .moderate: "badge-neutral"
            case .high, .critical: "badge-warning"
            }
        let holding = status.factors.filter(\.holds).sorted {
            ($1.weight, $0.factor) < ($0.weight, $1.factor)
        }
        let text = { (score: FixedPoint) in formats.number(Finite(score).value, digits: 2) }
        reasons = holding.map { factor in
            let name =
                texts.text("home.factor.\(factor.factor)")
                ?? factor.factor.replacing("_", with: " ")
            return texts("home.factorAdds", ["factor": name, "weight": text(factor.weight)])
        }
        assessed = texts("home.assessed", ["time": formats.moment(status.assessedAt, now: now)])
        meter =
            Meter(
                caption: ChartCaption(
                    id: "risk-meter", title: texts("home.riskNow"),
                    description: texts(
                        "home.riskDescription",
                        ["score": text(status.score), "level": level]),
                    tableLabel: texts("home.showLevels"), emptyText: ""),
                value: Finite(status.score), valueText: text(status.score),
                bands: ValueBand.levels(status.thresholds) { texts("home.level.\($0)") },
                heads: [texts("home.levelTitle"), texts("home.levelFrom")],
                format: { formats.number($0, digits: 2) }
            ).html
    }
}
