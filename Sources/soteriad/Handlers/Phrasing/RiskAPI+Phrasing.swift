import API
import Engine
import Phrasing
import RuleModel

extension RiskAPI.Status {
    /// The last assessment with its thresholds; the next is due at a mark of every so many
    /// seconds. nil before the first.
    init?(_ engine: Engine, every seconds: Int) {
        guard let assessment = engine.assessment else { return nil }
        let clock = engine.localClock
        let levels = engine.rules.risk.levels
        let step = Int64(seconds)
        let next = Instant(seconds: (engine.now.seconds / step + 1) * step)
        self.init(
            score: .init(assessment.score), automatic: .init(assessment.automatic),
            level: .init(assessment.level),
            thresholds: RiskAPI.Thresholds(
                moderate: .init(levels.moderate), high: .init(levels.high),
                critical: .init(levels.critical)),
            assessedAt: clock.text(assessment.at), nextAt: clock.text(next),
            factors: assessment.factors.map { factor in
                RiskAPI.Factor(
                    factor: factor.key, weight: .init(factor.weight), holds: factor.isTrue,
                    automatic: factor.isAutomatic, condition: factor.text,
                    values: factor.values.map {
                        RiskAPI.ReadValue(variable: $0.name, value: $0.value)
                    }, problem: factor.failure)
            })
    }
}

extension RiskAPI.Point {
    /// A recorded score; nil if the event is of another kind.
    init?(_ event: Event) {
        guard case .riskAssessed(let record) = event.fact else { return nil }
        self.init(
            at: LocalTime.rfc3339(event.at, offset: event.offset), score: .init(record.score),
            automatic: .init(record.automatic), level: .init(record.level),
            factors: record.factors)
    }
}

extension RiskAPI.Level {
    init(_ level: RiskLevel) {
        switch level {
        case .low: self = .low
        case .moderate: self = .moderate
        case .high: self = .high
        case .critical: self = .critical
        }
    }
}
