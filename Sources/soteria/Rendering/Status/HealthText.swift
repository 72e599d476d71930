import API

/// Warnings about the daemon that a person should read before trusting its state.
enum HealthText {
    /// Each note after a mark, on its own lines; empty if there is none.
    static func lines(_ notes: [String], _ style: Style) -> String {
        notes.map { Paragraph.marked("!", .doubtful, $0, style) }.joined()
    }

    static func notes(_ daemon: DaemonAPI.GetStatus.Reply, now: Moment) -> [String] {
        rules(daemon.rules) + clock(daemon.clock, now: now) + store(daemon.store)
            + (daemon.changedDefaults ?? [])
    }

    private static func rules(_ rules: DaemonAPI.RulesStatus) -> [String] {
        var notes: [String] = []
        if rules.refused {
            notes.append(
                "The rule files have \(Count.text(rules.errors, "error")), so the last good rules "
                    + "stay in force. See: soteria rules check")
        } else if rules.warnings > 0 {
            notes.append(
                "The rule files have \(Count.text(rules.warnings, "warning")). "
                    + "See: soteria rules check")
        }
        for directory in rules.directories {
            guard let problem = directory.problem else { continue }
            notes.append(
                "The daemon does not notice edits in \(directory.path) (\(problem)). After each "
                    + "edit, run: soteria rules reload")
        }
        return notes
    }

    private static func clock(_ clock: DaemonAPI.ClockStatus, now: Moment) -> [String] {
        var notes: [String] = []
        if let jump = clock.jump {
            let direction = jump > 0 ? "forward" : "back"
            let since = clock.jumpedAt.map { " at \(TimeWords.at($0, now: now))" } ?? ""
            let adopted = clock.adoptedAt.map {
                ", or until \(TimeWords.ahead($0, now: now)) at the latest"
            }
            notes.append(
                "The clock was set \(direction) by \(TimeWords.length(seconds: jump))\(since). "
                    + "Soteria keeps its own time until a time server confirms the clock"
                    + "\(adopted ?? "").")
        }
        if clock.trusted {
            switch clock.continuity {
            case .unproven:
                notes.append("No time server has confirmed the machine's clock since the restart.")
            case .behind:
                notes.append(
                    "After the restart, the machine's clock was behind the last recorded event, so "
                        + "Soteria continued from the time of that event.")
            case .first, .sameBoot, .synchronised: break
            }
        }
        if let problem = clock.zoneProblem {
            notes.append("The time zone could not be determined: \(problem).")
        }
        return notes
    }

    private static func store(_ store: DaemonAPI.StoreStatus) -> [String] {
        var notes: [String] = []
        if !store.healthy {
            notes.append(
                "Nothing can be recorded (\(store.problem ?? store.path)). Until this is fixed, "
                    + "blocks stay and nothing can be unblocked.")
        }
        if let path = store.setAside {
            notes.append(
                "The record was damaged, so a new one was started; the old one is at \(path).")
        }
        return notes
    }
}

/// Recent events that weakened the protection or its record, in words.
enum IncidentText {
    /// The age up to which incidents are shown, in seconds.
    private static let week = 7 * 86400

    /// The last week: for each kind the newest incident, and the number of earlier ones; else
    /// empty. Stops, and the time that a machine ran without the daemon, are no accusation: they
    /// are in `soteria events`.
    static func lately(_ incidents: [DaemonAPI.Incident], now: Moment, _ style: Style) -> String {
        let recent = incidents.filter { incident in
            incident.kind != .stop && incident.kind != .gap
                && Moment(incident.at).map { now.seconds - $0.seconds <= week } ?? false
        }
        guard !recent.isEmpty else { return "" }
        var counts: [DaemonAPI.IncidentKind: Int] = [:]
        var newest: [DaemonAPI.Incident] = []
        for incident in recent {
            if counts[incident.kind] == nil { newest.append(incident) }
            counts[incident.kind, default: 0] += 1
        }
        var table = TextTable()
        for incident in newest {
            let before = counts[incident.kind, default: 1] - 1
            let more = before > 0 ? " (and \(before) earlier)" : ""
            table.add(
                .init(TimeWords.at(incident.at, now: now), .faint),
                .init(words(incident) + more))
        }
        return "Recently:\n" + table.text(style, indent: 2)
    }

    /// The event: `Soteria was not running for up to 2 h 3 min`.
    static func words(_ incident: DaemonAPI.Incident) -> String {
        let length = incident.seconds.map { TimeWords.length(seconds: $0) }
        let what = (incident.names ?? incident.what).joined(separator: ", ")
        switch incident.kind {
        case .gap: return "Soteria was not running" + (length.map { " for up to \($0)" } ?? "")
        case .crash:
            return "Soteria was killed or crashed"
                + (length.map { ", and was not running for up to \($0)" } ?? "")
        case .stop: return "Soteria was stopped"
        case .clockJump:
            let direction = (incident.seconds ?? 0) < 0 ? "back" : "forward"
            return "the clock was set" + (length.map { " \(direction) by \($0)" } ?? "")
        case .rulesWeakened:
            return "the rules are weaker than before" + (what.isEmpty ? "" : ": \(what)")
        case .switchedOff:
            return (what.isEmpty ? "something" : what) + " was switched off"
        case .storeReplaced:
            return what.isEmpty
                ? "the earlier record is gone, and a new one was started"
                : "the record was damaged, and a new one was started; the old one: \(what)"
        case .restored:
            return "the record was replaced" + (what.isEmpty ? "" : " with \(what)")
        case .reporterLost:
            return "Soteria's agent, which blocks apps, was missing while something was blocked"
        case .zoneChanged:
            let zones = incident.what.map(Printable.text)
            return "the time zone changed"
                + (zones.count == 2 ? " from \(zones[0]) to \(zones[1])" : "")
        }
    }
}
