/// The last risk assessment, and the last hour that was checked for being risky.
struct RiskWatch: Sendable {
    /// The last assessment under the rules in force; nil before the first.
    private(set) var assessment: RiskAssessment?
    /// Whether there is an assessment: to compare it with nil copies it.
    var isAssessed: Bool { if case .some = assessment { true } else { false } }
    /// The local hour that was last checked, in hours since 1970; nil before the first.
    private(set) var hour: Int?

    mutating func record(_ assessment: RiskAssessment) { self.assessment = assessment }
    mutating func forgetAssessment() { assessment = nil }
    mutating func look(at hour: Int) { self.hour = hour }
}
