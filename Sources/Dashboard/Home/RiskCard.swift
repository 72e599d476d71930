import API

/// The risk, its level, and why it is so high.
struct RiskCard {
    let meter: String
    let badge: String
    let level: String
    let reasons: [String]
    let hasNoReasons: Bool
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
        reasons = holding.map { factor in
            let name =
                texts.text("home.factor.\(factor.factor)")
                ?? factor.factor.replacing("_", with: " ")
            return texts(
                "home.factorAdds", ["factor": name, "weight": Self.text(factor.weight, formats)])
        }
        hasNoReasons = reasons.isEmpty
        assessed = texts("home.assessed", ["time": formats.moment(status.assessedAt, now: now)])
        meter =
            Meter(
                caption: ChartCaption(
                    id: "risk-meter", title: texts("home.riskNow"),
                    description: texts(
                        "home.riskDescription",
                        ["score": Self.text(status.score, formats), "level": level]),
                    tableLabel: texts("home.showLevels"), emptyText: ""),
                value: Self.finite(status.score),
                valueText: Self.text(status.score, formats),
                bands: [
                    ValueBand(
                        name: texts("home.level.moderate"),
                        from: Self.finite(status.thresholds.moderate)),
                    ValueBand(
                        name: texts("home.level.high"), from: Self.finite(status.thresholds.high)),
                    ValueBand(
                        name: texts("home.level.critical"),
                        from: Self.finite(status.thresholds.critical)),
                ],
                titles: .init(band: texts("home.levelTitle"), from: texts("home.levelFrom")),
                format: { formats.number($0, digits: 2) }
            ).html
    }

    private static func finite(_ score: FixedPoint) -> Finite {
        Finite(Double(score.thousandths) / 1000) ?? 0
    }

    private static func text(_ score: FixedPoint, _ formats: Formats) -> String {
        formats.number(Double(score.thousandths) / 1000, digits: 2)
    }
}
