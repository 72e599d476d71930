import API
import Localization

enum ExplanationText {
    static func text(_ reply: ProtectionAPI.Explain.Reply, isNow: Bool, _ style: Style) -> String {
        let now = Moment(reply.at) ?? Moment(seconds: 0, offset: 0)
        let when = isNow ? "" : localized("On \(now.day.text(in: 0)) at \(now.time): ")
        let state = RestrictionText.state(
            blocked: reply.blocked, monitored: reply.monitored, until: reply.until,
            grantedUntil: reply.grantedUntil, now: now)
        let name = style.apply(.strong, Printable.text(reply.name))
        var text =
            when + localized("\(name) is \(style.apply(reply.blocked ? .bad : .good, state))\n")
        let prospects = reply.prospects ?? []
        if reply.rules.isEmpty, prospects.isEmpty {
            return text + localized("No rule affects this target.\n")
        }
        for rule in reply.rules {
            text += "\n" + heading(rule, style) + details(rule, now: now, style)
        }
        return text + self.prospects(prospects, now: now, style)
    }

    private static func heading(_ rule: ProtectionAPI.Explanation, _ style: Style) -> String {
        var kind = RestrictionText.kind(rule.kind, rule: rule.rule)
        if rule.strict { kind += localized(", strict") }
        if !rule.enabled { kind += localized(", switched off") }
        return style.heading(rule.inForce, rule.inForce ? .bad : .faint, rule.name, kind) + "\n"
    }

    private static func details(_ rule: ProtectionAPI.Explanation, now: Moment, _ style: Style)
        -> String
    {
        var table = TextTable()
        if rule.inForce {
            let since =
                rule.from.map { localized("since \(TimeWords.at($0, now: now))") }
                ?? localized("now")
            table.add(name: localized("In force"), since + TimeWords.until(rule.until, now: now))
        } else if let from = rule.from {
            let until = rule.until.map { localized(", until \(TimeWords.at($0, now: now))") } ?? ""
            table.add(name: localized("Next"), TimeWords.ahead(from, now: now) + until)
        } else {
            table.add(name: localized("Next"), localized("unknown"))
        }
        table.add(name: localized("Why"), rule.why)
        table.add(name: localized("Lifted by"), rule.lift)
        return table.text(style, indent: 2)
    }

    // MARK: Rules that do not restrict the target, and how soon they might

    private static func prospects(
        _ prospects: [ProtectionAPI.Prospect], now: Moment, _ style: Style
    ) -> String {
        prospects.map { "\n" + heading($0, style) + details($0, now: now, style) }.joined()
    }

    private static func heading(_ prospect: ProtectionAPI.Prospect, _ style: Style) -> String {
        let kind =
            prospect.kind == .budget ? localized("budget") : RestrictionText.kind(prospect.kind)
        let off = prospect.enabled ? "" : localized(", switched off")
        return style.heading(false, .faint, prospect.name, kind + off) + "\n"
    }

    private static func details(
        _ prospect: ProtectionAPI.Prospect, now: Moment, _ style: Style
    ) -> String {
        var table = TextTable()
        let from = prospect.from.map {
            localized("\(TimeWords.ahead($0, now: now)) at the earliest")
        }
        table.add(name: localized("Next"), from)
        table.add(name: localized("Why"), prospect.why)
        for condition in prospect.conditions ?? [] {
            let values = condition.values.map { "\($0.variable) = \(ValueText.text($0.value))" }
            let read = values.isEmpty ? "" : " (\(values.joined(separator: ", ")))"
            table.add(
                .init(
                    condition.holds ? localized("true") : localized("false"),
                    condition.holds ? .bad : .faint),
                .init(condition.text + read))
        }
        return table.text(style, indent: 2)
    }
}
