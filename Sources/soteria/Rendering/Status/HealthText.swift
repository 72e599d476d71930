import API
import Localization

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
                localized(
                    """
                    The rule files have \(Count.errors(rules.errors)), so the last good rules stay \
                    in force. See: soteria rules check
                    """))
        } else if rules.warnings > 0 {
            notes.append(
                localized(
                    """
                    The rule files have \(Count.warnings(rules.warnings)). See: soteria rules check
                    """))
        }
        for directory in rules.directories {
            guard let problem = directory.problem else { continue }
            notes.append(
                localized(
                    """
                    The daemon cannot detect edits in \(directory.path) (\(problem)). After each \
                    edit, run: soteria rules reload
                    """))
        }
        return notes
    }

    private static func clock(_ clock: DaemonAPI.ClockStatus, now: Moment) -> [String] {
        var notes: [String] = []
        if let jump = clock.jump {
            let direction = jump > 0 ? localized("forward") : localized("back")
            let since = clock.jumpedAt.map { localized(" at \(TimeWords.at($0, now: now))") } ?? ""
            let adopted = clock.adoptedAt.map {
                localized(", or until \(TimeWords.ahead($0, now: now)) at the latest")
            }
            notes.append(
                localized(
                    """
                    The clock was set \(direction) by \(TimeWords.length(seconds: jump))\(since). \
                    Soteria keeps its own time until a time server confirms the \
                    clock\(adopted ?? "").
                    """))
        }
        if clock.trusted {
            switch clock.continuity {
            case .unproven:
                notes.append(
                    localized("No time server has confirmed the machine's clock since the restart.")
                )
            case .behind:
                notes.append(
                    localized(
                        """
                        After the restart, the machine's clock was behind the last recorded event, \
                        so Soteria continued from the time of that event.
                        """))
            case .first, .sameBoot, .synchronised: break
            }
        }
        if let problem = clock.zoneProblem {
            notes.append(localized("The time zone could not be determined: \(problem)."))
        }
        return notes
    }

    private static func store(_ store: DaemonAPI.StoreStatus) -> [String] {
        var notes: [String] = []
        if !store.healthy {
            notes.append(
                localized(
                    """
                    Nothing can be recorded (\(store.problem ?? store.path)). Until this is fixed, \
                    blocks stay and nothing can be unblocked.
                    """))
        }
        if let path = store.setAside {
            notes.append(
                localized(
                    "The record was damaged, so a new one was started; the old one is at \(path)."))
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
            let more = before > 0 ? localized(" (and \(before) earlier)") : ""
            table.add(
                .init(TimeWords.at(incident.at, now: now), .faint),
                .init(words(incident) + more))
        }
        return localized("Recently:") + "\n" + table.text(style, indent: 2)
    }

    /// The event: `Soteria was not running for up to 2 h 3 min`.
    static func words(_ incident: DaemonAPI.Incident) -> String {
        let length = incident.seconds.map { TimeWords.length(seconds: $0) }
        let what = (incident.names ?? incident.what).joined(separator: ", ")
        switch incident.kind {
        case .gap:
            return length.map { localized("Soteria was not running for up to \($0)") }
                ?? localized("Soteria was not running")
        case .crash:
            return length.map {
                localized("Soteria was killed or crashed, and was not running for up to \($0)")
            } ?? localized("Soteria was killed or crashed")
        case .stop: return localized("Soteria was stopped")
        case .clockJump:
            guard let length else { return localized("the clock was set") }
            return (incident.seconds ?? 0) < 0
                ? localized("the clock was set back by \(length)")
                : localized("the clock was set forward by \(length)")
        case .rulesWeakened:
            return what.isEmpty
                ? localized("the rules are weaker than before")
                : localized("the rules are weaker than before: \(what)")
        case .switchedOff:
            return what.isEmpty
                ? localized("something was switched off") : localized("\(what) was switched off")
        case .storeReplaced:
            return what.isEmpty
                ? localized("the earlier record is gone, and a new one was started")
                : localized(
                    "the record was damaged, and a new one was started; the old one: \(what)")
        case .restored:
            return what.isEmpty
                ? localized("the record was replaced")
                : localized("the record was replaced with \(what)")
        case .reporterLost:
            return localized(
                "Soteria's agent, which blocks apps, was missing while something was blocked")
        case .zoneChanged:
            let zones = incident.what.map(Printable.text)
            return zones.count == 2
                ? localized("the time zone changed from \(zones[0]) to \(zones[1])")
                : localized("the time zone changed")
        }
    }
}
