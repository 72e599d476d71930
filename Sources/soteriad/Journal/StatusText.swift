import Engine

/// The state in words, for `systemctl --user status`.
enum StatusText {
    /// What is blocked until when, the risk, and what is wrong.
    static func make(_ daemon: isolated Daemon) -> String {
        let engine = daemon.engine
        var parts = [blocked(engine)]
        if let assessment = engine.assessment {
            parts.append("risk \(assessment.score) \(assessment.level.rawValue)")
        }
        if daemon.rules.isRefused {
            let errors = daemon.rules.lastRead.errors
            parts.append(
                "rules refused: \(errors) \(errors == 1 ? "error" : "errors"), see the journal")
        }
        if daemon.storeIsFailing { parts.append("EVENTS CANNOT BE RECORDED") }
        if let path = daemon.setAside { parts.append("a damaged record was set aside: \(path)") }
        if engine.clock.jump != nil { parts.append("the clock is not believed") }
        return parts.joined(separator: "; ")
    }

    private static func blocked(_ engine: Engine) -> String {
        let all = engine.rules.targets
        if all.isEmpty { return "No targets" }
        let blocked = all.compactMap { target -> String? in
            guard let decision = engine.state.decisions[target.key]?.decision,
                decision.isBlocked
            else { return nil }
            return target.name + (decision.until.map { " until \(clock($0, engine))" } ?? "")
        }
        if blocked.isEmpty {
            return all.count == 1 ? "The target is open" : "None of \(all.count) targets is blocked"
        }
        let shown = blocked.prefix(5).joined(separator: ", ")
        let more = blocked.count > 5 ? " and \(blocked.count - 5) more" : ""
        return "Blocked: \(shown)\(more)"
    }

    /// `06:30`, with the date where that is not today's or tomorrow's.
    private static func clock(_ instant: Instant, _ engine: Engine) -> String {
        let local = LocalTime(instant, in: engine.zone)
        let text = LocalTime.rfc3339(instant, offset: local.offset)
        let time = String(text.dropFirst(11).prefix(5))
        let isNear = instant - engine.now < .hours(24)
        return isNear ? time : "\(local.date) \(time)"
    }
}
