import CEL
import RuleModel

/// The keys of `risk: …`.
enum RiskFields {
    static let levels = Field(
        "levels", .map(LevelFields.shape, of: "levels") { $0.levels($1) }, standard: .standard,
        leftOut: "see below",
        "The score at which each risk level begins. Each level must begin at a higher score than "
            + "the level before.")
    static let factors = Field(
        "factors",
        ValueForm<[RiskFactor]>(
            map: .entries(FactorFields.shape, example: "late_night"),
            read: { $0.factors($1, at: $2) }),
        standard: [], leftOut: "none",
        "The factors that raise the risk score. The score is the sum of the weights of all factors "
            + "whose condition is true, but at most 1.")

    static let shape = Shape("a map with \"levels:\" and \"factors:\"", [levels, factors])
}

/// The keys of `risk: {levels: …}`.
enum LevelFields {
    static let moderate = Field(
        "moderate", .score, standard: RiskLevels.standard.moderate,
        "The lowest score at which the risk is moderate; below this score, the risk is low.",
        example: 0.3)
    static let high = Field(
        "high", .score, standard: RiskLevels.standard.high,
        "The lowest score at which the risk is high.", example: 0.5)
    static let critical = Field(
        "critical", .score, standard: RiskLevels.standard.critical,
        "The lowest score at which the risk is critical.",
        example: 0.7)

    static let shape = Shape(
        "a map with \"moderate:\", \"high:\" and \"critical:\"", [moderate, high, critical])
}

/// The keys of `risk: {factors: {KEY: …}}`.
enum FactorFields {
    static let weight = Field(
        "weight", .score, required: "the amount that the factor adds to the score",
        "The amount that the factor adds to the score while its condition is true.", example: 0.8)
    static let when = Field(
        "when", ValueForm(.text(.condition)) { $0.factorCondition($1) },
        required: "the condition of the factor",
        "The factor adds its weight while this condition is true. The condition cannot read the "
            + "risk score.",
        example: "late")

    static let shape = Shape("a map with \"weight:\" and \"when:\"", [weight, when])
}
