import API

/// What an installation's facts mean. Nothing is looked up here, so every case can be tested.
struct Diagnosis {
    let found: Installation

    /// All findings, in the order in which one rests on the other.
    var findings: [Finding] {
        [service, socketUnit, socket, daemon, version].compactMap { $0 }
            + [rules, watching].compactMap { $0 } + record + clock
            + [timeZone, linger, agent, notifications].compactMap { $0 } + found.browsers
    }

    private var status: DaemonAPI.GetStatus.Reply? {
        if case .status(let reply) = found.daemon { return reply }
        return nil
    }

    // MARK: Running

    private var service: Finding? {
        let area = "Service"
        guard let unit = found.service else {
            return .hint(
                area, "No systemd user manager answers, so nothing starts the daemon at login.",
                status == nil ? "Start it by hand: soteriad" : nil)
        }
        if unit.isMasked {
            return .bad(
                area, "soteriad.service is masked.", "systemctl --user unmask soteriad.service")
        }
        guard unit.isLoaded else {
            return .bad(area, "soteriad.service is not installed.", "Run systemd/install again.")
        }
        if unit.hasFailed {
            return .bad(
                area, "soteriad.service failed\(Self.exit(unit.exitStatus)).",
                "journalctl --user -u soteriad -e; then systemctl --user restart soteriad")
        }
        guard unit.isActive else {
            return .bad(
                area, "soteriad.service is \(unit.state).",
                unit.isEnabled
                    ? "systemctl --user start soteriad.socket soteriad"
                    : "systemctl --user enable --now soteriad.socket soteriad.service")
        }
        guard unit.isEnabled else {
            return .bad(
                area, "soteriad.service runs, but does not start at login.",
                "systemctl --user enable soteriad.socket soteriad.service")
        }
        if unit.restarts > 0 {
            return .hint(
                area, "soteriad.service runs, after \(Count.text(unit.restarts, "restart")).",
                "journalctl --user -u soteriad -e")
        }
        return .good(area, "soteriad.service runs and starts at login.")
    }

    private static func exit(_ status: Int) -> String {
        switch status {
        case 0: ""
        case 78: " (78: its settings are wrong, or another daemon runs)"
        case 217:
            " (217: this machine forbids user namespaces; the drop-in "
                + "without-user-namespaces.conf helps)"
        case 218: " (218: the sandbox could not be set up)"
        default: " (exit status \(status))"
        }
    }

    private var socketUnit: Finding? {
        guard let unit = found.socketUnit, found.service?.isLoaded == true else { return nil }
        if !unit.isLoaded {
            return .bad("Socket unit", "soteriad.socket is missing.", "Run systemd/install again.")
        }
        if !unit.isActive {
            return .bad(
                "Socket unit", "soteriad.socket is \(unit.state).",
                "systemctl --user enable --now soteriad.socket")
        }
        return nil
    }

    private var socket: Finding {
        let area = "Socket"
        switch (found.socket, found.socketFile) {
        case (.failure(let error), _):
            return .bad(area, "Nobody can say where it is: \(error.description).")
        case (.success(let path), .missing):
            return .bad(
                area, "There is none at \(path).",
                "systemctl --user start soteriad.socket soteriad, or name another with --socket")
        case (.success(let path), .hidden):
            return .bad(
                area, "You may not enter the directory of \(path).",
                "Run this as the user whose daemon it is.")
        case (.success(let path), .somethingElse):
            return .bad(area, "\(path) is no socket.", "Move it away and start soteriad.socket.")
        case (.success(let path), .socket(let mode)):
            if found.isSocketOfAnother {
                return .bad(
                    area, "\(path) is there. It belongs to another user.",
                    "Run this as that user, or name your own socket with --socket.")
            }
            if case .none(let reason) = found.daemon {
                if reason.contains(FailureText.permissionDenied) {
                    return .bad(
                        area, "\(path) is there, but you may not use it (\(reason)).",
                        "chmod 600 \(path), and see that you may enter its directory.")
                }
                return .bad(
                    area, "\(path) is there, but \(reason).",
                    "systemctl --user restart soteriad.socket soteriad")
            }
            if mode & 0o077 != 0 {
                return .bad(
                    area, "\(path) has mode \(String(mode, radix: 8)); others may reach it.",
                    "chmod 600 \(path)")
            }
            return .good(area, "\(path) answers.")
        }
    }

    private var daemon: Finding? {
        guard let status else { return nil }
        if found.isExecutableReplaced {
            return .hint(
                "Program", "The daemon still runs the program as it was before an upgrade.",
                "systemctl --user restart soteriad")
        }
        if let unit = found.service?.program, let running = status.executable, unit != running {
            return .hint(
                "Program", "The daemon that answers is \(running), the service's is \(unit).",
                "Stop the one that you do not want.")
        }
        return nil
    }

    private var version: Finding? {
        guard let status else { return nil }
        if status.version != found.version {
            return .hint(
                "Version", "The daemon is \(status.version), this program \(found.version).",
                "systemctl --user restart soteriad, or install again")
        }
        return .good("Version", "\(status.version).")
    }
}
