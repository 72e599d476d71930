import API
import Engine
import RuleModel

/// Rules that do not restrict, in the words of the socket.
extension Daemon {
    func phrase(_ prospect: Prospect) -> ProtectionAPI.Prospect {
        ProtectionAPI.Prospect(
            kind: phrase(prospect.kind), rule: prospect.rule, name: prospect.name,
            enabled: prospect.isEnabled, why: why(prospect), from: text(soonest(prospect)),
            conditions: conditions(prospect))
    }

    private func soonest(_ prospect: Prospect) -> Instant? {
        switch prospect.standing {
        case .asks(let at): at
        case .resting(let until): until
        case .open, .used, .condition: nil
        }
    }

    private func why(_ prospect: Prospect) -> String {
        if !prospect.isEnabled { return "It is switched off." }
        return switch prospect.standing {
        case .open: "What happens until then decides."
        case .used(let used, let limit): "\(minutes(used)) of \(minutes(limit)) are used."
        case .asks: "Nothing is asked before its next day."
        case .resting: "One has ended not long ago."
        case .condition(true, _): "Its condition is true: it begins within five minutes."
        case .condition(false, _): "Its condition is false."
        }
    }

    /// Whole minutes, as use is counted for people.
    private func minutes(_ span: TimeSpan) -> String {
        "\(span.milliseconds / 60_000) min"
    }

    private func conditions(_ prospect: Prospect) -> [ProtectionAPI.Condition]? {
        guard case .condition(_, let parts) = prospect.standing else { return nil }
        return parts.map { part in
            ProtectionAPI.Condition(
                text: part.text, holds: part.isTrue,
                values: part.values.map { .init(variable: $0.name, value: $0.value) })
        }
    }
}
