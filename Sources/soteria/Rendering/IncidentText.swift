import API

/// What weakened the protection or its record lately, in words.
enum IncidentText {
    /// How far back incidents are shown, in seconds.
    private static let week = 7 * 86400
    /// How many are shown.
    private static let shown = 3

    /// A few lines about the last week, the newest first; empty where nothing happened in it.
    static func lately(_ incidents: [DaemonAPI.Incident], now: Moment, _ style: Style) -> String {
        let recent = incidents.filter { incident in
            Moment(incident.at).map { now.seconds - $0.seconds <= week } ?? false
        }
        guard let oldest = recent.prefix(shown).last.flatMap({ Moment($0.at) }) else { return "" }
        var text = "Since \(day(oldest, now: now)):\n"
        var table = TextTable()
        for incident in recent.prefix(shown) {
            table.add(
                .init(TimeWords.at(incident.at, now: now), .faint), .init(words(incident)))
        }
        text += table.text(style, indent: 2)
        if recent.count > shown {
            text += "  and \(recent.count - shown) more in the last week; see: soteria events\n"
        }
        return text
    }

    /// `today`, `yesterday`, `Thu`.
    private static func day(_ moment: Moment, now: Moment) -> String {
        switch now.day.number - moment.day.number {
        case ...0: "today"
        case 1: "yesterday"
        default: "\(moment.day.weekdayName) \(moment.day.text(in: now.day.year))"
        }
    }

    /// What happened: `the daemon did not run for 2 h 3 min`.
    static func words(_ incident: DaemonAPI.Incident) -> String {
        let length = incident.seconds.map { TimeWords.length(seconds: $0) }
        let what = incident.what.joined(separator: ", ")
        switch incident.kind {
        case .gap: return "the daemon did not run" + (length.map { " for \($0)" } ?? "")
        case .crash:
            return "the daemon ended without having been told to"
                + (length.map { ", and was away for \($0)" } ?? "")
        case .stop: return "the daemon was told to stop"
        case .clockJump:
            let direction = (incident.seconds ?? 0) < 0 ? "back" : "forward"
            return "the clock was set" + (length.map { " \(direction) by \($0)" } ?? "")
        case .rulesWeakened:
            return "the rules protect less than before" + (what.isEmpty ? "" : ": \(what)")
        case .switchedOff:
            return (what.isEmpty ? "something" : what) + " was switched off"
        case .storeReplaced:
            return "the record was damaged, and a new one begun"
                + (what.isEmpty ? "" : "; the old one: \(what)")
        case .restored:
            return "another record was put in its place" + (what.isEmpty ? "" : ", from \(what)")
        }
    }
}
