import CEL
import Engine
import Testing

/// The default factors that the present vocabulary can say, as the shipped rules have them.
func defaultRisk() throws -> RiskRules {
    try risk([
        ("late_night", "0.40", "local.hour >= 22 || local.hour < 2"),
        ("weekend", "0.10", "local.weekday >= 6 || (local.weekday == 5 && local.hour >= 18)"),
        ("quiet_hours_off", "0.10", "quiet_hours.switched_off"),
    ])
}

/// Risk rules of key, weight and condition, with the standard levels.
func risk(
    _ factors: [(key: String, weight: String, condition: String)],
    levels: RiskLevels = .standard
) throws -> RiskRules {
    let environment = Vocabulary.environment()
    return RiskRules(
        levels: levels,
        factors: try factors.map { factor in
            RiskFactor(
                key: factor.key, weight: try #require(Score(decimal: factor.weight)),
                condition: try environment.compile(factor.condition, expecting: .bool).get(),
                text: factor.condition)
        }, environment: environment)
}
