import API

/// What acts on the decisions in the person's session: the agent, and who shows what it says.
extension Diagnosis {
    var agent: Finding? {
        let area = "Agent"
        let name = "soteria-agent.service"
        guard let unit = found.agent else { return nil }
        if unit.isMasked {
            return .hint(
                area, "\(name) is masked, so apps run on and nothing is asked.",
                "systemctl --user unmask \(name)")
        }
        guard unit.isLoaded else {
            return .bad(
                area, "\(name) is not installed, so apps run on and nothing is asked.",
                "Run systemd/install again.")
        }
        if unit.hasFailed {
            let reason = unit.exitStatus == 78 ? " (78: another agent runs)" : ""
            return .bad(
                area, "\(name) failed\(reason).",
                "journalctl --user -u soteria-agent -e; then systemctl --user restart "
                    + "soteria-agent")
        }
        guard unit.isActive else {
            return .bad(
                area, "\(name) is \(unit.state), so apps run on and nothing is asked.",
                unit.isEnabled
                    ? "systemctl --user start soteria-agent"
                    : "systemctl --user enable --now soteria-agent")
        }
        guard unit.isEnabled else {
            return .bad(
                area, "\(name) runs, but does not start at login.",
                "systemctl --user enable soteria-agent")
        }
        if case .status(let status) = found.daemon, status.subscribers == 0 {
            // It tries again by itself, as after a restart of the daemon.
            return .hint(
                area, "\(name) runs, but nobody follows the daemon: it is not connected yet.",
                "journalctl --user -u soteria-agent -e")
        }
        if unit.restarts > 0 {
            return .hint(
                area, "\(name) runs, after \(Count.text(unit.restarts, "restart")).",
                "journalctl --user -u soteria-agent -e")
        }
        let words = unit.statusText.map { " (\(Printable.text($0)))" } ?? ""
        return .good(area, "\(name) runs\(words).")
    }

    var notifications: Finding? {
        let area = "Notifications"
        // Without the agent nobody would notify.
        guard found.agent?.isActive == true else { return nil }
        switch found.notifications {
        case .unknown: return nil
        case .runs: return .good(area, "A notification service runs.")
        case .startable: return .good(area, "A notification service starts when it is needed.")
        case .missing:
            return .hint(
                area, "No notification service is on the session's bus, so nobody is asked.",
                "Start one, such as dunst or mako; until then: soteria prompts --follow")
        }
    }
}
