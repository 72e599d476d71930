import CEL
import RuleModel

/// The keys of `risk: …`.
enum RiskFields {
    static let levels = Field(
        "levels", .map(LevelFields.shape, of: "levels") { $0.levels($1) }, standard: .standard,
        leftOut: "as below", "Where each level of the score begins; each above the one before.")
    static let factors = Field(
        "factors",
        ValueForm<[RiskFactor]>(
            map: .entries(FactorFields.shape, example: "late_night"),
            read: { $0.factors($1, at: $2) }),
        standard: [], leftOut: "none",
        "What the score is made of: the weights of all factors whose condition is true, at most 1 "
            + "together.")

    static let shape = Shape("a map with levels and factors", [levels, factors])
}

/// The keys of `risk: {levels: …}`.
enum LevelFields {
    static let moderate = Field(
        "moderate", .score, standard: RiskLevels.standard.moderate,
        "Below it the risk is low.", example: 0.3)
    static let high = Field(
        "high", .score, standard: RiskLevels.standard.high,
        "Between the two.", example: 0.5)
    static let critical = Field(
        "critical", .score, standard: RiskLevels.standard.critical, "The highest level.",
        example: 0.7)

    static let shape = Shape("a map with moderate, high and critical", [moderate, high, critical])
}

/// The keys of `risk: {factors: {KEY: …}}`.
enum FactorFields {
    static let weight = Field(
        "weight", .score, required: "what it adds to the score",
        "What it adds to the score while its condition is true.", example: 0.8)
    static let when = Field(
        "when", ValueForm(.text(.condition)) { $0.factorCondition($1) },
        required: "its condition",
        "Its condition. It cannot read the score that it is part of.",
        example: "late")

    static let shape = Shape("a map with weight and when", [weight, when])
}
