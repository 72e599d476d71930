import API

/// Rules by which the daemon protects by itself, in words.
enum AutoProtectionText {
    /// Every rule with its condition, what it blocks and whether it runs.
    static func list(_ rules: [ProtectionAPI.AutoProtection], now: Moment?, _ style: Style)
        -> String
    {
        if rules.isEmpty { return "No rule file has automatic protection.\n" }
        return rules.map { one($0, now: now, style) }.joined(separator: "\n")
    }

    private static func one(
        _ rule: ProtectionAPI.AutoProtection, now: Moment?, _ style: Style
    ) -> String {
        let runs = rule.until != nil
        let mark = style.apply(runs ? .bad : .faint, runs ? "●" : "○")
        let key = rule.rule + (rule.strict ? ", strict" : "")
        let targets = rule.targets.isEmpty ? "nothing" : rule.targets.joined(separator: ", ")
        let length = TimeWords.length(seconds: rule.seconds)
        let again = TimeWords.length(seconds: rule.againAfter)
        var table = TextTable()
        table.add(.init("When", .faint), .init(rule.condition))
        table.add(.init("Blocks", .faint), .init("\(targets) for \(length)"))
        table.add(.init("Again", .faint), .init("not before \(again) after its end"))
        return "\(mark) \(style.apply(.strong, Printable.text(rule.name))) "
            + "(\(Printable.text(key)))\n" + table.text(style, indent: 2)
            + "  " + state(rule, now: now, style) + "\n"
    }

    private static func state(
        _ rule: ProtectionAPI.AutoProtection, now: Moment?, _ style: Style
    ) -> String {
        var parts: [String] = []
        if let until = rule.until {
            let end = now.map { TimeWords.ahead(until, now: $0) } ?? until
            parts.append(style.apply(.bad, "protects until \(end)"))
        }
        if !rule.enabled {
            let by = rule.switched ? "by you" : "in the rules"
            parts.append(style.apply(.doubtful, "switched off \(by)"))
        } else if parts.isEmpty {
            parts.append("watches")
        }
        return parts.joined(separator: ", ")
    }
}
