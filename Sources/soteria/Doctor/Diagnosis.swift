import API
import Localization

/// Interprets the facts about an installation; looks nothing up, so every case can be tested.
struct Diagnosis {
    let found: Installation

    /// All findings, in the order of their dependencies.
    var findings: [Finding] {
        [service, socketUnit, socket, daemon, version, rules, watching].compactMap(\.self) + record
            + [clock, timeZone, linger, agent, front, idle, notifications].compactMap(\.self)
            + found.browsers
            + [connectedExtension].compactMap(\.self)
    }

    var status: DaemonAPI.GetStatus.Reply? {
        if case .status(let reply) = found.daemon { return reply }
        return nil
    }

    // MARK: Running

    private var service: Finding? {
        let area = localized("Service")
        guard let unit = found.service else {
            return .hint(
                area,
                localized(
                    "systemd's user manager does not answer, so nothing starts the daemon at login."
                ),
                status == nil ? localized("Start the daemon by hand: soteriad") : nil)
        }
        if unit.isMasked {
            return .bad(
                area, localized("soteriad.service is masked."),
                "systemctl --user unmask soteriad.service")
        }
        return trouble(
            area, unit, "soteriad", exit: Self.exit(unit.exitStatus),
            start: "soteriad.socket soteriad", enable: "soteriad.socket soteriad.service")
            ?? restarts(area, unit, "soteriad")
            ?? .good(area, localized("soteriad.service is running and starts at login."))
    }

    /// The problem of a service and its effect; nil if the service is running and starts at login.
    private func trouble(
        _ area: String, _ unit: Unit, _ name: String, exit: String, start: String, enable: String,
        so outcome: String = ""
    ) -> Finding? {
        let service = "\(name).service"
        guard unit.isLoaded else {
            return .bad(
                area, localized("\(service) is not installed\(outcome)."),
                localized("Run systemd/install again."))
        }
        if unit.hasFailed {
            return .bad(
                area, localized("\(service) failed\(exit)."),
                localized(
                    """
                    To see why: journalctl --user -u \(name) -e
                    To restart it: systemctl --user restart \(name)
                    """))
        }
        guard unit.isActive else {
            return .bad(
                area, localized("\(service) is \(unit.state)\(outcome)."),
                unit.isEnabled
                    ? "systemctl --user start \(start)" : "systemctl --user enable --now \(enable)")
        }
        guard unit.isEnabled else {
            return .bad(
                area, localized("\(service) is running, but does not start at login."),
                "systemctl --user enable \(enable)")
        }
        return nil
    }

    private func restarts(_ area: String, _ unit: Unit, _ name: String) -> Finding? {
        guard unit.restarts > 0 else { return nil }
        return .hint(
            area,
            localized(
                count: unit.restarts,
                one: "\(name).service is running, but systemd had to restart it.",
                other: """
                    \(name).service is running, but systemd had to restart it \(.count) times.
                    """),
            "journalctl --user -u \(name) -e")
    }

    private static func exit(_ status: Int) -> String {
        switch status {
        case 0: ""
        case 78:
            localized(" (exit status 78: the settings are wrong, or another daemon is running)")
        case 217:
            localized(
                """
                 (exit status 217: this machine forbids user namespaces; install the systemd \
                drop-in without-user-namespaces.conf)
                """)
        case 218: localized(" (exit status 218: the sandbox could not be set up)")
        default: localized(" (exit status \(status))")
        }
    }

    private var socketUnit: Finding? {
        guard let unit = found.socketUnit, found.service?.isLoaded == true else { return nil }
        if !unit.isLoaded {
            return .bad(
                localized("Socket unit"), localized("soteriad.socket is missing."),
                localized("Run systemd/install again."))
        }
        if !unit.isActive {
            return .bad(
                localized("Socket unit"), localized("soteriad.socket is \(unit.state)."),
                "systemctl --user enable --now soteriad.socket")
        }
        return nil
    }

    private var socket: Finding {
        let area = localized("Socket")
        switch (found.socket, found.socketFile) {
        case (.failure(let error), _):
            return .bad(
                area,
                localized("The path of the daemon's socket is unknown: \(localized(error.text)).")
            )
        case (.success(let path), .missing):
            return .bad(
                area, localized("There is no socket at \(path)."),
                localized(
                    """
                    \(starting("systemctl --user start soteriad.socket soteriad"))
                    If the socket is elsewhere, pass its path with --socket.
                    """))
        case (.success(let path), .hidden):
            return .bad(
                area, localized("You cannot access the directory of \(path)."),
                localized("Run this command as the user who runs the daemon."))
        case (.success(let path), .somethingElse):
            return .bad(
                area, localized("\(path) is not a socket."),
                localized("Move that file out of the way, then start soteriad.socket."))
        case (.success(let path), .socket(let mode)):
            if found.isSocketOfAnother {
                return .bad(
                    area, localized("\(path) belongs to another user."),
                    localized(
                        "Run this command as that user, or pass your own socket with --socket."))
            }
            if case .none(let reason) = found.daemon {
                if reason.contains(FailureText.permissionDenied) {
                    return .bad(
                        area,
                        localized("\(path) exists, but you are not allowed to use it (\(reason))."),
                        localized(
                            """
                            chmod 600 \(path)
                            Also make sure that you can access the directory of the socket.
                            """))
                }
                return .bad(
                    area, localized("\(path) exists, but \(reason)."),
                    starting("systemctl --user restart soteriad.socket soteriad"))
            }
            if mode & 0o077 != 0 {
                return .bad(
                    area,
                    localized(
                        """
                        \(path) has mode \(String(mode, radix: 8)), so other users can use the \
                        socket.
                        """
                    ),
                    "chmod 600 \(path)")
            }
            return .good(area, localized("The daemon answers at \(path)."))
        }
    }

    /// The command that starts the daemon: through systemd, if its user manager answers.
    private func starting(_ command: String) -> String {
        found.service == nil ? localized("Start the daemon by hand: soteriad") : command
    }

    private var daemon: Finding? {
        guard let status else { return nil }
        if found.isExecutableReplaced {
            return .hint(
                localized("Program"),
                localized("Soteria was upgraded, but the daemon is still running the old program."),
                starting("systemctl --user restart soteriad"))
        }
        if let unit = found.service?.program, let running = status.executable, unit != running {
            return .hint(
                localized("Program"),
                localized(
                    "The running daemon is \(running), but the service is set up to run \(unit)."),
                localized("Stop the daemon that you do not want."))
        }
        return nil
    }

    private var version: Finding? {
        guard let status else { return nil }
        if status.version != found.version {
            return .hint(
                localized("Version"),
                localized(
                    """
                    The daemon is version \(status.version), but this program is version \
                    \(found.version).
                    """),
                localized(
                    """
                    \(starting("systemctl --user restart soteriad"))
                    If that does not help, reinstall Soteria.
                    """))
        }
        return .good(localized("Version"), "\(status.version).")
    }

    // MARK: The bases of decisions: rules, record, clock, zone

    private var rules: Finding {
        let area = localized("Rules")
        if found.rules.errors > 0 {
            // Without a daemon no rules are in force.
            let outcome = status == nil ? "" : localized(", so the last good rules stay in force")
            return .bad(
                area,
                localized("The rule files have \(Count.errors(found.rules.errors))\(outcome)."),
                "soteria rules check")
        }
        if let status, status.rules.refused {
            return .hint(
                area,
                localized(
                    "The rule files have no errors now, but the daemon has not loaded them yet."),
                "soteria rules reload")
        }
        if found.rules.warnings > 0 {
            return .hint(
                area, localized("The rule files have \(Count.warnings(found.rules.warnings))."),
                "soteria rules check")
        }
        let files = Count.files(found.rules.files, shipped: found.rules.shipped)
        return .good(area, localized("\(files), no errors."))
    }

    private var watching: Finding? {
        let blind = status?.rules.directories.filter { $0.problem != nil } ?? []
        guard let first = blind.first else { return nil }
        return .hint(
            localized("Rules"),
            localized(
                "The daemon cannot detect edits in \(first.path) (\(first.problem ?? ""))."),
            localized("After each edit, run: soteria rules reload"))
    }

    private var record: [Finding] {
        var findings: [Finding] = []
        if let store = status?.store {
            findings.append(
                store.healthy
                    ? .good(
                        localized("Record"),
                        localized("\(Count.events(store.events)) in \(store.path)."))
                    : .bad(
                        localized("Record"),
                        localized(
                            """
                            Nothing can be recorded: \
                            \(store.problem ?? localized("unknown reason")).
                            """
                        ),
                        localized(
                            """
                            Free some space or make \(store.path) writable; the daemon keeps trying.
                            """)))
        }
        let lost = status?.incidents.first { $0.kind == .storeReplaced && $0.what.isEmpty }
        if let lost {
            findings.append(
                .hint(
                    localized("Record"),
                    localized(
                        """
                        The earlier record is gone; the present one began on \(lost.at.prefix(10)).
                        """
                    ),
                    localized(
                        """
                        To check the present record: soteria events verify
                        To replace it with a backup: soteria restore FILE
                        """)))
        }
        if !found.setAside.isEmpty {
            findings.append(
                .hint(
                    localized("Record"),
                    localized(
                        "Damaged records were set aside: \(found.setAside.joined(separator: ", "))."
                    ),
                    localized("Soteria no longer needs these files. You can keep or delete them.")))
        }
        if !found.otherStores.isEmpty {
            findings.append(
                .hint(
                    localized("Record"),
                    localized(
                        """
                        Another record was found at \(found.otherStores.joined(separator: ", ")).
                        """),
                    localized(
                        """
                        Soteria does not use that record. It may be left over from an older \
                        systemd or a test.
                        """)))
        }
        return findings
    }

    private var clock: Finding? {
        guard let status else { return nil }
        let now = Moment(status.now) ?? Moment(seconds: 0, offset: 0)
        let clock = status.clock
        if let jump = clock.jump {
            let adopted = clock.adoptedAt.map {
                localized(", but will by \(TimeWords.ahead($0, now: now))")
            }
            return .hint(
                localized("Clock"),
                localized(
                    """
                    The clock was set \(jump > 0 ? localized("forward") : localized("back")) by \
                    \(TimeWords.length(seconds: jump)). The daemon does not trust the new time \
                    yet\(adopted ?? "").
                    """),
                localized("To have a time server confirm the clock: timedatectl set-ntp true"))
        }
        switch clock.continuity {
        case .unproven, .behind:
            return .hint(
                localized("Clock"),
                localized(
                    "No time server has confirmed the clock since the machine was restarted."),
                "timedatectl set-ntp true")
        case .first, .sameBoot, .synchronised:
            return .good(
                localized("Clock"),
                clock.synchronised == true
                    ? localized("The clock is trusted: a time server sets it.")
                    : localized("The clock is trusted, although no time server is known to set it.")
            )
        }
    }

    private var timeZone: Finding? {
        if let problem = status?.clock.zoneProblem ?? found.zoneIssue {
            return .bad(
                localized("Time zone"), localized("The time zone is unknown: \(problem)."),
                problem.contains("$TZ")
                    ? localized("Unset the variable TZ, or set it to a valid time zone.")
                    : localized(
                        "Install tzdata and set a zone: timedatectl set-timezone Europe/Berlin"))
        }
        guard let clock = status?.clock else { return nil }
        let shown = clock.localTimeZone.flatMap { zone in
            zone == clock.timeZone
                ? nil
                : localized(
                    "; times are shown in \(Printable.text(zone)), because the rules set time_zone")
        }
        return .good(localized("Time zone"), "\(clock.timeZone)\(shown ?? "").")
    }

    private var linger: Finding? {
        guard found.service?.isLoaded == true, found.lingers == false else { return nil }
        return .good(
            localized("Session"),
            localized("The daemon runs only while you are logged in. This is normal."))
    }

    // MARK: The session: the agent and the notification service

    var agent: Finding? {
        let area = localized("Agent")
        let name = "soteria-agent.service"
        let outcome = localized(", so blocked apps stay open and prompts are not shown")
        guard let unit = found.agent else { return nil }
        if unit.isMasked {
            return .hint(
                area, localized("\(name) is masked\(outcome)."), "systemctl --user unmask \(name)")
        }
        let trouble = trouble(
            area, unit, "soteria-agent",
            exit: unit.exitStatus == 78
                ? localized(" (exit status 78: another agent is running)") : "",
            start: "soteria-agent", enable: "soteria-agent", so: outcome)
        if let trouble { return trouble }
        if let status, status.subscribers == 0 {
            // It reconnects by itself, as after a restart of the daemon.
            return .hint(
                area, localized("\(name) is running, but is not connected to the daemon yet."),
                "journalctl --user -u soteria-agent -e")
        }
        let words = unit.statusText.map { " (\(Printable.text($0)))" } ?? ""
        return restarts(area, unit, "soteria-agent")
            ?? .good(area, localized("\(name) is running\(words)."))
    }

    var notifications: Finding? {
        let area = localized("Notifications")
        // Without the agent, nothing sends notifications.
        guard found.agent?.isActive == true else { return nil }
        switch found.notifications {
        case .unknown: return nil
        case .runs: return .good(area, localized("A notification service is running."))
        case .startable:
            return .good(
                area, localized("A notification service will be started when it is needed."))
        case .missing:
            return .hint(
                area,
                localized("This desktop has no notification service, so prompts are not shown."),
                localized(
                    """
                    Start a notification service, such as dunst or mako; until then, watch prompts \
                    with: soteria prompts --follow
                    """))
        }
    }

    // MARK: Browsers

    /// The extension of a browser that runs, if its version is not the daemon's.
    var connectedExtension: Finding? {
        let area = localized("Extension")
        guard let status else { return nil }
        if let outdated = status.outdatedExtension {
            return .hint(
                area,
                outdated.version.map {
                    localized(
                        """
                        The Soteria extension in a browser is version \($0); the daemon is version \
                        \(status.version).
                        """)
                }
                    ?? localized(
                        """
                        The Soteria extension in a browser is older than Soteria \(status.version).
                        """),
                localized(
                    """
                    Run soteria browser install, unless a package installed the extension. Then \
                    reload it on the browser's extensions page, or restart the browser.
                    """))
        }
        return status.newerExtensionVersion.map { version in
            .hint(
                area,
                localized(
                    """
                    The Soteria extension in a browser is version \(version), but the daemon is \
                    still version \(status.version).
                    """),
                starting("systemctl --user restart soteriad"))
        }
    }
}
