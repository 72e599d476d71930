import Engine
import Phrasing
import RuleModel

/// The status text for `systemctl --user status`.
enum StatusText {
    /// Returns the blocks with their ends, the risk, and any problem.
    static func make(_ daemon: isolated Daemon) -> String {
        let engine = daemon.engine
        var parts = [blocked(engine)] + open(daemon) + protections(engine) + waiting(engine)
        if let assessment = engine.assessment {
            parts.append("risk \(assessment.score) \(assessment.level.rawValue)")
        }
        if daemon.rules.isRefused {
            let errors = daemon.rules.lastRead.errors
            parts.append(
                "rules refused: \(errors) \(errors == 1 ? "error" : "errors"), see the journal")
        }
        parts += edits(engine)
        if daemon.record.isFailing { parts.append("EVENTS CANNOT BE RECORDED") }
        if let path = daemon.record.setAside {
            parts.append("the damaged record is kept as \(path)")
        }
        if engine.clock.jump != nil { parts.append("Soteria does not trust the clock") }
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
            return all.count == 1
                ? "The only target is open" : "None of the \(all.count) targets is blocked"
        }
        let shown = blocked.prefix(5).joined(separator: ", ")
        let more = blocked.count > 5 ? " and \(blocked.count - 5) more" : ""
        return "Blocked: \(shown)\(more)"
    }

    private static func open(_ daemon: isolated Daemon) -> [String] {
        let targets = Set(daemon.engine.state.grants.flatMap(\.targets)).sorted()
        let shown = targets.prefix(5).compactMap { target in
            daemon.engine.grantedUntil(target).map {
                "\(daemon.names[target] ?? target) open until \(clock($0, daemon.engine))"
            }
        }
        return targets.count > 5 ? shown + ["\(targets.count - 5) more open"] : shown
    }

    /// The protections that began automatically.
    private static func protections(_ engine: Engine) -> [String] {
        engine.state.protections.filter { $0.kind == .autoProtection }.map {
            "protection \($0.name) until \(clock(engine.end(of: $0), engine))"
        }
    }

    /// The budgets that are used up and the questions that are open.
    private static func waiting(_ engine: Engine) -> [String] {
        let reached = engine.rules.budgets.compactMap { budget in
            engine.state.budgets[budget.key].map {
                "budget \(budget.key) is used up until \(clock($0.until, engine))"
            }
        }
        let asking = engine.rules.checkIns.map(\.key)
            .filter { engine.state.checkIns[$0]?.phase == .asking }
        return reached
            + (asking.isEmpty
                ? [] : ["check-ins not answered yet: \(asking.joined(separator: ", "))"])
    }

    private static func edits(_ engine: Engine) -> [String] {
        let all = engine.state.pendingEdits
        let zones = all.filter(\.isZoneChange).map { edit in
            "times in \(edit.zone ?? "") also apply until "
                + clock(engine.end(of: edit.time), engine)
        }
        let pending = all.filter { !$0.isZoneChange }
        guard let first = pending.map({ engine.end(of: $0.time) }).min() else { return zones }
        let until = clock(first, engine)
        return zones + [
            pending.count == 1
                ? "1 rule edit is waiting until \(until)"
                : "\(pending.count) rule edits are waiting, the first until \(until)"
        ]
    }

    private static func clock(_ instant: Instant, _ engine: Engine) -> String {
        engine.localClock.time(instant, now: engine.now)
    }
}
