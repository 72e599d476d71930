import API

/// The rules that do not restrict a target, and how near they are to it.
extension ExplanationText {
    /// One after another, a blank line before each.
    static func prospects(
        _ prospects: [ProtectionAPI.Prospect], now: Moment, _ style: Style
    ) -> String {
        prospects.map { "\n" + heading($0, style) + details($0, now: now, style) }.joined()
    }

    private static func heading(_ prospect: ProtectionAPI.Prospect, _ style: Style) -> String {
        let kind =
            prospect.kind == .budget ? "budget" : RestrictionText.kind(prospect.kind)
        let off = prospect.enabled ? "" : ", switched off"
        let name = style.apply(.strong, Printable.text(prospect.name))
        return "\(style.apply(.faint, "○")) \(name) (\(kind)\(off))\n"
    }

    private static func details(
        _ prospect: ProtectionAPI.Prospect, now: Moment, _ style: Style
    ) -> String {
        var table = TextTable()
        if let from = prospect.from {
            table.add(
                .init("Next", .faint), .init(TimeWords.ahead(from, now: now) + " at the soonest"))
        }
        table.add(.init("Why", .faint), .init(prospect.why))
        for condition in prospect.conditions ?? [] {
            let values = condition.values.map { "\($0.variable) = \(ValueText.text($0.value))" }
            let read = values.isEmpty ? "" : " (\(values.joined(separator: ", ")))"
            table.add(
                .init(condition.holds ? "true" : "false", condition.holds ? .bad : .faint),
                .init(condition.text + read))
        }
        return table.text(style, indent: 2)
    }
}
