import API
import Localization

enum RiskText {
    /// The score and level; with `explaining`, every factor with its condition and its values.
    static func text(_ status: RiskAPI.Status, explaining: Bool, now: Moment?, _ style: Style)
        -> String
    {
        let level = style.apply(role(status.level), "\(status.score) \(status.level.rawValue)")
        var text = localized("Risk \(level)\(assessed(status, now: now))\n")
        if explaining {
            text += "\n" + factors(status.factors, style) + "\n" + levels(status, style)
        } else {
            let names = status.factors.filter(\.holds).map(\.factor)
            if !names.isEmpty { text += localized("Because of \(names.joined(separator: ", "))\n") }
        }
        return text
    }

    /// A recorded score: `2026-11-21 23:15:00  0.400 moderate  late_night`.
    static func line(_ point: RiskAPI.Point, _ style: Style) -> String {
        let at = Moment(point.at).map { "\($0.day) \($0.timeWithSeconds)" } ?? point.at
        return line(at, point.score, point.level, point.factors, style)
    }

    /// A score as it changed: `23:15:00  0.400 moderate  late_night`.
    static func line(_ status: RiskAPI.Status, _ style: Style) -> String {
        let at = Moment(status.assessedAt)?.timeWithSeconds ?? status.assessedAt
        let factors = status.factors.filter(\.holds).map(\.factor)
        return line(at, status.score, status.level, factors, style)
    }

    private static func line(
        _ at: String, _ score: FixedPoint, _ level: RiskAPI.Level, _ factors: [String],
        _ style: Style
    ) -> String {
        let because = factors.isEmpty ? "" : "  " + Printable.text(factors.joined(separator: ", "))
        // As wide as the longest level, so that lines are aligned.
        let pad = factors.isEmpty ? "" : String(repeating: " ", count: 8 - level.rawValue.count)
        return style.apply(.faint, Printable.text(at)) + "  "
            + style.apply(role(level), "\(score) \(level.rawValue)") + pad + because + "\n"
    }

    static func role(_ level: RiskAPI.Level) -> Style.Role {
        switch level {
        case .low: .good
        case .moderate: .doubtful
        case .high, .critical: .bad
        }
    }

    private static func assessed(_ status: RiskAPI.Status, now: Moment?) -> String {
        guard let now = now ?? Moment(status.assessedAt) else { return "" }
        let next = status.nextAt.map { localized(", next at \(TimeWords.at($0, now: now))") } ?? ""
        return localized(" (assessed \(TimeWords.at(status.assessedAt, now: now))\(next))")
    }

    private static func factors(_ factors: [RiskAPI.Factor], _ style: Style) -> String {
        guard !factors.isEmpty else { return localized("The rules define no risk factors.\n") }
        var table = TextTable()
        // Below each factor, behind the column of the weights.
        let room = style.width - 8
        for factor in factors {
            let role: Style.Role = factor.holds ? .strong : .faint
            table.add([
                .init("\(factor.holds ? "+" : " ")\(factor.weight)", role),
                .init(factor.factor, role),
                .init(
                    factor.holds ? localized("yes") : localized("no"),
                    factor.holds ? .doubtful : .faint),
                .init(factor.condition + (factor.automatic ? "" : localized(" [reported]"))),
            ])
            if let problem = factor.problem {
                table.add("", .init(localized("not evaluated: \(problem)"), .bad))
                continue
            }
            let values = factor.values.map { "\($0.variable) = \(ValueText.text($0.value))" }
            for line in Paragraph.filled(values, width: room) { table.add("", .init(line, .faint)) }
        }
        return table.text(style)
    }

    private static func levels(_ status: RiskAPI.Status, _ style: Style) -> String {
        let levels = status.thresholds
        let from = localized(
            """
            Levels: moderate from \(levels.moderate), high from \(levels.high), critical from \
            \(levels.critical)

            """)
        return from
            + (status.automatic == status.score
                ? "" : localized("Score without what you reported: \(status.automatic)\n"))
    }
}
