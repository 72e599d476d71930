import API

/// What `soteria explain` shows.
enum ExplanationText {
    static func text(_ reply: ProtectionAPI.Explain.Reply, isNow: Bool, _ style: Style) -> String {
        let now = Moment(reply.at) ?? Moment(seconds: 0, offset: 0)
        let when = isNow ? "" : "On \(now.day.text(in: 0)) at \(now.time): "
        let state = RestrictionText.state(
            blocked: reply.blocked, monitored: reply.monitored, until: reply.until,
            grantedUntil: reply.grantedUntil, now: now)
        var text =
            when + style.apply(.strong, Printable.text(reply.name)) + " is "
            + style.apply(reply.blocked ? .bad : .good, state) + "\n"
        let prospects = reply.prospects ?? []
        if reply.rules.isEmpty, prospects.isEmpty { return text + "No rule concerns it.\n" }
        for rule in reply.rules {
            text += "\n" + heading(rule, style) + details(rule, now: now, style)
        }
        return text + self.prospects(prospects, now: now, style)
    }

    private static func heading(_ rule: ProtectionAPI.Explanation, _ style: Style) -> String {
        let mark = style.apply(rule.inForce ? .bad : .faint, rule.inForce ? "●" : "○")
        var kind = Printable.text(RestrictionText.kind(rule.kind, rule: rule.rule))
        if rule.strict { kind += ", strict" }
        if !rule.enabled { kind += ", switched off" }
        return "\(mark) \(style.apply(.strong, Printable.text(rule.name))) (\(kind))\n"
    }

    private static func details(_ rule: ProtectionAPI.Explanation, now: Moment, _ style: Style)
        -> String
    {
        var table = TextTable()
        if rule.inForce {
            let since = rule.from.map { "since \(TimeWords.at($0, now: now))" } ?? "now"
            table.add(
                .init("In force", .faint), .init(since + TimeWords.until(rule.until, now: now)))
        } else if let from = rule.from {
            let until = rule.until.map { ", until \(TimeWords.at($0, now: now))" } ?? ""
            table.add(.init("Next", .faint), .init(TimeWords.ahead(from, now: now) + until))
        } else {
            table.add(.init("Next", .faint), "not in sight")
        }
        table.add(.init("Why", .faint), .init(rule.why))
        if let lift = rule.lift { table.add(.init("Lifted by", .faint), .init(lift)) }
        return table.text(style, indent: 2)
    }
}
