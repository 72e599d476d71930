import API

/// What `soteria risk` shows.
enum RiskText {
    /// The score and level; with `explaining`, every factor with its condition and what it read.
    static func text(_ status: RiskAPI.Status, explaining: Bool, now: Moment?, _ style: Style)
        -> String
    {
        let level = style.apply(role(status.level), "\(status.score) \(status.level.rawValue)")
        var text = "Risk \(level)\(assessed(status, now: now))\n"
        if explaining {
            text += "\n" + factors(status.factors, style) + "\n" + levels(status, style)
        } else {
            let names = status.factors.filter(\.holds).map(\.factor)
            if !names.isEmpty { text += "Because of \(names.joined(separator: ", "))\n" }
        }
        return text
    }

    /// How a level looks.
    static func role(_ level: RiskAPI.Level) -> Style.Role {
        switch level {
        case .low: .good
        case .moderate: .doubtful
        case .high, .critical: .bad
        }
    }

    private static func assessed(_ status: RiskAPI.Status, now: Moment?) -> String {
        guard let now = now ?? Moment(status.assessedAt) else { return "" }
        let next = status.nextAt.map { ", next \(TimeWords.at($0, now: now))" } ?? ""
        return " (assessed \(TimeWords.at(status.assessedAt, now: now))\(next))"
    }

    private static func factors(_ factors: [RiskAPI.Factor], _ style: Style) -> String {
        guard !factors.isEmpty else { return "The rules have no factors.\n" }
        var table = TextTable()
        for factor in factors {
            let read = factor.values.map { "\($0.variable) = \($0.value)" }.joined(separator: ", ")
            let because = factor.problem.map { "not evaluated: \($0)" } ?? read
            table.add([
                .init(
                    factor.holds ? "+\(factor.weight)" : " \(factor.weight)",
                    factor.holds ? .strong : .faint),
                .init(factor.factor, factor.holds ? .strong : .faint),
                .init(factor.holds ? "yes" : "no", factor.holds ? .doubtful : .faint),
                .init(factor.condition + (factor.automatic ? "" : " [reported]")),
                .init(because, factor.problem == nil ? .faint : .bad),
            ])
        }
        return table.text(style)
    }

    private static func levels(_ status: RiskAPI.Status, _ style: Style) -> String {
        let levels = status.thresholds
        var text =
            "Levels: moderate from \(levels.moderate), high from \(levels.high), "
            + "critical from \(levels.critical)\n"
        if status.automatic != status.score {
            text += "Without what you reported: \(status.automatic)\n"
        }
        return text
    }
}
