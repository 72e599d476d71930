import CEL
import RuleModel
import Testing

/// The six default factors, as the shipped rules have them.
func defaultRisk() throws -> RiskRules {
    try risk([
        ("late_night", "0.40", "local.hour >= 22 || local.hour < 2"),
        ("high_frequency", "0.40", "unblocks.last_hour >= 3"),
        (
            "rapid_unblocks", "0.20",
            "unblocks.last_gap < duration('30m') && unblocks.since_last < duration('1h')"
        ),
        (
            "high_impulse_ratio", "0.15",
            "unblocks.last_30_days >= 5 && unblocks.impulse_ratio >= 0.6"
        ),
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
